extension ItemStore {
    /// The settings for when a key is given up that serves several programs, as the command's `unlock` leaves
    /// it.
    ///
    /// Throws ``StoreStatus/interactionNotAllowed`` if the store is locked.
    public func lockSettings() throws(StoreError) -> LockSettings {
        let state = try engine.snapshot().state
        // A locked store could read them as well. On macOS it cannot, and nobody is to depend on it here.
        try engine.keys.checkUnlocked()
        return state.lockSettings
    }

    /// Sets when a key is given up that serves several programs.
    ///
    /// The settings hold from the next unlocking on. They are stored in the file, and kept by backup,
    /// restore, rotation and salvage; an export does not carry them. Throws
    /// ``StoreStatus/interactionNotAllowed`` if the store is locked.
    public func setLockSettings(_ settings: LockSettings) throws(StoreError) {
        try commit { [engine] session throws(StoreError) in
            try engine.keys.checkUnlocked()
            session.setLockSettings(settings)
        }
    }
}
