extension ItemStore {
    /// Opens the user's default store, and makes nothing: ``Status/noSuchKeychain`` when there is none yet.
    ///
    /// One that was there and is gone throws ``Status/notAvailable``, until a backup is restored or ``forget(at:)`` called.
    /// A store that a passphrase protects is unlocked from the first source of ``PassphraseSource/unattended()``
    /// that is set up; without one it stays not yet unlocked.
    public static func openDefault(options: StoreOptions = StoreOptions()) throws(StoreError) -> ItemStore {
        try openDefault(unlockingWith: nil, options)
    }

    /// Opens the user's default store; the first time it makes what is missing of it: directories, device key, file.
    ///
    /// Where a source of the passphrase is set up (``PassphraseSource/unattended()``), that passphrase is what opens
    /// the new store, at this cost for each guess, and if it cannot be read no store is made. Without one this
    /// machine's device key opens it.
    public static func openOrCreateDefault(
        cost: PassphraseCost = .moderate, options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        do throws(StoreError) { return try openDefault(options: options) } catch {
            guard error.status == .noSuchKeychain else { throw error }
        }
        let path = try StandardPaths.store()
        // Read once, as a descriptor is empty the second time.
        let passphrase = try PassphraseSource.forNewStore()?.read()
        let credential = passphrase.map { Credential.passphrase($0, cost: cost) } ?? .deviceKey
        try checkPlace(path, credential)
        if let end = path.lastIndex(of: "/"), end != path.startIndex, path.hasPrefix("/") {
            try PrivateFile.createDirectory(String(path[..<end]))
        }
        do throws(StoreError) {
            return try create(at: path, unlockingWith: credential, options: options)
        } catch {
            // Another process made it first.
            guard error.status == .duplicateKeychain else { throw error }
        }
        return try openDefault(unlockingWith: passphrase, options)
    }

    private static func openDefault(
        unlockingWith given: SecretBytes?, _ options: StoreOptions
    ) throws(StoreError) -> ItemStore {
        let path = try StandardPaths.store()
        let store: ItemStore
        do throws(StoreError) { store = try open(at: path, options: options) } catch {
            guard error.status == .noSuchKeychain else { throw error }
            throw StoreError(
                .noSuchKeychain, "there is no store at \(path) yet; openOrCreateDefault() makes it")
        }
        guard store.lockState == .notYetUnlocked else { return store }
        let passphrase = if let given { given } else { try PassphraseSource.unattended()?.read() }
        if let passphrase {
            try store.unlock(with: .passphrase(passphrase))
        }
        return store
    }

    /// Forgets which default store was at a path, so that a new one can be made there, or another one opened.
    ///
    /// Deletes nothing. Which ones there were is kept beside this machine's device key. A store that is there is
    /// remembered again when it is opened; ``delete(at:)`` forgets what it deletes.
    public static func forget(at path: String) throws(StoreError) { try KnownStores.forget(path) }

    /// Refuses to make a store where one is gone, and a default store weaker than what is set up for it.
    static func checkPlace(_ path: String, _ credential: Credential) throws(StoreError) {
        // Where something is, that is the answer.
        guard !PrivateFile.exists(path) else { return }
        try KnownStores.checkNeverThere(path)
        guard StandardPaths.isStore(path) else { return }
        guard StandardPaths.spelled(path).map(StorePreferences.canHold) ?? false else {
            throw StoreError(.param, "the path of the default store is too long, or has control characters")
        }
        guard case .deviceKey = credential.kind else { return }
        guard try PassphraseSource.forNewStore() == nil else {
            throw StoreError(
                .passphraseRequired,
                "a source of the passphrase is set up, so the default store is not made without one")
        }
    }
}
