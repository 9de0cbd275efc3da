/// The newest state of a server, which may be damaged or missing, as a replica sees it.
struct ServerHead {
    let kind: ServerCopy.Head
    /// The number of the newest state, which nothing proves if that is damaged.
    let number: UInt64
    /// The opened state and its link, if it is one of another history.
    var state: (shared: StoreState, link: [UInt8])?
    let box: [UInt8]?
    /// The newest change of that history which is one of the replica's too; 0 if that cannot be told.
    var common: UInt64 = 0
    let links: Links
    let traces: (link: UInt64, others: UInt64)
    var newestTrace: UInt64 { max(traces.link, traces.others) }

    /// A comparison of the links of a replica's changes with those on the server.
    struct Links {
        /// True if the server has the newest one, and no other than the replica.
        let areOfReplica: Bool
        /// Those that the server has lost, by their numbers; the newest also where it has another one.
        let lost: [UInt64: [UInt8]]
    }
}

extension ServerCopy {
    /// A comparison that has not begun, with a replica that has reached this change.
    init(_ head: ServerHead, at number: UInt64) {
        (self.head, box) = (head.kind, head.box)
        guard head.kind != .known else { return }
        let newest = max(head.newestTrace, head.kind == .damaged ? 0 : head.number)
        unseen = newest > number ? newest : nil
        knowsReplica = head.links.areOfReplica
        hasGoneOn =
            head.kind == .ofOtherHistory && (head.number > head.common || head.traces.link > head.number)
    }

    static let changedMeanwhile = StoreError(.databaseLocked, "the fleet was changed meanwhile; try again")

    static let otherKeys = StoreError(
        .invalidData,
        "the server has other keys than this host: they were replaced on one side; \(NextStep.joinAgain); else "
            + NextStep.newFleet)

    /// The error for a replica that would take away what others have changed.
    var refusal: StoreError {
        let counts = [(differences.count { $0.lost != nil }, "item"), (lostSlots.count, "slot")]
        var losses = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        if let unseen { losses.append("what came up to change \(unseen), which only the server claims") }
        return StoreError(
            head == .damaged ? .invalidData : .divergedHistory,
            "with the state of this host, the fleet may lose what it does not have"
                + (losses.isEmpty ? "" : ": \(losses.joined(separator: ", "))")
                + "; Fleet.verify (securestore fleet verify) names it, and says what to do")
    }
}

extension Replica {
    /// Takes in what the server has, if it can, and tells how its newest state goes with this replica's.
    func head(of kept: any KeptChanges, from known: UInt64) throws(StoreError) -> ServerHead {
        var newest: KeptState?
        do throws(StoreError) {
            let state = try kept.newest()
            newest = state
            try catchUp(state, kept, from: known)
            let own = try engine.snapshot()
            return ServerHead(
                kind: .known, number: state.number, box: state.box,
                links: try kept.compareLinks(of: own.state, own.connection, newest: state),
                traces: try kept.traces())
        } catch {
            guard [.divergedHistory, .invalidData, .noSuchKeychain].contains(error.status) else {
                throw error
            }
            let own = try engine.snapshot()
            guard let newest, let shared = try? StoreState(shared: newest, own.ring) else {
                // With keys that came later, it may be whole.
                guard try !hasLaterKeys(kept, own) else { throw error }
                return ServerHead(
                    kind: .damaged, number: newest?.number ?? 0, box: newest?.box,
                    links: try kept.compareLinks(of: own.state, own.connection),
                    traces: try kept.traces())
            }
            guard shared.replica?.fleet == own.state.replica?.fleet else { throw ReplicaPoint.foreign }
            guard error.status == .divergedHistory else { throw error }
            let link = ReplicaPoint.link(of: newest.box)
            return ServerHead(
                kind: .ofOtherHistory, number: newest.number, state: (shared, link), box: newest.box,
                common: try kept.newestCommon(shared, link, own.state, own.connection),
                links: try kept.compareLinks(of: own.state, own.connection),
                traces: try kept.traces())
        }
    }
}

extension Connection {
    /// The points of a replica that its links prove, with these, by the numbers of their changes.
    ///
    /// Its state proves the newest point, and each link with the chain before it proves one more. A point
    /// counts only if the link that leads to it is kept: any other may be one that this host has discarded.
    fileprivate func points(
        of state: StoreState
    ) throws(StoreError) -> [UInt64: (point: ReplicaPoint, link: [UInt8])] {
        guard var point = state.replica else { throw WriteSession.notReplica }
        var (number, points): (UInt64, [UInt64: (ReplicaPoint, [UInt8])]) = (state.sequence, [:])
        while number > 0, let (chain, link) = try link(of: number),
            let before = point.before(link, after: chain)
        {
            points[number] = (point, link)
            (number, point) = (number - 1, before)
        }
        return points
    }
}

extension KeptChanges {
    /// All links after this number up to another one that are kept, by their numbers.
    private func allLinks(after number: UInt64, upTo last: UInt64) throws(StoreError) -> [UInt64: [UInt8]] {
        var (all, read): ([UInt64: [UInt8]], UInt64?) = ([:], number)
        while let number = read, number < last {
            let more = try links(after: number, upTo: last)
            all.merge(more) { _, later in later }
            read = more.keys.max()
        }
        return all
    }

