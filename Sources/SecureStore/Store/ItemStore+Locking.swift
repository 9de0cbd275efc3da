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
        try check(.unlock)
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
    public var protection: Protection {
        get throws(StoreError) {
            Protection(slots: try engine.material().publicSlots)
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
        try changeSlots { session, unlockKey, slots, number throws(StoreError) in
            guard !slots.contains(where: { $0.kind == SlotKind.passphrase.rawValue }) else {
                throw StoreError(.param, "the store has a passphrase; it can be changed")
            }
            let maker = SlotMaker(store: session.ring.store, number: number)
            try session.connection.insertSlot(try maker.passphrase(unlockKey.key, passphrase, cost))
            for slot in slots where slot.kind == SlotKind.deviceKey.rawValue {
                try session.connection.deleteSlot(slot.number)
            }
            try makePasscodeRoot(session, unlockKey)
        }
    }

    /// Replaces the passphrase that `old` is.
    ///
    /// One slot is rewritten, and no item.
    public func changePassphrase(
        from old: SecretBytes, to new: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(new, cost, options)
        try changeSlots { session, unlockKey, slots, number throws(StoreError) in
            let matching = try Self.slot(of: old, in: slots, session.ring.store)
            try session.connection.deleteSlot(matching.number)
            let maker = SlotMaker(store: session.ring.store, number: number)
            try session.connection.insertSlot(try maker.passphrase(unlockKey.key, new, cost))
        }
    }

    /// Lets the store open by itself again, and takes every passphrase and recovery code away.
    ///
    /// Destroys the items of kind ``Accessibility/whenPasscodeSetThisDeviceOnly``, as removing a phone's passcode
    /// does. Needs a device key.
    public func removePassphrase() throws(StoreError) {
        try changeSlots { session, unlockKey, slots, number throws(StoreError) in
            guard slots.contains(where: { $0.kind == SlotKind.passphrase.rawValue }) else {
                throw StoreError(.param, "the store has no passphrase")
            }
            let device = try engine.keys.deviceKey().get()
            for slot in slots { try session.connection.deleteSlot(slot.number) }
            let maker = SlotMaker(store: session.ring.store, number: number)
            try session.connection.insertSlot(try maker.device(unlockKey.key, device))
            try destroyPasscodeItems(session)
        }
    }

    // MARK: - Slots

    /// Adds another passphrase beside those the store has.
    public func addPassphraseSlot(
        _ passphrase: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(passphrase, cost, options)
        try changeSlots { session, unlockKey, slots, number throws(StoreError) in
            guard slots.contains(where: { $0.kind == SlotKind.passphrase.rawValue }) else {
                throw StoreError(.param, "the store opens by itself; set a passphrase first")
            }
            guard slots.count(where: { $0.kind == SlotKind.passphrase.rawValue }) < SlotCodec.mostPassphrases
            else {
                throw StoreError(
                    .param, "the store has \(SlotCodec.mostPassphrases) passphrases, and no room for more")
            }
            let maker = SlotMaker(store: session.ring.store, number: number)
            try session.connection.insertSlot(try maker.passphrase(unlockKey.key, passphrase, cost))
        }
    }

    /// Adds a way in for the day when the passphrase is forgotten, and returns its code, which is shown only here.
    public func addRecoveryCode() throws(StoreError) -> SecretBytes {
        let code = try RecoveryCode.make()
        try changeSlots { session, unlockKey, _, number throws(StoreError) in
            let maker = SlotMaker(store: session.ring.store, number: number)
            try session.connection.insertSlot(try maker.recoveryCode(unlockKey.key, code))
        }
        return code
    }

    /// Takes a way in away.
    ///
    /// The last passphrase goes with ``removePassphrase()``, the device key with ``setPassphrase(_:cost:)``, so
    /// that there is always one way in, and never one more than meant.
    public func removeSlot(_ number: Int) throws(StoreError) {
        try changeSlots { session, _, slots, _ throws(StoreError) in
            guard let slot = slots.first(where: { $0.number == Int64(number) }) else {
                throw StoreError(.param, "the store has no slot \(number)")
            }
            let isAlone = !slots.contains { $0.kind == slot.kind && $0.number != slot.number }
            guard slot.kind == SlotKind.recoveryCode.rawValue || !isAlone else {
                throw StoreError(
                    .param, "slot \(number) is the last of its kind, and the store would not open again")
            }
            try session.connection.deleteSlot(slot.number)
        }
    }

    // MARK: - In one transaction

    private func changeSlots(
        _ change: (WriteSession, UnlockKey, [SlotRow], Int64) throws(StoreError) -> Void
    ) throws(StoreError) {
        try check(.changeSlots)
        try engine.write { session throws(StoreError) in
            let unlockKey = try engine.keys.unlockKey()
            let slots = try session.connection.slots()
            guard slots.count < 60 else { throw StoreError(.param, "the store has no room for another slot") }
            let last = slots.last?.number ?? 0
            guard last < Int64.max else {
                throw StoreError(.invalidKeychain, "a slot has an impossible number")
            }
            try change(session, unlockKey, slots, last + 1)
            try session.keysChanged()
        }
        engine.database.emptyJournal()
        // The ring follows at once, so that what the change gave or took shows in this process too.
        _ = try engine.keys.follow(try engine.material())
    }

    private static func slot(
        of passphrase: SecretBytes, in slots: [SlotRow], _ store: Bytes16
    ) throws(StoreError) -> SlotRow {
        var failure = StoreError(.authFailed, "the store has no passphrase")
        for slot in slots where slot.kind == SlotKind.passphrase.rawValue {
            do throws(StoreError) {
                try SlotCodec.check(slot, store: store)
                let cost = PassphraseCost(passes: Int(slot.passes), memory: Int(slot.memory))
                let key = try wrappingKey(from: passphrase, salt: slot.salt, cost: cost)
                let secret = try SlotCodec.secret(of: slot, under: key, store: store)
                _ = try SlotCodec.open(slot, with: secret, store: store)
                return slot
            } catch {
                if failure.status == .authFailed { failure = error }
            }
        }
        throw failure
    }

    /// The root of the items that live and die with the passphrase; needs a device key, else there are none.
    private func makePasscodeRoot(
        _ session: WriteSession, _ unlockKey: UnlockKey
    ) throws(StoreError) {
        guard case .success(let device) = engine.keys.deviceKey() else { return }
        // Those are made with the current keys; what is sealed with the ones before them cannot be of their kind.
        var keyset = try KeyMaterial(session.connection).current
        let root = try SealingKey.random()
        keyset.passcode = try KeysetCodec.seal(
            .passcode, root, unlockKey.key, device, store: session.ring.store, keyset: keyset.number)
        try session.connection.replaceKeyset(keyset)
    }

    /// Deletes the items and the root of their keys: nobody can open them again, not even with an old passphrase.
    private func destroyPasscodeItems(_ session: WriteSession) throws(StoreError) {
        try session.removeAll(access: .whenPasscodeSetThisDeviceOnly)
        for var keyset in try session.connection.keysets() {
            keyset.passcode = nil
            try session.connection.replaceKeyset(keyset)
        }
    }
}
