extension ItemStore {
    /// The settings for how long a key that serves several programs is kept, such as the one that the
    /// command's `unlock` puts into the kernel's keyring.
    ///
    /// Throws ``StoreStatus/interactionNotAllowed`` if the store is locked.
    public func lockSettings() throws(StoreError) -> LockSettings {
        let state = try engine.snapshot().state
        // A locked store could read them as well. On macOS it cannot, and nobody is to depend on it here.
        try engine.keys.checkUnlocked()
        return state.lockSettings
    }

    /// Sets how long a key that serves several programs is kept.
    ///
    /// The settings apply from the next unlock on. They are stored in the file, and kept by backup,
    /// restore, rotation and salvage; an export does not carry them. Throws
    /// ``StoreStatus/interactionNotAllowed`` if the store is locked.
    public func setLockSettings(_ settings: LockSettings) throws(StoreError) {
        try commit { [engine] session throws(StoreError) in
            try engine.keys.checkUnlocked()
            session.setLockSettings(settings)
        }
    }
}
