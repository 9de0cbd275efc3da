package import FoundationEssentials

extension ItemStore {
    /// A store that is nowhere but in this object: the same engine over a database in memory, for tests.
    ///
    /// With a clock and failures on demand it is in `SecureStoreTesting`.
    public static func inMemory(options: StoreOptions = StoreOptions()) throws(StoreError) -> ItemStore {
        try options.checkWritable()
        var options = options
        // A key of its own, unless the program has one: a test must not need this machine's.
        if case .standard = options.deviceKey.kind {
            options.deviceKey = .bytes(try SecretBytes.random(count: DeviceKey.byteCount))
        }
        let chosen = options
        let engine = try Engine.inMemory(
            try newStore(.deviceKey, chosen), chosen.patience, keys(chosen), settings(chosen))
        return ItemStore(engine, chosen, path: nil)
    }

    /// The same with a clock, and with what is asked before the engine does something.
    package static func inMemory(
        options: StoreOptions = StoreOptions(), now: @escaping @Sendable () -> Date,
        interceptor: (any EngineInterceptor)? = nil
    ) throws(StoreError) -> ItemStore {
        var options = options
        (options.now, options.interceptor) = (now, interceptor)
        return try inMemory(options: options)
    }
}
