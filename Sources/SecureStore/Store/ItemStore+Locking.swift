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
        try changeSlots { session, unlockKey, keys, number throws(StoreError) in
            guard !keys.slots.contains(where: { $0.kind == SlotKind.passphrase.rawValue }) else {
                throw StoreError(.param, "the store has a passphrase; it can be changed")
            }
            keys.slots.removeAll { $0.kind == SlotKind.deviceKey.rawValue }
            let maker = SlotMaker(store: keys.store, number: number)
            keys.slots.append(try maker.passphrase(unlockKey.key, passphrase, cost))
            try makePasscodeRoot(&keys, unlockKey)
        }
    }

    /// Replaces the passphrase that `old` is.
    ///
    /// One slot is rewritten, and no item.
    public func changePassphrase(
        from old: SecretBytes, to new: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(new, cost, options)
        try changeSlots { session, unlockKey, keys, number throws(StoreError) in
            let matching = try Self.slot(of: old, in: keys.slots, keys.store)
            keys.slots.removeAll { $0.number == matching.number }
            let maker = SlotMaker(store: keys.store, number: number)
            keys.slots.append(try maker.passphrase(unlockKey.key, new, cost))
        }
    }

    /// Lets the store open by itself again, and takes every passphrase and recovery code away.
    ///
    /// Destroys the items of kind ``Accessibility/whenPasscodeSetThisDeviceOnly``, as removing a phone's passcode
    /// does. Needs a device key.
    public func removePassphrase() throws(StoreError) {
        try changeSlots { session, unlockKey, keys, number throws(StoreError) in
            guard keys.slots.contains(where: { $0.kind == SlotKind.passphrase.rawValue }) else {
                throw StoreError(.param, "the store has no passphrase")
            }
            let device = try engine.keys.deviceKey().get()
            keys.slots = [try SlotMaker(store: keys.store, number: number).device(unlockKey.key, device)]
            // Nobody can open them again, not even with an old passphrase.
            try session.removeAll(access: .whenPasscodeSetThisDeviceOnly)
            for place in keys.keysets.indices { keys.keysets[place].passcode = nil }
        }
    }

    // MARK: - Slots

    /// Adds another passphrase beside those the store has.
    public func addPassphraseSlot(
        _ passphrase: SecretBytes, cost: PassphraseCost = .moderate
    ) throws(StoreError) {
        try Self.check(passphrase, cost, options)
        try changeSlots { session, unlockKey, keys, number throws(StoreError) in
            guard keys.slots.contains(where: { $0.kind == SlotKind.passphrase.rawValue }) else {
                throw StoreError(.param, "the store opens by itself; set a passphrase first")
            }
            guard
                keys.slots.count(where: { $0.kind == SlotKind.passphrase.rawValue })
                    < SlotCodec.mostPassphrases
            else {
                throw StoreError(
                    .param, "the store has \(SlotCodec.mostPassphrases) passphrases, and no room for more")
            }
            let maker = SlotMaker(store: keys.store, number: number)
            keys.slots.append(try maker.passphrase(unlockKey.key, passphrase, cost))
        }
    }

    /// Adds a way in for the day when the passphrase is forgotten, and returns its code, which is shown only here.
    public func addRecoveryCode() throws(StoreError) -> SecretBytes {
        let code = try RecoveryCode.make()
        try changeSlots { session, unlockKey, keys, number throws(StoreError) in
            let maker = SlotMaker(store: keys.store, number: number)
            keys.slots.append(try maker.recoveryCode(unlockKey.key, code))
        }
        return code
    }

    /// Takes a way in away.
    ///
    /// The last passphrase goes with ``removePassphrase()``, the device key with ``setPassphrase(_:cost:)``, so
    /// that there is always one way in, and never one more than meant.
    public func removeSlot(_ number: Int) throws(StoreError) {
        try changeSlots { _, _, keys, _ throws(StoreError) in
            guard let slot = keys.slots.first(where: { $0.number == Int64(number) }) else {
                throw StoreError(.param, "the store has no slot \(number)")
            }
            let isAlone = !keys.slots.contains { $0.kind == slot.kind && $0.number != slot.number }
            guard slot.kind == SlotKind.recoveryCode.rawValue || !isAlone else {
                throw StoreError(
                    .param, "slot \(number) is the last of its kind, and the store would not open again")
            }
            keys.slots.removeAll { $0.number == slot.number }
        }
    }

    // MARK: - In one transaction

    /// Changes slots and key sets; `change` gets the number of the next slot as well.
    private func changeSlots(
        _ change: (WriteSession, UnlockKey, inout KeyMaterial, Int64) throws(StoreError) -> Void
    ) throws(StoreError) {
        try check(.changeSlots)
        try engine.write { session throws(StoreError) in
            let unlockKey = try engine.keys.unlockKey()
            try session.changeKeys { keys throws(StoreError) in
                let last = keys.slots.last?.number ?? 0
                guard last < Int64.max else {
                    throw StoreError(.invalidKeychain, "a slot has an impossible number")
                }
                try change(session, unlockKey, &keys, last + 1)
                guard keys.slots.count <= SlotCodec.most else {
                    throw StoreError(.param, "the store has no room for another slot")
                }
            }
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
    private func makePasscodeRoot(_ keys: inout KeyMaterial, _ unlockKey: UnlockKey) throws(StoreError) {
        guard case .success(let device) = engine.keys.deviceKey() else { return }
        // Those are made with the current keys; what is sealed with the ones before them cannot be of their kind.
        let last = keys.keysets.count - 1
        keys.keysets[last].passcode = try KeysetCodec.seal(
            .passcode, try SealingKey.random(), unlockKey.key, device, store: keys.store,
            keyset: keys.keysets[last].number)
    }
}
