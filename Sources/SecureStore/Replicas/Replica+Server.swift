/// The server's copy of a fleet: compared with a replica, mended from it, and written anew.
extension Replica {
    /// Compares what the server keeps with this replica, after taking in what is new.
    func compareServer(_ observer: WorkProgress.Observer?) throws(StoreError) -> ServerCopy {
        let known = try engine.snapshot().state.sequence
        let kept = try order.look()
        defer { kept.end() }
        let newest = try kept.newest()
        try catchUp(newest, kept, from: known)
        return try engine.read(forWalk: true) { snapshot throws(StoreError) in
            guard snapshot.state.sequence == newest.number else {
                throw StoreError(.databaseLocked, "the fleet was changed meanwhile; try again")
            }
            return try kept.compare(
                snapshot.finder(engine.settings), snapshot.ring, KeyMaterial(snapshot.connection), observer)
        }
    }

    /// Sends the rows in which the server's copy differs once more, and the keys, in a change of their own.
    func repairServer(_ observer: WorkProgress.Observer?) throws(StoreError) -> ServerCopy {
        try engine.database.checkMayWrite()
        let copy = try compareServer(observer)
        guard !copy.isWhole else { return copy }
        let known = try engine.snapshot().state.sequence
        let turn = try order.takeTurn()
        defer { turn.end() }
        let newest = try turn.newest()
        try catchUp(newest, turn, from: known)
        let writing = try beginWriting()
        guard writing.session.change.state.sequence == newest.number else {
            throw Self.lostTurn
        }
        try send(copy, writing, turn)
        return copy
    }

    /// Makes the server's copy this replica's, though the server has another history; returns what it had
    /// before.
    ///
    /// For the other hosts it is a change like any other after the server's newest. Its number is higher than
    /// all that this host and the server have seen.
    func reseedServer(_ observer: WorkProgress.Observer?) throws(StoreError) -> ServerCopy {
        try engine.database.checkMayWrite()
        let known = try engine.snapshot().state.sequence
        let turn = try order.takeTurn()
        defer { turn.end() }
        let newest = try turn.newest()
        do throws(StoreError) { try catchUp(newest, turn, from: known) } catch {
            guard error.status == .divergedHistory else { throw error }
            return try reseed(newest, turn, observer)
        }
        throw StoreError(
            .param, "the server has this host's history: there is nothing to write anew; this host can go on")
    }

    private func reseed(
        _ newest: KeptState, _ turn: any ChangeTurn, _ observer: WorkProgress.Observer?
    ) throws(StoreError) -> ServerCopy {
        let writing = try beginWriting()
        let session = writing.session
        let shared = try session.stateOfOtherHistory(newest)
        let copy = try turn.compare(
            session.finder(), session.ring, KeyMaterial(session.connection), observer)
        let links = try session.goOn(after: newest, shared)
        try session.renew(copy.differences.compactMap(\.item))
        try send(copy, writing, turn, after: links)
        return copy
    }

    /// Sends rows and keys as they are in this replica, after so many empty links.
    private func send(
        _ copy: ServerCopy, _ writing: consuming Writing, _ turn: any ChangeTurn, after links: UInt64 = 0
    ) throws(StoreError) {
        // The change must be one: with another version of the keys, all hosts read them again.
        try writing.session.changeKeys { _ throws(StoreError) in }
        forgetGuess()
        guard let change = try outgoing(writing.session, copy.differences.map(\.row), after: links) else {
            return
        }
        try turn.keep(change)
        try commit(writing, change.state)
        engine.database.emptyJournal()
        try engine.followKeys()
    }
}

extension WriteSession {
    /// The server's newest state, of another history of this fleet under the same keys.
    fileprivate func stateOfOtherHistory(_ newest: KeptState) throws(StoreError) -> StoreState {
        let shared: StoreState
        do throws(StoreError) { shared = try StoreState(shared: newest, ring) } catch {
            throw StoreError(
                .invalidData,
                "the server's newest state was sealed with other keys than this host has: keys were replaced on one "
                    + "side; \(NextStep.newFleet)")
        }
        guard shared.replica?.fleet == change.state.replica?.fleet else { throw ReplicaPoint.foreign }
        return shared
    }

    /// Moves the state behind the server's newest, and all numbers beyond those of both; returns how many
    /// empty links stand for changes that only one of the two has seen.
    fileprivate func goOn(after newest: KeptState, _ shared: StoreState) throws(StoreError) -> UInt64 {
        let links = change.state.sequence > newest.number ? change.state.sequence - newest.number : 0
        guard links <= OutgoingChange.mostEmptyLinks else {
            throw StoreError(
                .invalidData,
                "the server is \(links) changes behind this host, more than can be passed over; \(NextStep.newFleet)"
            )
        }
        var point = shared.replica?.after(ReplicaPoint.link(of: newest.box))
        for _ in 0..<links { point = point?.after(OutgoingChange.emptyLink) }
        change.state.replica = point
        change.state.sequence = max(change.state.sequence, newest.number)
        change.state.keysVersion = max(change.state.keysVersion, shared.keysVersion)
        change.state.nextNumber = max(change.state.nextNumber, shared.nextNumber)
        return links
    }

    /// Gives items generations that neither history has given.
    ///
    /// Under those that they have, hosts may have read other values.
    fileprivate func renew(_ items: [ItemReference]) throws(StoreError) {
        for item in items {
            let finder = finder()
            var walk = RowWalk(finder.rows, finder.earlier, after: 0, bytes: 0) { _ in .reference(item) }
            guard let (entry, rows) = try walk.next() else { continue }
            let found = try codec.open(try rows.row(entry, .whole))
            guard let attributes = found.attributes else { continue }
            _ = try replace(found, attributes, found.stored)
        }
    }
}
