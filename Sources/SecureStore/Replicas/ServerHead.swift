/// The newest state of a server, which may be damaged or missing, as a replica sees it.
struct ServerHead {
    let kind: ServerCopy.Head
    /// The number of the newest state, which nothing proves if that is damaged.
    let number: UInt64
    /// The opened state and its link, if the replica's keys open it.
    let state: (shared: StoreState, link: [UInt8])?
    let traces: KeptTraces
}

extension ServerCopy {
    /// A comparison that has not begun, with a replica that has reached this change.
    init(_ head: ServerHead, at number: UInt64) {
        self.head = head.kind
        guard head.kind != .known else {
            // The newest state went back, and the links of later changes are still there.
            unseen = head.traces.link > head.number ? head.traces.newest : nil
            return
        }
        let newest = max(head.traces.newest, head.kind == .damaged ? 0 : head.number)
        // Where histories differ, a change of the same number is another one.
        let isUnseen = newest > number || head.kind == .ofOtherHistory && head.number == number
        unseen = isUnseen ? newest : nil
        knowsReplica = head.traces.link >= number
    }

    /// The error for a replica that would take away what others have changed.
    var refusal: StoreError {
        let items = differences.count { $0.lost != nil }
        let later = unseen.map { ", and what came up to change \($0)" } ?? ""
        return StoreError(
            head == .damaged ? .invalidData : .divergedHistory,
            "with the state of this host, the fleet may lose what it does not have: \(items) items, "
                + "\(lostSlots.count) slots\(later); Fleet.verify (securestore fleet verify) names them, and says what to do"
        )
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
            return ServerHead(
                kind: .known, number: state.number, state: nil, traces: try kept.traces())
        } catch {
            guard [.divergedHistory, .invalidData, .noSuchKeychain].contains(error.status) else {
                throw error
            }
            let own = try engine.snapshot()
            guard let newest, let shared = try? StoreState(shared: newest, own.ring) else {
                // With keys that came later, it may be whole.
                guard try kept.handovers(after: own.state.keysVersion).isEmpty else { throw error }
                return ServerHead(
                    kind: .damaged, number: newest?.number ?? 0, state: nil, traces: try kept.traces())
            }
            guard shared.replica?.fleet == own.state.replica?.fleet else { throw ReplicaPoint.foreign }
            guard error.status == .divergedHistory else { throw error }
            return ServerHead(
                kind: .ofOtherHistory, number: newest.number,
                state: (shared, ReplicaPoint.link(of: newest.box)), traces: try kept.traces())
        }
    }
}

extension KeptChanges {
    /// Compares the keys that are kept with those of a replica.
    ///
    /// Where no state vouches for either, the slots that only the server has may be a host's.
    func compareKeys(_ own: KeyMaterial, _ copy: inout ServerCopy) throws(StoreError) {
        var record: [UInt8] = []
        do throws(StoreError) { record = try keys() } catch {
            guard error.status == .decode else { throw error }
        }
        copy.hasKeys = record == own.record
        guard !copy.hasKeys, copy.head != .known,
            var kept = try? KeyMaterial(record: record, keysVersion: own.keysVersion)
        else { return }
        guard kept.commitment == own.commitment, kept.keysets == own.keysets else {
            throw StoreError(
                .invalidData,
                "the server has other keys than this host: they were replaced on one side; \(NextStep.joinAgain); else "
                    + NextStep.newFleet)
        }
        kept.slots.removeAll { own.slots.contains($0) }
        copy.lostSlots = kept.publicSlots
    }
}
