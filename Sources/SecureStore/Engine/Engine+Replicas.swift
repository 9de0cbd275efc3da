/// A store on many machines: replicas that take their changes to one order, and take in those of others.
extension Engine {
    // MARK: - Changes of this host

    /// Runs a transaction in this host's turn, after everything that others changed before it.
    func write<R>(
        inTurnOf order: any ChangeOrder, _ body: (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        // Not in the turn: a transaction within another would wait for itself there.
        try database.checkMayWrite()
        return try noting { () throws(StoreError) in try take(order, body) }
    }

    /// Runs a transaction at once, or in a turn of this host together with the changes of other threads.
    ///
    /// `body` may run twice; only the last time counts.
    func change<R: Sendable>(
        over order: any ChangeOrder, in turns: SharedTurns,
        _ body: @escaping @Sendable (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        // First: in a forked child, the locks of what follows may be held for ever.
        try keys.checkProcess()
        try database.checkMayWrite()
        return try noting { () throws(StoreError) in
            // A change that comes after lock() or unlock() is made with what keys there are then.
            let unlockKey = keys.currentUnlockKey
            let ways = SharedTurns.Ways(
                atOnce: { own throws(StoreError) in try self.makeAtOnce(order, turns, own) },
                inTurn: { all throws(StoreError) in try self.take(order, all) },
                mayShare: { [keys] in keys.currentUnlockKey === unlockKey })
            return try turns.make(body, ways, waitingAtMost: order.patience)
        }
    }

    /// Runs a transaction on the guess that no other host has changed anything since this process did.
    ///
    /// False if it did not come to be kept. Then it has to run again in a turn, also if `body` threw: it may have seen what
    /// is no longer so.
    private func makeAtOnce(
        _ order: any ChangeOrder, _ turns: SharedTurns,
        _ body: (WriteSession) throws(StoreError) -> Void
    ) throws(StoreError) -> Bool {
        guard let guess = turns.guess.withLock({ $0 }) else { return false }
        var (isKept, mayHold) = (false, true)
        do throws(StoreError) {
            try commit(
                { session throws(StoreError) in
                    mayHold = guess.point == session.change.state.replica
                    guard mayHold else { throw Self.turnIsTaken }
                    do throws(StoreError) { try body(session) } catch {
                        mayHold = false
                        throw error
                    }
                }
            ) { change throws(StoreError) in
                isKept = try order.keepAtOnce(change, after: guess.newest)
                mayHold = isKept
                guard isKept else { throw Self.turnIsTaken }
            }
        } catch {
            guard mayHold else { return false }
            throw error
        }
        // What changes nothing asked nobody.
        return isKept
    }

    private static let turnIsTaken = StoreError(
        .databaseLocked, "another process took this host's turn")

    /// Takes this host's turn, and runs a transaction in it.
    private func take<R>(
        _ order: any ChangeOrder, _ body: (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        // Read first, as for a look: a turn may be lost without a word, and then others go on.
        let known = try readingFile { $0.state.sequence }
        return try order.takingTurn { turn throws(StoreError) in
            let newest = try turn.newest()
            let isAlone = try !catchUp(newest, turn, from: known)
            let result = try commit(
                { session throws(StoreError) in
                    guard session.change.state.sequence == newest.number else { throw Self.turnIsTaken }
                    return try body(session)
                }
            ) { change throws(StoreError) in try turn.keep(change) }
            if !isAlone { turns?.guess.withLock { $0 = nil } }
            return result
        }
    }

    /// Notes, if `body` succeeds, that this replica has everything that was kept when it began.
    private func noting<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        let asked = settings.freshness?.now
        let result = try body()
        if let asked { settings.freshness?.note(asked) }
        return result
    }

    /// Runs a transaction, and commits it here once it is kept.
    func commit<R>(
        _ body: (WriteSession) throws(StoreError) -> R,
        _ keep: (borrowing OutgoingChange) throws(StoreError) -> Void
    ) throws(StoreError) -> R {
        var kept: SharedTurns.Guess?
        do throws(StoreError) {
            let result = try writeHere { session throws(StoreError) in
                session.connection.changedItems = []
                defer { session.connection.changedItems = nil }
                let result = try body(session)
                try settings.interceptor?.willBegin(.commit)
                let state = try session.finish { outgoing throws(StoreError) in
                    try keep(session.change(outgoing))
                    kept = SharedTurns.Guess(newest: outgoing.state, point: session.change.state.replica)
                }
                return (result, state)
            }
            if let kept { turns?.guess.withLock { $0 = kept } }
            return result
        } catch {
            guard kept != nil else { throw error }
            throw StoreError(
                error.status,
                "the fleet has kept the change, but this replica does not have it yet: \(error.reason)")
        }
    }

    // MARK: - Changes of others

    /// Takes in what other hosts changed; returns the number of the newest change.
    @discardableResult
    func catchUp(with order: any ChangeOrder) throws(StoreError) -> UInt64 {
        // Read first: what another thread or process of this host takes in meanwhile is no step back of the server.
        let known = try readingFile { $0.state.sequence }
        return try noting { () throws(StoreError) in
            try order.looking { kept throws(StoreError) in
                let newest = try kept.newest()
                try catchUp(newest, kept, from: known)
                return newest.number
            }
        }
    }

    /// Brings this replica up to date if its reads have to know more.
    ///
    /// A store without keys cannot be read either way, and in a forked child, which has none, locks may be held for ever.
    func prepareRead(_ freshness: Freshness) throws(StoreError) {
        guard let order = settings.order, keys.wasUnlocked else { return }
        try freshness.prepareRead { () throws(StoreError) in try catchUp(with: order) }
    }

    /// Takes in what is kept by a server that this host has seen at a change before it looked; returns whether there was
    /// anything.
    @discardableResult
    private func catchUp(
        _ newest: KeptState, _ kept: any KeptChanges, from known: UInt64
    ) throws(StoreError) -> Bool {
        guard try isBehind(newest, from: known) else { return false }
        var adopted: (old: UnlockKey?, IncomingKeys)?
        var hasDroppedKeys = false
        _ = try writeHere { session throws(StoreError) in
            // Another thread or process may have been faster.
            if session.change.state.sequence >= newest.number { return ((), session.change.state) }
            let old = keys.currentUnlockKey
            let incoming = try incomingKeys(newest, kept, session)
            hasDroppedKeys = incoming.ring.of(session.ring.keyset) == nil || session.ring.previous != nil
            try session.receive(newest, kept, incoming)
            if incoming.material != nil { adopted = (old, incoming) }
            return ((), session.change.state)
        }
        guard let (old, incoming) = adopted else { return true }
        keys.adopt(incoming.ring, incoming.unlockKey, inPlaceOf: old)
        if hasDroppedKeys { forgetOldPages() }
        database.emptyJournal()
        return true
    }

    /// Rewrites the file, whose free pages may still hold what was sealed with keys that are gone.
    ///
    /// What was taken in is there already, so that a full disk is no reason to fail: `compact()` does the same later.
    private func forgetOldPages() {
        do throws(StoreError) { try database.rewrite() } catch {}
    }

    /// Whether the server has more than this replica, after checking that it is no other history.
    private func isBehind(_ newest: KeptState, from known: UInt64) throws(StoreError) -> Bool {
        let (state, ring) = try readingFile { ($0.state, $0.ring) }
        guard let point = state.replica else {
            throw StoreError(.param, "this store is not a replica of a fleet")
        }
        guard newest.number >= known else { throw point.diverged(at: known, newest.number) }
        guard newest.number == state.sequence else { return newest.number > state.sequence }
        guard newest.keysVersion == state.keysVersion,
            try SetState(shared: newest, ring).replica?.after(ReplicaPoint.link(of: newest.box)) == point
        else { throw point.diverged(at: state.sequence, newest.number) }
        return false
    }

    /// The keys of the newest kept state.
    private func incomingKeys(
        _ newest: KeptState, _ kept: any KeptChanges, _ session: WriteSession
    ) throws(StoreError) -> IncomingKeys {
        let (ring, state) = (session.ring, session.change.state)
        if newest.keysVersion == state.keysVersion { return IncomingKeys(ring: ring) }
        let material = try KeyMaterial(record: try kept.keys(), keysVersion: newest.keysVersion)
        guard material.store == ring.store else { throw ReplicaPoint.foreign }
        guard newest.keysVersion > state.keysVersion else {
            throw StoreError(.invalidData, "the fleet's keys went back to an earlier version")
        }
        guard let own = keys.currentUnlockKey else {
            // Without the unlock key, other slots can be followed, but no other keys.
            return IncomingKeys(ring: try keys.remaining(in: material), material: material)
        }
        let device = keys.deviceKey()
        var latest = own
        for handover in try kept.handovers(after: state.keysVersion) {
            let between = try Handover.open(handover, from: latest.key, ring.store)
            guard let next = try KeyHierarchy.way(into: between, latest, device) else { throw Self.removed }
            latest = next
        }
        guard material.accepts(latest.key) else {
            throw StoreError(.invalidData, "no handover leads to the fleet's present unlock key")
        }
        guard let way = try KeyHierarchy.way(into: material, latest, device) else { throw Self.removed }
        return IncomingKeys(
            ring: try material.ring(way.key, device: device), unlockKey: way, material: material)
    }

    private static let removed = StoreError(
        .authFailed, "this host was removed from its fleet: no slot opens with its key")
}
