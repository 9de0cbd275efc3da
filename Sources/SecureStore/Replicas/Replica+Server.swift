/// The server's copy of a fleet: compared with a replica, mended from it, and written anew.
extension Replica {
    /// Compares what the server keeps with this replica, after taking in what is new.
    package func compareServer(_ observer: WorkProgress.Observer?) throws(StoreError) -> ServerCopy {
        let known = try engine.snapshot().state.sequence
        let kept = try order.look()
        defer { kept.end() }
        let head = try head(of: kept, from: known)
        return try engine.read(forWalk: true) { snapshot throws(StoreError) in
            let number = snapshot.state.sequence
            guard head.kind != .known || number == head.number else {
                throw ServerCopy.changedMeanwhile
            }
            return try kept.compare(
                head, with: snapshot.state, snapshot.finder(engine.settings), snapshot.ring,
                KeyMaterial(snapshot.connection), observer)
        }
    }

    /// Sends the rows in which the server's copy differs once more, and the keys, in a change of their own.
    ///
    /// The change also takes the place of a newest state that is damaged, if that takes nothing away.
    package func repairServer(_ observer: WorkProgress.Observer?) throws(StoreError) -> ServerCopy {
        let copy = try repairOnce(observer)
        // Links that lie at the end of what one change passes over are left to the next.
        for _ in 0..<2 where copy.surplusTraces > 0 {
            guard try hasSurplusLinks() else { break }
            _ = try repairOnce(observer)
        }
        return copy
    }

    private func hasSurplusLinks() throws(StoreError) -> Bool {
        let kept = try order.look()
        defer { kept.end() }
        let number = try engine.snapshot().state.sequence
        return try !kept.links(after: number, upTo: number + OutgoingChange.mostEmptyLinks - 1).isEmpty
    }

    private func repairOnce(_ observer: WorkProgress.Observer?) throws(StoreError) -> ServerCopy {
        try checkMayWrite()
        let copy = try compareServer(observer)
        guard !copy.isWhole else { return copy }
        let known = try engine.snapshot().state.sequence
        let turn = try order.takeTurn()
        defer { turn.end() }
        let head = try head(of: turn, from: known)
        guard head.kind == copy.head else { throw Self.lostTurn }
        if head.kind == .damaged { return try replace(head, turn, losing: nil, observer) }
        guard head.kind == .known, copy.unseen == nil else { throw copy.refusal }
        let writing = try beginWriting(at: head)
        let links = try writing.session.goOn(after: head, turn, past: nil)
        try send(copy, writing, turn, after: links, head.links.lost)
        return copy
    }

    /// Makes the server's copy this replica's, though the server has another history or a damaged state;
    /// returns what it had before.
    ///
    /// For the other hosts it is a change like any other after the server's newest. Its number is higher than
    /// all that this host and the server have seen. It takes nothing away but what an earlier comparison
    /// names.
    package func reseedServer(
        losing losses: ServerCopy?, _ observer: WorkProgress.Observer?
    ) throws(StoreError) -> ServerCopy {
        try checkMayWrite()
        let known = try engine.snapshot().state.sequence
        let turn = try order.takeTurn()
        defer { turn.end() }
        return try replace(try head(of: turn, from: known), turn, losing: losses, observer)
    }

    /// Begins a transaction in a turn, on what this replica had when it saw the newest state.
    private func beginWriting(at head: ServerHead) throws(StoreError) -> Writing {
        let writing = try beginWriting()
        guard head.kind != .known || writing.session.change.state.sequence == head.number else {
            throw Self.lostTurn
        }
        return writing
    }

