extension ItemStore {
    /// When the store locks by itself for all of the user's programs; needs an unlocked store.
    public func lockSettings() throws(StoreError) -> LockSettings {
        try engine.reading { snapshot throws(StoreError) in
            // They could be read while locked as well; on macOS they cannot, and nobody is to depend on it here.
            try engine.keys.checkUnlocked()
            return snapshot.state.lockSettings
        }
    }

    /// Changes when the store locks by itself; needs an unlocked store.
    ///
    /// They hold from the next unlocking on, and go with the store: into backups, through a restore, a change of keys
    /// and a salvage, but not into exports.
    public func setLockSettings(_ settings: LockSettings) throws(StoreError) {
        try engine.write { session throws(StoreError) in
            try engine.keys.checkUnlocked()
            session.setLockSettings(settings)
        }
    }
}
