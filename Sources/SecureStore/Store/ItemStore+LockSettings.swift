extension ItemStore {
    /// When keys that are kept for several programs, as the command's `unlock` keeps them, are given up.
    ///
    /// Throws ``Status/interactionNotAllowed`` if the store is locked.
    public func lockSettings() throws(StoreError) -> LockSettings {
        let state = try engine.snapshot().state
        // They could be read while locked as well; on macOS they cannot, and nobody is to depend on it here.
        try engine.keys.checkUnlocked()
        return state.lockSettings
    }

    /// Changes when keys that are kept for several programs are given up.
    ///
    /// The settings hold from the next unlocking on. They are stored in the file, and kept by backup, restore,
    /// rotation and salvage; an export does not carry them. Throws ``Status/interactionNotAllowed`` if the store is
    /// locked.
    public func setLockSettings(_ settings: LockSettings) throws(StoreError) {
        try commit { [engine] session throws(StoreError) in
            try engine.keys.checkUnlocked()
            session.setLockSettings(settings)
        }
    }
}
