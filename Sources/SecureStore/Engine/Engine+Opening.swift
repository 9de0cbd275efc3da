extension Engine {
    /// A new store that is nowhere but in memory, unlocked with the device key.
    static func inMemory(
        _ new: NewStore, _ patience: Duration, _ keys: KeyHierarchy, _ settings: EngineSettings
    ) throws(StoreError) -> Engine {
        let engine = Engine(try Database(path: nil, patience: patience), keys, settings)
        try engine.database.withWriter { connection throws(StoreError) in try new.write(to: connection) }
        _ = try keys.unlock(try engine.material(), .deviceKey)
        return engine
    }
}
