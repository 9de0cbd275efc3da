/// The first change of a store as a replica.
extension WriteSession {
    /// Makes the store a replica: its first change hands everything that it holds to the others.
    func beginFleet(
        _ fleet: Bytes16, _ unlockKey: UnlockKey, _ device: DeviceKey
    ) throws(StoreError) {
        guard change.state.replica == nil else {
            throw StoreError(
                .param,
                "this store is a replica of a fleet already; Fleet.open opens it, and Fleet.leave ends that")
        }
        guard ring.previous == nil else {
            throw StoreError(
                .param, "a change of the store's keys was interrupted; rotate them again to finish it")
        }
        try markAllItems()
        let writeKey = try WriteKey.random()
        try changeKeys { keys throws(StoreError) in
            try keys.checkCurrent(unlockKey)
            let number = try keys.nextSlot()
            keys.slots.removeAll { $0.kind == KeySlot.Kind.deviceKey.rawValue }
            keys.slots = try keys.slots.map { slot throws(StoreError) in
                try SlotCodec.check(slot, store: keys.store)
                return try SlotCodec.reseal(
                    slot, from: unlockKey.key, to: unlockKey.key, store: keys.store, writeKey: writeKey)
            }
            let maker = SlotMaker(store: keys.store, number: number, writeKey: writeKey)
            keys.slots.append(try maker.device(unlockKey.key, device, kind: .host))
            keys.writer = writeKey.publicKey
            try keys.checkRoom()
            for index in keys.keysets.indices {
                (keys.keysets[index].device, keys.keysets[index].passcode) = (nil, nil)
            }
        }
        try adopt(UnlockKey(unlockKey.key.another(), unlockKey.slotSecret, writeKey), .success(device))
        change.state.replica = ReplicaPoint(beginning: fleet)
    }

    /// Marks every item as changed, after checking that it opens and may be on another machine.
    private func markAllItems() throws(StoreError) {
        var bound = 0
        try finder().eachWhole(.whole) { row throws(StoreError) in
            if Accessibility(rawValue: row.columns.access)?.isThisDeviceOnly ?? true {
                bound += 1
            } else {
                _ = try codec.open(row)
                connection.changedItems?.insert(row.columns.number)
            }
        }
        guard bound == 0 else {
            throw StoreError(
                .param,
                "\(bound) items stay on this device and cannot be in a fleet; change their accessibility or delete them"
            )
        }
    }
}
