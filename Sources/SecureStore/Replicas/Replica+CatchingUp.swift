/// Changes of other hosts, which a replica takes in, and for which its reads may have to wait.
extension Replica {
    /// Takes in what other hosts changed; returns the number of the newest change.
    @discardableResult
    func catchUp() throws(StoreError) -> UInt64 {
        // Read first: changes that this host takes in elsewhere meanwhile are no step back of the server.
        let known = try engine.snapshot().state.sequence
        let asked = freshness?.now
        let kept = try order.look()
        defer { kept.end() }
        let newest = try kept.newest()
        try catchUp(newest, kept, from: known)
        freshness?.note(asked)
        return newest.number
    }

    /// Brings this replica up to date if its reads have to know more.
    ///
    /// A store without keys cannot be read; in a forked child, which has none, locks may be held for ever.
    func prepareRead() throws(StoreError) {
        guard let freshness, engine.keys.wasUnlocked else { return }
        try freshness.prepareRead { () throws(StoreError) in try catchUp() }
    }

    /// Takes in the changes that the server keeps, and tells whether there were any.
    ///
    /// `known` is a change that this host had seen before it asked the server.
    @discardableResult
    func catchUp(
        _ newest: KeptState, _ kept: any KeptChanges, from known: UInt64
    ) throws(StoreError) -> Bool {
        guard try isBehind(newest, from: known) else { return false }
        do throws(StoreError) { try takeIn(newest, kept, everything: false) } catch {
            guard [.invalidData, .decode].contains(error.status), kept.canBeAsked else { throw error }
            // Perhaps the server only says wrongly when a row was touched last. Behind new keys, the own row
            // then looks damaged.
            try takeIn(newest, kept, everything: true)
        }
        // Another process was perhaps faster, and asked a server with another history.
        _ = try isBehind(newest, from: known)
        return true
    }

    private func takeIn(
        _ newest: KeptState, _ kept: any KeptChanges, everything: Bool
    ) throws(StoreError) {
        var adopted: (old: UnlockKey?, IncomingKeys)?
        var hasDroppedKeys = false
        do {
            let writing = try engine.beginWriting()
            let session = writing.session
            // Another thread or process may have been faster.
            guard session.change.state.sequence < newest.number else { return }
            let old = engine.keys.currentUnlockKey
            let incoming = try incomingKeys(newest, kept, session)
            hasDroppedKeys = incoming.ring.of(session.ring.keyset) == nil || session.ring.previous != nil
            try session.receive(newest, kept, incoming, everything: everything)
            if incoming.material != nil { adopted = (old, incoming) }
            try writing.commit()
        }
        guard let (old, incoming) = adopted else { return }
        engine.keys.adopt(incoming.ring, incoming.unlockKey, inPlaceOf: old)
        if hasDroppedKeys {
            // Free pages may still hold what was sealed with keys that are gone. The changes are there, so a
            // full disk is no reason to fail: `compact()` does the same later.
            do throws(StoreError) { try engine.database.rewrite() } catch {}
        }
        engine.database.emptyJournal()
    }

    /// Asks whether the server has more than this replica, after checking that both have one history.
    private func isBehind(_ newest: KeptState, from known: UInt64) throws(StoreError) -> Bool {
        let snapshot = try engine.snapshot()
        let (state, ring) = (snapshot.state, snapshot.ring)
        guard let point = state.replica else { throw WriteSession.notReplica }
        guard newest.number >= known else { throw point.diverged(at: known, newest.number) }
        guard newest.number == state.sequence else { return newest.number > state.sequence }
        let diverged = point.diverged(at: state.sequence, newest.number)
        guard newest.keysVersion == state.keysVersion else { throw diverged }
        guard try StoreState.leads(newest, to: point, ring) else {
            // One that nobody has signed is damage, and no other history.
            _ = try StoreState(shared: newest, ring)
            throw diverged
        }
        return false
    }

    /// The keys of the newest kept state.
    private func incomingKeys(
        _ newest: KeptState, _ kept: any KeptChanges, _ session: WriteSession
    ) throws(StoreError) -> IncomingKeys {
        let (ring, state) = (session.ring, session.change.state)
        if newest.keysVersion <= state.keysVersion { return IncomingKeys(ring: ring) }
        let material = try KeyMaterial(record: try kept.keys(), keysVersion: newest.keysVersion)
        guard material.store == ring.store else { throw ReplicaPoint.foreign }
        guard let own = engine.keys.currentUnlockKey else {
            // Without the unlock key, other slots can be followed, but no other keys.
            let left = try engine.keys.remaining(in: material)
            // Only a handover brings another write key.
            guard left.writer == ring.writer else { throw Self.notHandedOver }
            return IncomingKeys(ring: left, material: material)
        }
        let device = engine.keys.deviceKey()
        let (latest, isRemoved) = try kept.followKeys(
            from: own, ring, after: state.keysVersion, to: material, device)
        guard let latest else { throw isRemoved ? Self.removed : Self.notHandedOver }
        guard let way = try material.unlock(asBefore: latest, device) else { throw Self.removed }
        return IncomingKeys(
            ring: try material.ring(way, device: device), unlockKey: way, material: material)
    }

    private static let notHandedOver = StoreError(
        .invalidData,
        "no handover leads to the fleet's present keys: it was damaged on the server, or the keys were replaced more than a "
            + "thousand times since; \(NextStep.joinAgain)")

    private static let removed = StoreError(
        .authFailed,
        "this host was removed from its fleet: no slot opens with its key; to come back, it moves its store away, "
            + "and joins again (Fleet.join, securestore fleet join --forget)")
}
