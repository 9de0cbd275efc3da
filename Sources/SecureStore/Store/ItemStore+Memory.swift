public import FoundationEssentials

extension ItemStore {
    /// A store that is nowhere but in this object: the same engine over a database in memory, for tests.
    ///
    /// `faults` makes operations fail on demand, `now` is the clock that dates come from.
    public static func inMemory(
        options: StoreOptions = StoreOptions(), faults: InjectedFaults = InjectedFaults(),
        now: (@Sendable () -> Date)? = nil
    ) throws(StoreError) -> ItemStore {
        var options = options
        // A key of its own, unless the program has one: a test must not need this machine's.
        if case .standard = options.deviceKey.kind {
            options.deviceKey = .bytes(try SecretBytes.random(count: SealingKey.byteCount))
        }
        if let now { options.now = now }
        let chosen = options
        let database = try Database(path: nil, patience: chosen.patience)
        try database.withWriter { connection throws(StoreError) in
            try initialize(connection, .deviceKey, chosen)
        }
        let store = try ItemStore(engine(database, chosen), chosen, path: nil, faults: faults)
        let material = try database.readSnapshot { connection throws(StoreError) in
            try KeyMaterial(connection)
        }
        try store.finishUnlocking(material, .deviceKey)
        return store
    }
}
