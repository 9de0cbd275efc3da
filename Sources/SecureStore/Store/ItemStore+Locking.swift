extension ItemStore {
    /// How far the store is open in this object.
    public var lockState: LockState {
        if engine.keys.isUnlocked { return .unlocked }
        return engine.keys.wasUnlocked ? .locked : .notYetUnlocked
    }

    /// Wipes the keys of the items that can only be read while unlocked; locking a locked store does nothing.
    ///
    /// Only this object is locked: others, also of other processes, have keys of their own.
    public func lock() { engine.keys.lock() }

    /// Brings the keys back.
    public func unlock(with credential: Credential = .deviceKey) throws(StoreError) {
        try interceptor?.willTake(.unlock)
        try finishUnlocking(try engine.material(), credential)
    }

    /// A key that opens this store again without its credential, for as long as the slot it came from is there.
    ///
    /// For a session that outlives the process, in the kernel's keyring for instance. It is worth as much as the
    /// passphrase, the code or the device key that the store was unlocked with, for this store alone: keep it where
    /// nobody else reads it. It outlives a change of all keys, and goes with its slot. Needs an unlocked store.
    public func sessionKey() throws(StoreError) -> SecretBytes {
        try engine.keys.unlockKey().way.sessionKey()
    }

    /// What guards the store.
    ///
    /// Once the store was unlocked, proven: a way in that was added or hidden behind its back is
    /// ``Status/invalidKeychain``. Before that it is what the file says: see ``Protection/isProven``.
    public var protection: Protection {
        get throws(StoreError) {
            let isProven = engine.keys.wasUnlocked
            let material = try isProven ? engine.provenMaterial() : engine.material()
            return Protection(slots: material.publicSlots, isProven: isProven)
        }
    }

    // MARK: - Passphrase

    /// Gives a store that opened by itself a passphrase, and takes that way in away.
    ///
    /// Throws ``Status/param`` when there is a passphrase already: see ``changePassphrase(from:to:cost:)``.
    public func setPassphrase(
        _ passphrase: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(passphrase, cost, options)
        try engine.setPassphrase(passphrase, cost)
    }

    /// Replaces the passphrase that `old` is.
    ///
    /// One slot is rewritten, and no item.
    public func changePassphrase(
        from old: SecretBytes, to new: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(new, cost, options)
        try engine.changePassphrase(from: old, to: new, cost)
    }

    /// Lets the store open by itself again, and takes every passphrase and recovery code away.
    ///
    /// Destroys the items of kind ``Accessibility/whenPasscodeSetThisDeviceOnly``, as removing a phone's passcode
    /// does. Needs a device key.
    public func removePassphrase() throws(StoreError) {
        try engine.removePassphrase()
    }

    // MARK: - Slots

    /// Adds another passphrase beside those the store has.
    public func addPassphraseSlot(
        _ passphrase: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(passphrase, cost, options)
        try engine.addPassphrase(passphrase, cost)
    }

    /// Adds a way in for the day when the passphrase is forgotten, and returns its code, which is shown only here.
    public func addRecoveryCode() throws(StoreError) -> SecretBytes {
        try engine.addRecoveryCode()
    }

    /// Takes a way in away.
    ///
    /// The last passphrase goes with ``removePassphrase()``, the device key with ``setPassphrase(_:cost:)``, so
    /// that there is always one way in, and never one more than meant.
    public func removeSlot(_ number: Int) throws(StoreError) {
        try engine.removeSlot(Int64(number))
    }
}
