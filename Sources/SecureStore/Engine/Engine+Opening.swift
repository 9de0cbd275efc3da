extension Engine {
    /// Opens a store's file and reads what leads to its keys.
    ///
    /// An older format is migrated first.
    static func open(
        _ path: String, _ access: FileAccess, _ patience: Duration, _ keys: KeyHierarchy,
        _ settings: EngineSettings
    ) throws(StoreError) -> (engine: Engine, material: KeyMaterial) {
        let file = try StoreFile(checking: path)
        let (database, material) = try file.whileThere { () throws(StoreError) in
            try file.checkFile(for: access)
            if access == .readWrite { file.sweepDirectory() }
            let database = try Database(
                path: file.path, access: access, patience: patience, cacheByteCount: settings.cacheByteCount,
                commitsWait: settings.order == nil)
            return (database, try Self.material(database, settings.migrations))
        }
        keys.begin(with: material)
        return (Engine(database, keys, settings), material)
    }

    private static func material(
        _ database: Database, _ migrations: [Migration]
    ) throws(StoreError) -> KeyMaterial {
        let read = { (connection: Connection) throws(StoreError) -> KeyMaterial? in
            try Schema.check(connection, migrations) ? try KeyMaterial(connection) : nil
        }
        if let material = try database.readAtOpening(read) { return material }
        guard database.access == .readWrite else {
            throw StoreError(
                .wrongSecVersion, "the store has an older format; open it once where it can be written")
        }
        try database.migrate(with: migrations)
        guard let material = try database.readAtOpening(read) else {
            throw StoreError(.internalError, "the store still has an older format")
        }
        return material
    }

    /// A new store that exists in memory only, unlocked with the device key.
    static func inMemory(
        _ new: NewStore, _ patience: Duration, _ keys: KeyHierarchy, _ settings: EngineSettings
    ) throws(StoreError) -> Engine {
        let database = try Database(
            path: nil, patience: patience, cacheByteCount: settings.cacheByteCount)
        let engine = Engine(database, keys, settings)
        try engine.database.withWriter { connection throws(StoreError) in try new.write(to: connection) }
        _ = try keys.unlock(try engine.material(), .deviceKey, after: nil)
        return engine
    }
}
