extension ItemStore {
    /// Opens the user's default store.
    ///
    /// Creates nothing: throws ``StoreStatus/noSuchKeychain`` if there is none yet.
    ///
    /// If the store was there once and is gone, for instance because its volume is not mounted, throws
    /// ``StoreStatus/notAvailable`` until a backup is restored or ``forget(at:)`` is called. A store with a
    /// passphrase is unlocked as ``open(at:unlockingWith:options:)`` says.
    public static func openDefault(options: StoreOptions = StoreOptions()) throws(StoreError) -> ItemStore {
        let path = try StandardPaths.store()
        do throws(StoreError) { return try open(at: path, options: options) } catch {
            guard error.status == .noSuchKeychain else { throw error }
            throw StoreError(
                .noSuchKeychain, "there is no store at \(path) yet; openOrCreateDefault() makes it")
        }
    }

    /// Opens the user's default store.
    ///
    /// The first time, creates the directories, the device key and the file.
    ///
    /// If a source of the passphrase is set up (``PassphraseSource/unattended()``), that passphrase opens the
    /// new store, and `cost` is what each guess costs. If the source cannot be read, no store is created.
    /// Otherwise the device key opens the store. Throws ``StoreStatus/notAvailable`` if the default store was
    /// there and is gone. If the list of known default stores cannot be written, no store is created, and the
    /// error's reason says why. Also throws what ``open(at:unlockingWith:options:)`` and
    /// ``create(at:unlockingWith:options:)`` throw.
    public static func openOrCreateDefault(
        cost: PassphraseCost = .moderate, options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> ItemStore {
        let path = try StandardPaths.store()
        return try openOrCreate(path, options) { () throws(StoreError) in
            let credential = try Credential.forNewStore(cost: cost)
            try checkMayMake(path, credential)
            try PrivateFile.createDirectory(of: path)
            return credential
        }
    }

    /// Forgets that a default store was at a path, so that a new one can be created there, or another one
    /// opened.
    ///
    /// Deletes nothing. If the store is still there, it is remembered again when it is opened.
    /// ``delete(at:)`` does this too. Throws if the list of the stores that are known cannot be written, such
    /// as ``StoreStatus/wrPerm``.
    public static func forget(at path: String) throws(StoreError) { try KnownStores.forget(path) }

    /// Refuses to make a store where one is gone, and a default store weaker than what is set up for it.
    static func checkMayMake(_ path: String, _ credential: Credential) throws(StoreError) {
        // A file that is there decides by itself what becomes of the call.
        guard !PrivateFile.exists(path) else { return }
        try KnownStores.checkNeverThere(path)
        guard StandardPaths.isStore(path) else { return }
        guard StandardPaths.spelled(path).map(StorePreferences.canHold) ?? false else {
            throw StoreError(
                .param, "the path of the default store is too long, or has control characters; choose another"
            )
        }
        if case .deviceKey = credential.kind, try PassphraseSource.forNewStore() != nil {
            throw StoreError(
                .passphraseRequired,
                "a source of the passphrase is set up, so the default store is not made without one; give it, or unset the source"
            )
        }
        try KnownStores.checkCanRemember()
    }
}
