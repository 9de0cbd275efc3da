public import FoundationEssentials

extension ItemStore {
    /// A store that is nowhere but in this object: the same engine over a database in memory, for tests.
    ///
    /// `faults` makes operations fail on demand, `now` is the clock that dates come from.
    public static func inMemory(
        options: StoreOptions = StoreOptions(), faults: InjectedFaults = InjectedFaults(),
        now: (@Sendable () -> Date)? = nil
    ) throws(StoreError) -> ItemStore {
        try options.checkWritable()
        var options = options
        // A key of its own, unless the program has one: a test must not need this machine's.
        if case .standard = options.deviceKey.kind {
            options.deviceKey = .bytes(try SecretBytes.random(count: DeviceKey.byteCount))
        }
        if let now { options.now = now }
        let chosen = options
        let engine = try Engine.inMemory(
            try newStore(.deviceKey, chosen), chosen.patience, keys(chosen), settings(chosen))
        return ItemStore(engine, chosen, path: nil, faults: faults)
    }
}
