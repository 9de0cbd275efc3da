extension Engine {
    /// Opens a store's file and reads the material that leads to its keys.
    ///
    /// An older format is migrated first.
    static func open(
        _ path: String, _ access: FileAccess, _ patience: Duration, _ keys: KeyHierarchy,
        _ settings: StoreSettings
    ) throws(StoreError) -> (engine: Engine, material: KeyMaterial) {
        let file = try StoreFile(checking: path)
        let (database, material) = try file.whileThere { () throws(StoreError) in
            try file.checkOwnership(for: access)
            let database = try Database(
                path: file.path, access: access, patience: patience, cacheByteCount: settings.cacheByteCount,
                commitsWait: settings.commitsWait)
            if access == .readWrite { file.sweepDirectory() }
            return (database, try Self.material(database, settings.migrations))
        }
        keys.begin(with: material)
        return (Engine(database, keys, settings), material)
    }

    private static func material(
        _ database: Database, _ migrations: [Migration]
    ) throws(StoreError) -> KeyMaterial {
        if let material = try current(database, migrations) { return material }
        guard database.access == .readWrite else {
            throw StoreError(
                .wrongSecVersion, "the store has an older format; open it once where it can be written")
        }
        try database.migrate(with: migrations)
        guard let material = try current(database, migrations) else {
            throw StoreError.mistake("the store still has an older format")
        }
        return material
    }

    /// The material that leads to the keys; nil in a file of an older format.
    private static func current(
        _ database: Database, _ migrations: [Migration]
    ) throws(StoreError) -> KeyMaterial? {
        try database.read(atOpening: true) { connection throws(StoreError) in
            try Schema.check(connection, migrations) ? try KeyMaterial(connection) : nil
        }
    }

    /// A new store that exists in memory only, unlocked with the device key.
    static func inMemory(
        _ new: NewStore, _ patience: Duration, _ keys: KeyHierarchy, _ settings: StoreSettings,
        mostBytes: Int64?
    ) throws(StoreError) -> Engine {
        let database = try Database(
            path: nil, patience: patience, cacheByteCount: settings.cacheByteCount, mostBytes: mostBytes)
        let engine = Engine(database, keys, settings)
        try new.write(to: database)
        _ = try keys.unlock(try engine.material(), .deviceKey, after: nil)
        return engine
    }
}
