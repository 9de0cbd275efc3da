/// Changes of a store's slots, each in one commit.
struct SlotEditor {
    let engine: Engine
    let committer: any Committer

    private var keys: KeyHierarchy { engine.keys }

    /// Adds the first passphrase, and removes the device key's slot.
    func setPassphrase(_ passphrase: SecretBytes, _ cost: PassphraseCost) throws(StoreError) {
        try checkMayChange()
        let new = try PassphraseKey(passphrase, cost)
        try change { session, unlockKey, keys, maker throws(StoreError) in
            guard !keys.hasPassphrase else {
                throw StoreError(
                    .param, "the store has a passphrase already; replace it with changePassphrase")
            }
            keys.slots.removeAll { $0.kind == KeySlot.Kind.deviceKey.rawValue }
            keys.slots.append(try maker.passphrase(unlockKey.key, new))
            // Items that need both keys stay on one machine, so that a fleet has none.
            guard session.change.state.replica == nil else { return }
            let device = engine.keys.deviceKey()
            // The machine that has the key, but cannot read it now, has to try again.
            if engine.keys.hadDeviceKey { _ = try device.get() }
            guard case .success(let own) = device, try keys.isOfTheMachine(unlockKey, device) else { return }
            try keys.makePasscodeRoot(unlockKey.key, own)
        }
    }

    /// Rewrites the slot that `old` opens.
    func changePassphrase(
        from old: SecretBytes, to new: SecretBytes, _ cost: PassphraseCost
    ) throws(StoreError) {
        try checkMayChange()
        let material = try engine.provenMaterial()
        let known = Result { () throws(StoreError) in try Self.slot(of: old, in: material) }
        // A replica may be behind, and then not know this passphrase yet.
        if committer is Engine { _ = try known.get() }
        let new = try PassphraseKey(new, cost)
        try change { _, unlockKey, keys, maker throws(StoreError) in
            let isKnown = keys.slots == material.slots
            let matching = try isKnown ? known.get() : Self.slot(of: old, in: keys)
            keys.slots.removeAll { $0.number == matching }
            keys.slots.append(try maker.passphrase(unlockKey.key, new))
        }
    }

    func lossWithPassphrase() throws(StoreError) -> PassphraseLoss {
        try engine.read { snapshot throws(StoreError) in
            var loss = PassphraseLoss()
            // In a fleet only the passphrases go.
            guard snapshot.state.replica == nil else { return loss }
            loss.codes = try snapshot.connection.slots().count(where: \.isRecoveryCode)
            try snapshot.finder(engine.settings).eachWhole(.withoutSecret) { row in
                let needsPassphrase = Accessibility.whenPasscodeSetThisDeviceOnly.rawValue
                if row.columns.access == needsPassphrase { loss.items += 1 }
            }
            return loss
        }
    }

    /// Leaves only the device key's slot, and deletes the items that need a passphrase; changes nothing if
    /// another loss than the expected one comes with that.
    func removePassphrase(ifLosing expected: PassphraseLoss? = nil) throws(StoreError) {
        try change { session, unlockKey, keys, maker throws(StoreError) in
            guard keys.hasPassphrase else {
                throw StoreError(
                    .param,
                    "the store has no passphrase; give it one (setPassphrase, securestore passphrase set)")
            }
            guard session.change.state.replica == nil else {
                keys.slots.removeAll { $0.kind == KeySlot.Kind.passphrase.rawValue }
                return
            }
            let device = try engine.keys.deviceKey().get()
            var loss = PassphraseLoss(codes: keys.slots.count(where: \.isRecoveryCode))
            keys.slots = [try maker.device(unlockKey.key, device)]
            // Nobody can open these items again, not even with an old passphrase.
            loss.items = try session.removeAll(access: .whenPasscodeSetThisDeviceOnly)
            guard loss == expected ?? loss else {
                throw StoreError(
                    .recordModified,
                    "other recovery codes or items would go with the passphrase than was said; nothing was "
                        + "removed")
            }
            for index in keys.keysets.indices { keys.keysets[index].passcode = nil }
        }
    }

    func addPassphrase(_ passphrase: SecretBytes, _ cost: PassphraseCost) throws(StoreError) {
        try checkMayChange()
        let new = try PassphraseKey(passphrase, cost)
        try change { _, unlockKey, keys, maker throws(StoreError) in
            let count = keys.slots.count { $0.kind == KeySlot.Kind.passphrase.rawValue }
            guard count > 0 else {
                throw StoreError(
                    .param,
                    "the store opens by itself; give it a first passphrase (setPassphrase, securestore passphrase set)"
                )
            }
            guard count < SlotCodec.mostPassphrases else {
                throw StoreError(
                    .param,
                    "the store has \(SlotCodec.mostPassphrases) passphrases already, the most it can "
                        + "have; remove one first")
            }
            keys.slots.append(try maker.passphrase(unlockKey.key, new))
        }
    }