    /// Compares the links of a replica's changes, as far as it has them, with those that are kept.
    ///
    /// A replica that has joined lately has none, but knows that of a newest state that it has taken in.
    /// Before the oldest that the server has, they were removed on purpose.
    fileprivate func compareLinks(
        of state: StoreState, _ connection: Connection, newest: KeptState? = nil
    ) throws(StoreError) -> ServerHead.Links {
        var own = try connection.points(of: state).mapValues(\.link)
        if let newest { own[state.sequence] = ReplicaPoint.link(of: newest.box) }
        guard let oldest = own.keys.min() else { return ServerHead.Links(areOfReplica: false, lost: [:]) }
        let links = try allLinks(after: oldest - 1, upTo: state.sequence)
        let first = links.keys.min() ?? oldest
        return ServerHead.Links(
            areOfReplica: links[state.sequence] != nil && links.allSatisfy { own[$0] == $1 },
            lost: own.filter { number, link in
                number == state.sequence ? links[number] != link : number > first && links[number] == nil
            })
    }

    /// The newest change of the server's history that is one of the replica's too; 0 if that cannot be told.
    ///
    /// The links between it and the server's newest state have to lead to that state, so that nobody can name
    /// a later change.
    fileprivate func newestCommon(
        _ shared: StoreState, _ link: [UInt8], _ own: StoreState, _ connection: Connection
    ) throws(StoreError) -> UInt64 {
        let points = try connection.points(of: own)
        guard let oldest = points.keys.min() else { return 0 }
        let newest = shared.sequence
        if let point = points[newest]?.point, point == shared.replica?.after(link) { return newest }
        guard newest > oldest, newest - oldest <= 2 * Connection.mostLinks else { return 0 }
        let links = try allLinks(after: oldest, upTo: newest - 1)
        var first = newest - 1
        while first > oldest, links[first] != nil { first -= 1 }
        guard var point = points[first]?.point else { return 0 }
        var common = first
        for number in first..<(newest - 1) {
            guard let link = links[number + 1] else { return 0 }
            point = point.after(link)
            if points[number + 1]?.point == point { common = number + 1 }
        }
        return point == shared.replica ? common : 0
    }
}

extension Replica {
    /// Asks whether a handover leads on from this replica's keys; one that does not open proves nothing.
    private func hasLaterKeys(_ kept: any KeptChanges, _ own: borrowing Snapshot) throws(StoreError) -> Bool {
        let (key, ring) = (engine.keys.currentUnlockKey, own.ring)
        var isLater = false
        try kept.eachHandover(after: own.state.keysVersion, upTo: .max) { version, head throws(StoreError) in
            guard let key else {
                isLater = true
                return false
            }
            guard Handover.isProven(head, from: key.key, ring.store) else { return true }
            let box = try kept.handover(to: version)
            isLater = (try? Handover.open(box, from: key.key, signedBy: ring.writer, ring.store)) != nil
            return !isLater
        }
        return isLater
    }
}

extension KeptChanges {
    /// Looks for links and handovers beside the newest state.
    ///
    /// Behind a known state, a link alone proves nothing: any host's role can put it there. A change that was
    /// kept also leaves a row, other keys or the report of its host.
    func compareTraces(
        _ head: ServerHead, at number: UInt64, _ keysVersion: Int64, _ copy: inout ServerCopy
    ) throws(StoreError) {
        guard head.kind == .known else { return }
        copy.lostLinks = head.links.lost.count
        let later = try links(after: number, upTo: number + OutgoingChange.mostEmptyLinks - 1)
        copy.surplusTraces = try later.count + handovers(inReachOf: keysVersion).count
        if !later.isEmpty, head.traces.others > number || !copy.hasKeys { copy.unseen = head.newestTrace }
    }

    /// Compares the keys that are kept with those of a replica; true if the server's are of another time.
    ///
    /// A record counts if the newest state vouches for it. Where no state vouches for either, the slots that
    /// only the server has may be a host's.
    func compareKeys(
        _ own: KeyMaterial, _ head: ServerHead, _ copy: inout ServerCopy
    ) throws(StoreError) -> Bool {
        let record = try unless(.decode) { () throws(StoreError) in try keys() } ?? []
        copy.hasKeys = record == own.record
        guard !copy.hasKeys, copy.head != .known,
            var kept = try? KeyMaterial(record: record, keysVersion: own.keysVersion)
        else { return false }
        if let shared = head.state?.shared, shared.keysDigest != kept.digest { return false }
        guard kept.commitment == own.commitment, kept.keysets == own.keysets else {
            guard head.state == nil else { throw ServerCopy.otherKeys }
            return true
        }
        var missing = own
        missing.slots.removeAll { kept.slots.contains($0) }
        kept.slots.removeAll { own.slots.contains($0) }
        // Of a state that was the replica's too, it has removed them.
        copy.lostSlots = head.kind == .ofOtherHistory && !copy.hasGoneOn ? [] : kept.publicSlots
        copy.missingSlots = missing.publicSlots
        return false
    }
}
