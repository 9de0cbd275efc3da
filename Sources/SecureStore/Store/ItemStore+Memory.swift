extension ItemStore {
    /// Creates a store in memory, for tests.
    ///
    /// It runs the same engine as a store in a file and is gone with its last reference. `SecureStoreTesting`
    /// makes one with a clock and with failures on demand. Costs no disk and no passphrase. Throws
    /// ``StoreStatus/readOnly`` for options that only read.
    public static func inMemory(options: StoreOptions = StoreOptions()) throws(StoreError) -> ItemStore {
        try inMemory(options: options, mostBytes: nil)
    }

    /// The same, of a size that has a bound: a change for which there is no room fails as on a full disk.
    package static func inMemory(
        options: StoreOptions, mostBytes: Int64?
    ) throws(StoreError) -> ItemStore {
        try options.checkWritable()
        var options = options
        // The store gets a key of its own, unless the program names one: a test must not need this machine's.
        if case .standard = options.deviceKey.kind {
            options.deviceKey = .bytes(try SecretBytes.random(count: DeviceKey.byteCount))
        }
        let chosen = options
        let engine = try Engine.inMemory(
            try newStore(.deviceKey, chosen), chosen.patience, keys(chosen), settings(chosen),
            mostBytes: mostBytes)
        return ItemStore(engine, chosen)
    }
}
