extension ItemStore {
    /// What a store's file tells without any key.
    ///
    /// A file of an older format answers ``Status/wrongSecVersion``: opening it brings it to this one's.
    public static func information(
        at path: String, options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> StoreInformation {
        try Engine.information(at: path, options.access.ofFile, options.patience, options.migrations)
    }

    /// Thirty-two hexadecimal digits that a store shares with its backups and with nothing else; needs no key.
    public var identifier: String {
        get throws(StoreError) { try engine.material().store.hexadecimal }
    }

    /// What the store's file tells, and once the store has been unlocked, what its state proves.
    ///
    /// Then a way in that was added or hidden behind its back is ``Status/invalidKeychain``.
    public func information() throws(StoreError) -> StoreInformation {
        try engine.information()
    }
}
