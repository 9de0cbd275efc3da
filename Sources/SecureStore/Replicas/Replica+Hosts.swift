/// Hosts of a fleet: who is let in, what they are called, and who is removed.
extension Replica {
    /// Lets a host in whose code a person has brought; returns its slot's number, whether that is new, and
    /// the answer that the host waits for.
    ///
    /// A request that was answered before has its slot, also if another host gave it. `check` runs in the
    /// change that makes the slot, and may refuse it.
    func letIn(
        _ request: HostRequest, _ code: SecretBytes, _ rights: HostRights,
        _ check: (WriteSession) throws(StoreError) -> Void
    ) throws(StoreError) -> (slot: Int64, isNew: Bool, answer: [UInt8]) {
        try checkMayWrite()
        let shield = try request.shield(code)
        try catchUp()
        let (slot, isNew) = try slot(for: request, shield, rights, check)
        let snapshot = try engine.snapshot()
        guard let fleet = snapshot.state.replica?.fleet else { throw WriteSession.notReplica }
        return (slot, isNew, try HostRequest.answer(code, snapshot.ring, fleet))
    }

    private func slot(
        for request: HostRequest, _ shield: borrowing SealingKey, _ rights: HostRights,
        _ check: (WriteSession) throws(StoreError) -> Void
    ) throws(StoreError) -> (slot: Int64, isNew: Bool) {
        if let slot = try hostSlots().slots.first(where: request.isAnswered) { return (slot.number, false) }
        return try SlotEditor(engine: engine, committer: self).change {
            session, unlockKey, keys, maker throws(StoreError) in
            try session.checkIsReplica()
            // Another host may have been faster.
            if let slot = keys.slots.first(where: request.isAnswered) { return (slot.number, false) }
            try check(session)
            keys.slots.append(
                try SlotCodec.make(
                    unlockKey.key, for: request, shield: shield, store: keys.store, number: maker.number,
                    writeKey: rights == .readOnly ? nil : unlockKey.writeKey))
            return (maker.number, true)
        }
    }

    // MARK: - Names

    /// The slots of all hosts, for which the state vouches, and the keys of the same moment.
    func hostSlots() throws(StoreError) -> (slots: [SlotRow], ring: KeyRing) {
        let (slots, ring) = try provenSlots()
        return (slots.filter { $0.kind == KeySlot.Kind.host.rawValue }, ring)
    }

    private func provenSlots() throws(StoreError) -> (slots: [SlotRow], ring: KeyRing) {
        try prepareRead()
        return try engine.read { snapshot throws(StoreError) in
            let material = try KeyMaterial(snapshot.connection)
            _ = try material.checkedState(snapshot.ring)
            return (material.slots, snapshot.ring)
        }
    }

    /// A name for the host that has this slot, sealed for the server.
    package func sealHostName(_ name: String, slot: Int64) throws(StoreError) -> [UInt8] {
        let (slots, ring) = try provenSlots()
        guard let slot = slots.first(where: { $0.number == slot }) else {
            throw StoreError(.param, "the store has no slot \(slot); \(NextStep.listHosts)")
        }
        return try HostName(of: slot, ring).seal(name, nil)
    }

    /// Seals the names that the server keeps with the present keys, while those before them are there.
    func renewNames() throws(StoreError) {
        let (slots, ring) = try hostSlots()
        try order.renewHostNames(of: slots.map(\.number)) { number, sealed throws(StoreError) in
            guard let slot = slots.first(where: { $0.number == number }) else { return nil }
            return try HostName(of: slot, ring).renew(sealed)
        }
    }

    /// This host's name, sealed again; nil if what the server keeps for it is good.
    ///
    /// The host looks first where it has sealed its name for itself. Where it finds none, it takes the one
    /// that is given.
    package func renewHostName(_ kept: [UInt8]?, orElse name: String) throws(StoreError) -> [UInt8]? {
        let (slots, ring) = try provenSlots()
        guard let own = engine.keys.currentUnlockKey?.slotSecret,
            let slot = slots.first(where: { $0.number == own.slot })
        else { return nil }
        let (hostName, kept) = (HostName(of: slot, ring), kept ?? [])
        let (shared, ownName) = (try hostName.open(kept), try hostName.open(kept, own))
        if let shared, shared.isPresent, ownName == shared.name { return nil }
        return try hostName.seal(ownName ?? shared?.name ?? name, own)
    }

    // MARK: - Removing

    /// Ends a change of keys that was interrupted, and makes new ones after it; false if there is none.
    package func endChangeOfKeys(_ observer: WorkProgress.Observer?) throws(StoreError) -> Bool {
        try checkMayWrite()
        try catchUp()
        guard try engine.snapshot().ring.previous != nil else { return false }
        var earlier = KeyRotation(engine, over: self, observer)
        try earlier.run()
        return true
    }

    /// Removes hosts' slots in the change with which new keys begin, or ends one that was interrupted.
    ///
    /// So it takes slots that are not there for those that went, and does not throw.
    package func removeHosts(_ slots: Set<Int64>, _ observer: WorkProgress.Observer?) throws(StoreError) {
        try checkMayWrite()
        try catchUp()
        // Perhaps that is what this call is to do.
        if try !hasSlot(slots), try endChangeOfKeys(observer) { return }
        try engine.material().checkAreOtherHosts(slots, than: try engine.keys.unlockKey())
        var rotation = KeyRotation(engine, over: self, observer, removing: slots)
        try rotation.run()
        guard try !hasSlot(slots) else {
            throw StoreError(
                .databaseLocked,
                "another host was changing the keys: some of these slots are still there; try again")
        }
    }

    private func hasSlot(_ numbers: Set<Int64>) throws(StoreError) -> Bool {
        try provenSlots().slots.contains { numbers.contains($0.number) }
    }
}
