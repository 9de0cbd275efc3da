/// The first and the last transaction of a rotation; between them a store has two key sets.
extension WriteSession {
    /// Adds a new key set, wraps both under a new unlock key, and seals that into every slot.
    ///
    /// Returns nil when there are two key sets already: another process has begun the rotation. The write key
    /// of a fleet becomes another one too, unless it is for the removal of hosts that never had it.
    func beginRotation(
        _ old: UnlockKey, _ device: Result<DeviceKey, StoreError>, removing removed: Set<Int64> = []
    ) throws(StoreError) -> UnlockKey? {
        guard ring.previous == nil else { return nil }
        // Earlier changes of this transaction belong to the old keys.
        try writeIndexes()
        // Sealed only to slots that the state vouches for: every recipient can open the new unlock key.
        let new = try changeKeys { material throws(StoreError) -> UnlockKey in
            guard material.current.number < UInt32.max else {
                throw StoreError(
                    .invalidKeychain,
                    "the number of the store's key set is the highest there is; \(NextStep.moveOut)")
            }
            try material.checkCurrent(old)
            try renewRoots(of: &material, old, device)
            if !removed.isEmpty { try material.checkAreOtherHosts(removed, than: old) }
            var writeKey = old.writeKey
            if writeKey != nil, !material.areReadOnly(removed) { writeKey = try .random() }
            material.slots.removeAll { removed.contains($0.number) }
            let new = UnlockKey(try SealingKey.random(), old.slotSecret, writeKey)
            material.slots = try material.slots.map { slot throws(StoreError) in
                try SlotCodec.check(slot, store: material.store)
                return try SlotCodec.reseal(
                    slot, from: old.key, to: new.key, store: material.store,
                    writeKey: slot.mayWrite ? new.writeKey : nil)
            }
            material.keysets = try material.rotatedKeysets(from: old, to: new, device)
            material.commitment = KeyMaterial.commitment(to: new.key, store: material.store)
            material.writer = new.writeKey?.publicKey
            if let writeKey = old.writeKey {
                handover = try Handover.make(to: material, from: old.key, signedBy: writeKey)
            }
            return new
        }
        try adopt(new, device)
        (change.state.previousRoot, change.state.root) = (change.state.root, nil)
        return new
    }

    /// Makes roots that this machine's device key opens, or none where it has no key, unless an item needs
    /// the present ones.
    ///
    /// For a store that has come from another machine, has lost its device key, or was made without one.
    private func renewRoots(
        of material: inout KeyMaterial, _ unlockKey: UnlockKey, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) {
        let old = material.current
        let isOwn = try old.device == nil ? false : material.isOfTheMachine(unlockKey, device)
        // Items that stay on one machine are in no fleet.
        guard change.state.replica == nil else { return }
        // The passphrase may have been set where the device key was another one.
        if isOwn, material.hasPassphrase, old.passcode == nil, case .success(let own) = device {
            return try material.makePasscodeRoot(unlockKey.key, own)
        }
        guard !isOwn, try !finder().hasItemsOfOneMachine() else { return }
        material.keysets = [KeysetRow(number: old.number, main: old.main)]
        switch device {
        case .success(let own): try material.makeDeviceRoots(unlockKey.key, own)
        // A machine whose key cannot be read now has to try again.
        case .failure(let error):
            guard error.status == .notAvailable || old.device == nil else { throw error }
        }
    }

    /// Takes a row that was sealed again out of the list of its class under the previous keys.
    ///
    /// Its other entries there lie anywhere and do not count any more: ``removeLeftEntries(atMost:)`` removes
    /// them. On a replica they go at once, because the other hosts make their indexes from the rows.
    func leaveList(_ row: Found.Row) {
        guard change.state.replica == nil else { return removeEntries(of: row) }
        change.earlierEntries.remove(IndexKey(Tokens.list(row.columns.itemClass), row.columns.number))
    }

    /// Removes the next entries that rows have left under the previous keys, in the order of the keys; false
    /// when there are none.
    func removeLeftEntries(atMost most: Int) throws(StoreError) -> Bool {
        guard let earlierRows, try earlierRows.firstItems(1).isEmpty else { return false }
        let left = try earlierRows.index.entries(
            IndexKey(0, 0, 0)...IndexKey(.max, .max, .max), most: most)
        for entry in left { change.earlierEntries.remove(entry.key) }
        if !left.isEmpty { change.isEmpty = false }
        return !left.isEmpty
    }

    /// Removes the key set before `target`, which no item needs any more.
    func endRotation(
        to target: UInt32, _ unlockKey: UnlockKey, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) {
        // Another process may have been faster, and a third may even have begun the next rotation.
        guard ring.previous != nil, ring.keyset == target else { return }
        guard change.state.previousRoot == nil else {
            throw StoreError.mistake("items still need the keys that are being removed")
        }
        try changeKeys { material throws(StoreError) in material.keysets = [material.current] }
        try adopt(unlockKey, device)
    }
}

extension KeyMaterial {
    /// The present roots under the new unlock key, so that the old one alone no longer opens them, and then a
    /// new root for each of them.
    fileprivate func rotatedKeysets(
        from old: UnlockKey, to new: UnlockKey, _ device: Result<DeviceKey, StoreError>
    ) throws(StoreError) -> [KeysetRow] {
        let present = current
        let rewrapped = try row(present.number, new, device) { root, box, device throws(StoreError) in
            let key = try KeysetCodec.open(
                root, box, old.key, device, store: store, keyset: present.number)
            guard let key else {
                throw StoreError(
                    .notAvailable,
                    "a root of the store's keys cannot be opened with this device key; rotate the keys "
                        + "where the store was made")
            }
            return key
        }
        let fresh = try row(present.number + 1, new, device) { _, _, _ throws(StoreError) in
            try SealingKey.random()
        }
        return [rewrapped, fresh]
    }

    /// A key set with a root for each present one, which `key` makes of that one's box.
    private func row(
        _ number: UInt32, _ unlockKey: UnlockKey, _ device: Result<DeviceKey, StoreError>,
        _ key: (KeysetCodec.Root, [UInt8], DeviceKey?) throws(StoreError) -> SealingKey
    ) throws(StoreError) -> KeysetRow {
        func box(_ root: KeysetCodec.Root, _ box: [UInt8]) throws(StoreError) -> [UInt8] {
            let device = root == .main ? nil : try device.get()
            return try KeysetCodec.seal(
                root, try key(root, box, device), unlockKey.key, device, store: store, keyset: number)
        }
        var row = KeysetRow(number: number, main: try box(.main, current.main))
        if let present = current.device { row.device = try box(.device, present) }
        if let present = current.passcode { row.passcode = try box(.passcode, present) }
        return row
    }
}
