extension Salvager {
    /// Searches a damaged store with the credential that opened it; also returns the cost of its passphrase.
    static func run(
        _ path: String, _ credential: Credential, _ deviceKey: () throws(StoreError) -> DeviceKey,
        _ observer: WorkProgress.Observer?
    ) throws(StoreError) -> (Salvager, PassphraseCost?) {
        let database = try DamagedDatabase(path)
        let device: Result<DeviceKey, StoreError>
        do throws(StoreError) { device = .success(try deviceKey()) } catch { device = .failure(error) }
        let keys: SalvagedKeys
        do throws(StoreError) { keys = try SalvagedKeys(database, credential, device) } catch {
            throw database.isUnreleased ? Schema.unreleased : error
        }
        var salvager = Salvager(database, keys, observer)
        try salvager.run()
        return (salvager, keys.cost)
    }
}

extension Engine {
    /// Writes the settings and the salvaged items into this store, many items in each transaction.
    func addItems(
        of salvager: Salvager, _ report: inout SalvageReport, _ observer: WorkProgress.Observer?
    ) throws(StoreError) {
        try commit { session throws(StoreError) in
            try keys.checkUnlocked()
            session.setLockSettings(salvager.lockSettings)
            try session.skipNumbers(after: salvager.lastNumber)
        }
        let items = salvager.chosen
        for start in stride(from: 0, to: items.count, by: Self.itemsPerTransaction) {
            try WorkProgress.report(start, of: items.count, to: observer)
            let part = items[start..<min(items.count, start + Self.itemsPerTransaction)]
            let losses = try commit { session throws(StoreError) in
                var losses: [SalvageReport.Loss] = []
                for entry in part {
                    guard let error = try Self.add(entry, of: salvager, to: session) else { continue }
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
        database.emptyJournal()
    }

    /// Writes one item; returns the error that keeps this item out, and throws any other.
    private static func add(
        _ entry: (id: Bytes16, item: Salvager.Candidate), of salvager: Salvager, to session: WriteSession
    ) throws(StoreError) -> StoreError? {
        let (attributes, secret): (ItemAttributes, StoredSecret?)
        // A failing disk may not return again what it returned before.
        do throws(StoreError) { (attributes, secret) = try salvager.item(entry.id, entry.item) } catch {
            return error
        }
        do throws(StoreError) {
            _ = try session.insert(
                attributes, secret, id: entry.id, number: entry.item.number, generation: entry.item.generation
            )
            return nil
        } catch {
            // The item's number is taken, or the new store has no keys for its accessibility.
            guard error.status == .duplicateItem || error.status == .notAvailable else { throw error }
            return error
        }
    }

    private static let itemsPerTransaction = 500
}
