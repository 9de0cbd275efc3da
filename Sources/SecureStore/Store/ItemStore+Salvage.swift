extension ItemStore {
    /// Saves the undamaged items of a damaged store into a new one, and says what is lost.
    ///
    /// The damaged files are only read; nothing may have them open meanwhile. An item whose seals do not open
    /// is lost, and named. The new store opens with this credential and with nothing else; items keep their
    /// references, dates and generations. A passphrase costs what it cost before if that can be read. If it
    /// is cancelled, nothing is left behind. Reads all of the files. Throws ``StoreStatus/noSuchKeychain`` if
    /// there are none, ``StoreStatus/duplicateKeychain`` if the new path is taken, ``StoreStatus/authFailed``
    /// if the credential opens nothing, and ``StoreStatus/invalidKeychain`` if no key is left to open
    /// anything with.
    public static func salvage(
        from damagedPath: String, to newPath: String, unlockingWith credential: Credential = .deviceKey,
        options: StoreOptions = StoreOptions(), onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> SalvageReport {
        let (salvager, cost) = try Salvager.run(
            damagedPath, credential, { () throws(StoreError) in try options.deviceKey.load() }, onProgress)
        var report = salvager.report
        try newStore(renewed(credential, cost, options), options).build(at: newPath) {
            path throws(StoreError) in
            let engine = try open(at: path, unlockingWith: credential, options: options).engine
            try KnownStores.expect(try engine.material().store, at: newPath)
            try engine.addItems(of: salvager, &report, onProgress)
        }
        return report
    }

    /// A credential for the new store, of the kind that the damaged one was opened with.
    private static func renewed(
        _ credential: Credential, _ cost: PassphraseCost?, _ options: StoreOptions
    ) -> Credential {
        guard case .passphrase(let passphrase, _) = credential.kind else { return credential }
        let allowed = cost.flatMap { settings(options).allows($0) ? $0 : nil }
        return .passphrase(passphrase, cost: allowed ?? .moderate)
    }
}
