/// The first and the last change of a store as a replica.
extension WriteSession {
    /// Makes the store a replica: its first change hands everything that it holds to the others.
    func beginFleet(
        _ fleet: Bytes16, _ unlockKey: UnlockKey, _ device: DeviceKey
    ) throws(StoreError) {
        guard change.state.replica == nil else {
            throw StoreError(.param, "this store is a replica of a fleet already")
        }
        guard ring.previous == nil else {
            throw StoreError(
                .param, "a change of the store's keys was interrupted; finish it with rotateKeys()")
        }
        try markAllItems()
        try changeKeys { keys throws(StoreError) in
            try keys.checkCurrent(unlockKey)
            let number = try keys.nextSlot()
            keys.slots.removeAll { $0.kind == SlotKind.deviceKey.rawValue }
            keys.slots.append(try SlotMaker(store: keys.store, number: number).host(unlockKey.key, device))
            guard keys.slots.count <= SlotCodec.most else {
                throw StoreError(.param, "the store has no room for another slot")
            }
            for index in keys.keysets.indices {
                (keys.keysets[index].device, keys.keysets[index].passcode) = (nil, nil)
            }
        }
        change.state.replica = ReplicaPoint(beginning: fleet)
    }

    /// Marks every item as changed, after checking that it opens and may be on another machine.
    private func markAllItems() throws(StoreError) {
        var bound = 0
        try finder().each(.whole) { row throws(StoreError) in
            switch row {
            case .damaged(let error, _): throw error
            case .whole(let row):
                if Accessibility(rawValue: row.head.access)?.isThisDeviceOnly ?? true {
                    bound += 1
                } else {
                    _ = try codec.open(row)
                    connection.changedItems?.insert(row.number)
                }
            }
        }
        guard bound == 0 else {
            throw StoreError(
                .param,
                "\(bound) items stay on this device and cannot be in a fleet; change their accessibility or delete them"
            )
        }
    }

    func checkIsReplica() throws(StoreError) {
        guard change.state.replica != nil else {
            throw StoreError(.param, "this store is not a replica of a fleet")
        }
    }

    /// Makes the replica a store by itself, which opens with this machine's device key or its passphrase.
    ///
    /// If no device key is wanted, a recovery code alone opens it. If the store has a passphrase, what
    /// unlocked it must open what it becomes: the device key of a host does not. The fleet's history and this
    /// one part here, so the numbers leap: also past `other`, for a backup of a replica.
    func leaveFleet(
        _ unlockKey: UnlockKey, _ deviceKey: () throws(StoreError) -> DeviceKey?, past other: Int64? = nil
    ) throws(StoreError) {
        try checkIsReplica()
        try changeKeys { keys throws(StoreError) in
            try keys.checkCurrent(unlockKey)
            let number = try keys.nextSlot()
            keys.slots.removeAll { $0.kind == SlotKind.host.rawValue }
            let hasPassphrase = keys.slots.contains { $0.kind == SlotKind.passphrase.rawValue }
            if hasPassphrase { try keys.checkStillOpens(unlockKey) }
            let device = hasPassphrase ? try? deviceKey() : try deviceKey()
            if !hasPassphrase, let device {
                keys.slots.append(
                    try SlotMaker(store: keys.store, number: number).device(unlockKey.key, device))
            }
            guard !keys.slots.isEmpty else {
                throw StoreError(.notAvailable, "a store without passphrase needs a device key")
            }
            guard let device else { return }
            try keys.makeDeviceRoots(unlockKey, device)
            if hasPassphrase { try keys.makePasscodeRoot(unlockKey, device) }
        }
        try leap(past: other)
        change.state.replica = nil
    }
}

extension KeyMaterial {
    /// Refuses slots of which none opens with what gave this unlock key.
    fileprivate func checkStillOpens(_ unlockKey: UnlockKey) throws(StoreError) {
        do throws(StoreError) { _ = try unlock(unlockKey.slotSecret) } catch {
            guard error.status == .authFailed else { throw error }
            throw StoreError(
                .authFailed,
                "the store has a passphrase, and opens with that alone outside of its fleet; unlock it with the passphrase"
            )
        }
    }
}