    private func replace(
        _ head: ServerHead, _ turn: any ChangeTurn, losing losses: ServerCopy?,
        _ observer: WorkProgress.Observer?
    ) throws(StoreError) -> ServerCopy {
        let writing = try beginWriting(at: head)
        let session = writing.session
        let copy = try turn.compare(
            head, with: session.change.state, session.finder(), session.ring,
            KeyMaterial(session.connection), observer)
        guard head.kind != .known || copy.unseen != nil else {
            throw StoreError(
                .param,
                "the server has this host's history: there is nothing to write anew; this host can go on, and what "
                    + "differs is mended with Fleet.repair (securestore fleet repair)")
        }
        guard copy.isLossless || losses?.hasSameLosses(as: copy) == true else {
            throw losses == nil ? copy.refusal : ServerCopy.changedMeanwhile
        }
        let links = try session.goOn(after: head, turn, past: copy.unseen)
        if head.kind == .ofOtherHistory || !copy.isLossless {
            try session.renew(copy.differences.compactMap(\.item))
        }
        // Otherwise its links would later make the discarded changes its own, even if the server never gets
        // this one.
        if !copy.isLossless {
            try session.changing { () throws(StoreError) in try session.connection.deleteLinks() }
        }
        try send(copy, writing, turn, after: links, head.state == nil ? head.links.lost : [:])
        return copy
    }

    /// Sends rows and keys as they are in this replica, after so many empty links, and the links that the
    /// server has lost: hosts that are behind follow by these.
    private func send(
        _ copy: ServerCopy, _ writing: consuming Writing, _ turn: any ChangeTurn, after links: UInt64,
        _ lostLinks: [UInt64: [UInt8]]
    ) throws(StoreError) {
        // The change must be one: with another version of the keys, all hosts read them again.
        try writing.session.changeKeys { _ throws(StoreError) in }
        forgetGuess()
        let rows = copy.differences.map(\.row)
        guard
            var change = try outgoing(
                writing.session, rows, after: links, replacesHead: copy.head == .damaged)
        else { return }
        change.lostLinks = lostLinks
        // A replica of another history could not follow this change. It commits it first: if the server does
        // not get it then, the replica has another history as before, and reseeds again.
        if copy.head == .ofOtherHistory {
            try writing.commit()
            engine.followKeys()
            try turn.keep(change)
        } else {
            try turn.keep(change)
            try commit(writing, change.state)
            engine.followKeys()
        }
    }
}

extension WriteSession {
    /// Moves the state behind the server's newest change, and all numbers beyond those of both; returns how
    /// many numbers lie between.
    ///
    /// They keep the links that they have, or get empty ones, and one more says from where the jump goes: a
    /// host that has seen a later change does not follow. What stands further off than can be passed over is
    /// no number that the fleet has reached, and counts once it is near.
    fileprivate func goOn(
        after head: ServerHead, _ kept: any KeptChanges, past unseen: UInt64?
    ) throws(StoreError) -> UInt64 {
        let own = change.state.sequence
        let first = head.state == nil ? own : head.number
        let most = first + OutgoingChange.mostEmptyLinks
        let links = try kept.links(after: first, upTo: most + 1)
        let seen = unseen.flatMap { $0 < most ? $0 : nil } ?? 0
        guard let last = Self.last(of: links, from: max(own, first, seen), below: most) else {
            throw StoreError(
                .invalidData,
                "the server has links, or this host changes, for more numbers than can be passed over, "
                    + "\(OutgoingChange.mostEmptyLinks); Fleet.prune (securestore fleet prune) with an administrator's login "
                    + "removes links of no change; else \(NextStep.newFleet)")
        }
        if let (shared, link) = head.state {
            change.state.replica = shared.replica
            try follow(link, of: first)
            change.state.keysVersion = max(change.state.keysVersion, shared.keysVersion)
            change.state.nextNumber = max(change.state.nextNumber, shared.nextNumber)
        } else if unseen != nil {
            try passUnknownChanges()
        }
        let handovers = try kept.handovers(inReachOf: change.state.keysVersion)
        change.state.keysVersion = handovers.last ?? change.state.keysVersion
        change.state.sequence = last
        guard last > first else { return 0 }
        for number in first..<last {
            let link = links[number + 1] ?? OutgoingChange.emptyLink
            try follow(link, of: number + 1)
        }
        try follow(OutgoingChange.jumpLink(from: first), of: last + 1)
        change.state.sequence = last + 1
        return last + 1 - first
    }

    /// The highest number that can be passed over; the jump and the change after it need two without a link.
    private static func last(
        of links: [UInt64: [UInt8]], from least: UInt64, below most: UInt64
    ) -> UInt64? {
        let ends = [least] + links.keys.filter { $0 > least && $0 < most }
        return ends.filter { $0 < most && links[$0 + 1] == nil && links[$0 + 2] == nil }.max()
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
