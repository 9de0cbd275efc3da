extension ItemStore {
    /// Takes the whole items of a damaged store into a new one, and says what is lost.
    ///
    /// The damaged store's files are only read; nothing may have it open meanwhile. Every item has to open under its
    /// seals, or it is lost and named. The new store opens with the same credential and with nothing else; items keep
    /// their references, dates and generations. A passphrase costs there what it cost before, or as much as is usual.
    /// Cancelling leaves nothing behind.
    public static func salvage(
        from damagedPath: String, to newPath: String, unlockingWith credential: Credential = .deviceKey,
        options: StoreOptions = StoreOptions(), onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) -> SalvageReport {
        let database = try DamagedDatabase(damagedPath)
        let device: Result<DeviceKey, StoreError>
        do throws(StoreError) { device = .success(try options.deviceKey.load()) } catch {
            device = .failure(error)
        }
        let keys = try SalvagedKeys(database, credential, device)
        var salvager = Salvager(database, keys, onProgress)
        try salvager.run()
        let protection = try protection(credential, keys.cost, options)
        let finished = salvager
        var report = salvager.report
        try newStore(protection, options).build(at: newPath) { path throws(StoreError) in
            let store = try open(at: path, unlockingWith: credential, options: options)
            try KnownStores.expect(try store.engine.material().store, at: newPath)
            try store.takeOver(finished, &report, onProgress)
            store.engine.database.emptyJournal()
        }
        return report
    }

    /// The same kind of way in that the damaged store was opened with.
    private static func protection(
        _ credential: Credential, _ cost: PassphraseCost?, _ options: StoreOptions
    ) throws(StoreError) -> InitialProtection {
        switch credential.kind {
        case .deviceKey: return .deviceKey
        case .passphrase(let passphrase):
            let isEnough = options.checksPassphraseCost ? cost?.isAcceptableToWrite : cost?.isAcceptableToRead
            return .passphrase(passphrase, isEnough == true ? cost ?? .moderate : .moderate)
        case .recoveryCode(let code): return .recoveryCode(code)
        case .sessionKey: throw StoreError(.param, "a session key cannot protect a new store")
        }
    }

    /// Writes settings and salvaged items into this store, many in a transaction.
    private func takeOver(
        _ salvager: Salvager, _ report: inout SalvageReport, _ observer: WorkProgress.Observer?
    ) throws(StoreError) {
        try setLockSettings(salvager.lockSettings)
        let items = salvager.chosen
        for start in stride(from: 0, to: items.count, by: Self.itemsPerTransaction) {
            try WorkProgress.report(start, of: items.count, to: observer)
            let part = items[start..<min(items.count, start + Self.itemsPerTransaction)]
            let losses = try engine.write { session throws(StoreError) in
                var losses: [SalvageReport.Loss] = []
                for entry in part {
                    guard let error = try Self.takeOver(entry, salvager, session) else { continue }
                    let reference = ItemReference(entry.item.itemClass, entry.id)
                    losses.append(.init(reference: reference, reason: error.reason))
                }
                return losses
            }
            report.lost += losses
            let lost = Set(losses.map(\.reference))
            report.uncertain.removeAll { lost.contains($0) }
            report.recovered += part.count - losses.count
        }
        try WorkProgress.report(items.count, of: items.count, to: observer)
    }

    /// Writes one item; the error that keeps it out, and not the others.
    private static func takeOver(
        _ entry: (id: Bytes16, item: Salvager.Candidate), _ salvager: Salvager, _ session: WriteSession
    ) throws(StoreError) -> StoreError? {
        let (attributes, secret): (ItemAttributes, SecretBytes?)
        // A disk that fails may not give again what it gave before.
        do throws(StoreError) { (attributes, secret) = try salvager.item(entry.id, entry.item) } catch {
            return error
        }
        do throws(StoreError) {
            _ = try session.insert(
                attributes, secret, id: entry.id, number: entry.item.number, generation: entry.item.generation
            )
            return nil
        } catch {
            // Its place was taken, or the new store has no keys of its kind.
            guard error.status == .duplicateItem || error.status == .notAvailable else { throw error }
            return error
        }
    }

    private static let itemsPerTransaction = 500
}
