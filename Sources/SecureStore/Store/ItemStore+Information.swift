extension ItemStore {
    /// The facts that a store's file tells without any key.
    ///
    /// Costs no passphrase and changes nothing.
    ///
    /// A file of an older format is read as it is. Throws ``StoreStatus/wrongSecVersion`` for a later format.
    public static func information(
        at path: String, options: StoreOptions = StoreOptions()
    ) throws(StoreError) -> StoreInformation {
        try Engine.information(at: path, options.access.ofFile, options.patience, settings(options))
    }

    /// The 32 hexadecimal digits that identify the store.
    ///
    /// Its backups have the same ones. Works while the store is locked. Throws what reading the file throws,
    /// such as ``StoreStatus/invalidKeychain`` if it is damaged.
    public func identifier() throws(StoreError) -> String { try engine.material().store.hexadecimal }

    /// The facts that the store's file tells and, once it was unlocked, those that its sealed state proves.
    ///
    /// Throws ``StoreStatus/invalidKeychain`` if somebody added or hid a slot in the file.
    public func information() throws(StoreError) -> StoreInformation {
        try engine.information()
    }
}
