import SecureStore

/// The key of an unlocked store, which the kernel keeps for the commands that follow.
enum KeptKey {
    /// Keeps it for as long as the store's settings say; a store that opens by itself needs none.
    static func keep(of store: ItemStore) throws {
        try keep(of: store, for: try store.lockSettings().locksAfter)
    }

    static func keep(of store: ItemStore, for time: Duration?) throws {
        guard try !store.protection().opensWithDeviceKey else { return }
        guard time != .zero else {
            Terminal.tell("the key is not kept: the store is set to lock at once")
            return try forget(of: store)
        }
        let (key, keyring) = (try store.sessionKey(), try KernelKeyring(for: store))
        try keyring.keep(key, for: time)
    }

    static func renew(of store: ItemStore) throws {
        if try KernelKeyring(for: store).key() != nil { try keep(of: store) }
    }

    static func forget(of store: ItemStore) throws { try KernelKeyring(for: store).remove() }

    /// Has the Secret Service that runs lock the store.
    ///
    /// Only if it is the default one, a service that has no socket here may have it.
    static func lockService(of store: ItemStore) throws {
        let usual = try? StoreAccess(named: nil).path
        let isUsual = usual.map { FileFacts.resolved($0) == FileFacts.resolved(store.path ?? "") } ?? true
        try ServiceSocket.lock(store, mayBeElsewhere: isUsual)
    }

    /// Forgets it, has the Secret Service that runs lock the store, and tells of one that opens all the same.
    static func lock(_ store: ItemStore) throws {
        if let refusal = try KernelKeyring(for: store).remove() {
            Terminal.tell("the kernel keeps no keys here: \(refusal)")
        }
        try lockService(of: store)
        let protection = try store.protection()
        guard protection.opensWithDeviceKey else { return }
        let isShared = protection.slots.contains { $0.kind == .host }
        Terminal.tell(
            "the store opens by itself all the same"
                + (isShared ? ", as it is in a fleet" : "; passphrase set changes that"))
    }
}