    /// Refuses at once what ``change(_:)`` would refuse after long work.
    private func checkMayChange() throws(StoreError) {
        try committer.checkMayWrite()
        _ = try keys.unlockKey()
    }

    /// A new recovery code, for a store whose slots can be changed.
    ///
    /// Throws for a store that is locked or only read, and for a replica that was opened without its fleet.
    func newRecoveryCode() throws(StoreError) -> SecretBytes {
        try checkMayChange()
        if committer is Engine, try engine.snapshot().state.replica != nil { throw WriteSession.needsServer }
        return try RecoveryCode.make()
    }

    func addRecoveryCode(_ code: SecretBytes) throws(StoreError) {
        try change { _, unlockKey, keys, maker throws(StoreError) in
            keys.slots.append(try maker.recoveryCode(unlockKey.key, code))
        }
    }

    /// Removes a slot.
    ///
    /// The last of its kind stays, but for a recovery code beside another slot.
    func removeSlot(_ number: Int64) throws(StoreError) {
        try change { session, unlockKey, keys, _ throws(StoreError) in
            guard let slot = keys.slots.first(where: { $0.number == number }) else {
                throw StoreError(
                    .param, "the store has no slot \(number); list them (protection(), securestore info)")
            }
            guard session.change.state.replica == nil || number != unlockKey.slotSecret.slot else {
                throw StoreError(
                    .param, "slot \(number) is this host's own; remove it from another host of the fleet")
            }
            let isAlone = !keys.slots.contains { $0.kind == slot.kind && $0.number != slot.number }
            let mayGo = slot.isRecoveryCode && keys.slots.count > 1
            guard mayGo || !isAlone else {
                throw StoreError(
                    .param,
                    "slot \(number) is the last of its kind, and the store would not open again; add "
                        + "another first")
            }
            keys.slots.removeAll { $0.number == slot.number }
        }
    }

    /// Changes slots and key sets; `edit` is also given what makes the next slot.
    ///
    /// It has a commit of its own, which other threads do not share: their changes need the new keys.
    func change<R>(
        _ edit: (WriteSession, UnlockKey, inout KeyMaterial, SlotMaker) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let result = try committer.commit { session throws(StoreError) in
            let unlockKey = try keys.unlockKey()
            return try session.changeKeys { keys throws(StoreError) in
                try keys.checkCurrent(unlockKey)
                let maker = SlotMaker(
                    store: keys.store, number: try keys.nextSlot(), writeKey: unlockKey.writeKey)
                let result = try edit(session, unlockKey, &keys, maker)
                try keys.checkRoom()
                return result
            }
        }
        // At once, so that this process sees the keys that were added or removed.
        engine.followKeys()
        return result
    }

    private static func slot(of passphrase: SecretBytes, in keys: KeyMaterial) throws(StoreError) -> Int64 {
        try keys.unlock([.passphrase], Credential.passphrase(passphrase).wrappingKey).slotSecret.slot
    }
}

extension SlotRow {
    fileprivate var isRecoveryCode: Bool { kind == KeySlot.Kind.recoveryCode.rawValue }
}

extension KeyMaterial {
    /// Makes the roots of the items that stay on this machine, with a passphrase also of those that need it.
    ///
    /// There may be no such item yet.
    mutating func makeDeviceRoots(_ unlockKey: borrowing SealingKey, _ device: DeviceKey) throws(StoreError) {
        for index in keysets.indices {
            keysets[index].device = try KeysetCodec.seal(
                .device, try SealingKey.random(), unlockKey, device, store: store,
                keyset: keysets[index].number)
        }
        if hasPassphrase { try makePasscodeRoot(unlockKey, device) }
    }

    /// True if the device key opens the roots of the items that stay on a machine, or there are none.
    func isOfTheMachine(
        _ unlockKey: UnlockKey, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) -> Bool {
        for (root, box) in [(KeysetCodec.Root.device, current.device), (.passcode, current.passcode)] {
            guard let box else { continue }
            guard case .success(let key) = device,
                try KeysetCodec.open(root, box, unlockKey.key, key, store: store, keyset: current.number)
                    != nil
            else { return false }
        }
        return true
    }

    /// Makes the root of the items that need a passphrase.
    ///
    /// Only the current key set gets it; such items cannot exist under the previous one.
    mutating func makePasscodeRoot(
        _ unlockKey: borrowing SealingKey, _ device: DeviceKey
    ) throws(StoreError) {
        let last = keysets.count - 1
        keysets[last].passcode = try KeysetCodec.seal(
            .passcode, try SealingKey.random(), unlockKey, device, store: store,
            keyset: keysets[last].number)
    }
}
