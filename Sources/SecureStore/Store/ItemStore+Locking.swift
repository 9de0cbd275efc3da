extension ItemStore {
    /// The state that says whether this object can read items now.
    ///
    /// Other objects and processes have a state of their own.
    public var lockState: LockState {
        if engine.keys.isUnlocked { return .unlocked }
        return engine.keys.wasUnlocked ? .locked : .notYetUnlocked
    }

    /// Wipes the keys of the items that can be read only while the store is unlocked.
    ///
    /// Only this object is locked. Others, in this process or another, have keys of their own. Calls that
    /// have begun go on to their end. Any thread may call it, and locking a locked store does nothing.
    public func lock() { engine.keys.lock() }

    /// Unlocks the store again.
    ///
    /// Throws ``StoreStatus/authFailed`` for a wrong credential, ``StoreStatus/notAvailable`` without the
    /// device key that you name, and ``StoreStatus/invalidKeychain`` if the file went back to an older state.
    /// A passphrase costs what ``PassphraseCost`` says.
    public func unlock(with credential: Credential = .deviceKey) throws(StoreError) {
        try interceptor?.willBegin(.unlock)
        let known = engine.keys.newest.point
        _ = try engine.keys.unlock(try engine.material(), credential, after: known)
    }

    /// A key that opens this store again without the passphrase, until its slot is removed.
    ///
    /// Use it for a session that outlives the process, for instance in the kernel's keyring. It opens as much
    /// as the credential that unlocked the store, so keep it where nobody else can read it. It still works
    /// after ``rotateKeys(onProgress:)``. Throws ``StoreStatus/interactionNotAllowed`` if the store is
    /// locked, and ``StoreStatus/authFailed`` if the slot is gone, for instance because this object has
    /// changed the passphrase: unlock the store again.
    public func sessionKey() throws(StoreError) -> SecretBytes {
        _ = try engine.keys.unlockKey()
        let material = try engine.provenMaterial()
        let way = try engine.keys.unlockKey().slotSecret
        _ = try material.unlock(way)
        return try way.sessionKey()
    }

    /// The slots that open the store: device key, passphrases and recovery codes.
    ///
    /// Once the store was unlocked, the answer is proven: if somebody added or hid a slot in the file, this
    /// throws ``StoreStatus/invalidKeychain``. Before that it is a claim of the file; see
    /// ``Protection/isProven``.
    public func protection() throws(StoreError) -> Protection {
        let isProven = engine.keys.wasUnlocked
        let material = try isProven ? engine.provenMaterial() : engine.material()
        return Protection(slots: material.publicSlots, isProven: isProven)
    }

    private var slots: SlotEditor { SlotEditor(engine: engine, committer: committer) }

    /// Sets the passphrase of a store that had none.
    ///
    /// From then on the device key alone no longer opens the store. No item is written. Other writers wait
    /// only for the commit, not for what `cost` says.
    ///
    /// Throws ``StoreStatus/param`` if there is a passphrase already, see
    /// ``changePassphrase(from:to:cost:)``, and if the new one is empty or its cost is not allowed, and
    /// ``StoreStatus/interactionNotAllowed`` while the store is locked. If there was a device key when the
    /// store was unlocked and it cannot be read now, the error of reading it is thrown: try again.
    ///
    /// Whoever copied the file and the device key before can still open later versions of the file: call
    /// ``rotateKeys(onProgress:)`` to end that.
    public func setPassphrase(
        _ passphrase: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(passphrase, cost, options)
        try slots.setPassphrase(passphrase, cost)
    }

    /// Replaces one passphrase, and leaves the others as they are.
    ///
    /// No item is written. Throws ``StoreStatus/authFailed`` if `old` is not a passphrase of the store.
    /// Whoever has the old passphrase and an old copy of the file can still open later versions: call
    /// ``rotateKeys(onProgress:)`` to end that.
    public func changePassphrase(
        from old: SecretBytes, to new: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(new, cost, options)
        try slots.changePassphrase(from: old, to: new, cost)
    }

    /// Removes every passphrase and recovery code.
    ///
    /// The store then opens with the device key, which it needs.
    ///
    /// **Deletes the items** of kind ``Accessibility/whenPasscodeSetThisDeviceOnly``, as removing a phone's
    /// passcode does. Throws ``StoreStatus/param`` if the store has no passphrase, and
    /// ``StoreStatus/notAvailable`` without a device key.
    public func removePassphrase() throws(StoreError) {
        try slots.removePassphrase()
    }

    /// The loss that comes with ``removePassphrase()``.
    package func lossWithPassphrase() throws(StoreError) -> PassphraseLoss { try slots.lossWithPassphrase() }

    /// Does the same, but throws ``StoreStatus/recordModified`` and changes nothing if another loss comes
    /// with it.
    package func removePassphrase(ifLosing loss: PassphraseLoss) throws(StoreError) {
        try slots.removePassphrase(ifLosing: loss)
    }

    /// Adds another passphrase beside the ones the store has.
    ///
    /// Each of them opens the store alone, until ``removeSlot(_:)``. Costs as much as an unlock with it.
    /// Throws ``StoreStatus/param`` if the store has none yet: then call ``setPassphrase(_:cost:)``.
    public func addPassphraseSlot(
        _ passphrase: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(passphrase, cost, options)
        try slots.addPassphrase(passphrase, cost)
    }

    /// Adds a recovery code, which opens the store if the passphrase is forgotten, and returns it.
    ///
    /// It is shown only here. Throws ``StoreStatus/interactionNotAllowed`` while the store is locked, and
    /// ``StoreStatus/param`` for a replica of a fleet: there the code may be added though the call fails, and
    /// then nobody would have it. Show it first, with ``addRecoveryCode(_:)``.
    public func addRecoveryCode() throws(StoreError) -> SecretBytes {
        let code = try slots.newRecoveryCode()
        guard replica == nil else {
            throw StoreError(
                .param,
                "in a fleet a recovery code is shown before it is added; use addRecoveryCode(_:), which does that"
            )
        }
        try slots.addRecoveryCode(code)
        return code
    }

    /// Adds a recovery code after `show` has shown it, so that no code is valid that nobody has seen.
    ///
    /// If `show` throws, no code is added. If the call fails after `show` has returned, the code may not have
    /// been added: tell the user so. ``protection()`` lists the slots that there are.
    public func addRecoveryCode(_ show: (SecretBytes) throws -> Void) throws {
        let code = try slots.newRecoveryCode()
        try show(code)
        try slots.addRecoveryCode(code)
    }

    /// Removes a passphrase or a recovery code by the number of its slot, which ``protection()`` lists.
    ///
    /// The last passphrase goes only with ``removePassphrase()``, and the device key only with
    /// ``setPassphrase(_:cost:)``, so that the store can always be opened. Throws ``StoreStatus/param``
    /// otherwise.
    public func removeSlot(_ number: Int) throws(StoreError) {
        try slots.removeSlot(Int64(number))
    }
}
