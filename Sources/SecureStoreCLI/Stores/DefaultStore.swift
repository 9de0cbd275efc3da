package import SecureStore

/// The default store for a program that runs for long, and asks nobody.
package enum DefaultStore {
    /// The options with which every group is seen, also the one that no list shows.
    ///
    /// Little is kept of look-ups, since the program is there all day.
    package static var options: StoreOptions {
        var options = StoreOptions()
        options.accessGroups = ["default", "*", StoreOptions.hiddenGroup]
        options.cacheByteCount = 1 << 20
        return options
    }

    /// Opens it, or makes it the first time; with a passphrase it is locked then.
    ///
    /// Where it takes no change, it is opened only to be read.
    package static func open() throws -> ItemStore {
        let access = try StoreAccess(named: nil)
        guard access.directory.isLoginStore(access.path), FileFacts(access.path) == nil else {
            return try access.openToReadWithoutUnlocking(options)
        }
        return try ItemStore.openOrCreateDefault(options: options)
    }

    /// Opens it for a change, if it is there.
    package static func openToChange() throws -> ItemStore {
        try StoreAccess(named: nil).openWithoutUnlocking(options)
    }

    /// Unlocks it with a source that is set up, or with the key that the kernel keeps; false without one.
    package static func unlockUnattended(_ store: ItemStore) throws -> Bool {
        try StoreAccess(named: nil).unlockUnattended(store)
    }

    /// True if a source of the passphrase is set up, so that no key in the kernel's keyring is asked for.
    package static var hasSource: Bool { (try? PassphraseSource.unattended()) != nil }

    /// True as long as the kernel keeps a key of the store; what it does not say counts as no.
    package static func isHeldByKernel(_ store: ItemStore) -> Bool {
        (try? KernelKeyring(for: store).isKept) == true
    }
}
