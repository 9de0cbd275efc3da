/// A store on many machines: its changes are added to the order of a fleet, and those of other hosts come in.
///
/// It owns everything that only a fleet needs: the line of its threads' changes, the guess that nobody else
/// has changed anything, and the freshness of its reads.
final class Replica: Sendable {
    let engine: Engine
    let order: any ChangeOrder
    /// The freshness that reads need; nil if any state may be read.
    let freshness: Freshness?
    let changes = ChangeLine()

    /// A guess: the newest state of the fleet, unless another host has changed it since this process did.
    struct Guess: Sendable {
        let newest: KeptState
        /// The point that the replica had reached then.
        let point: ReplicaPoint?
    }

    /// The guess; nil if another host or thread has changed something lately, and may do so again.
    let guess = SystemMutex<Guess?>(nil)

    init(_ engine: Engine, over order: any ChangeOrder, _ freshness: Freshness? = nil) {
        (self.engine, self.order, self.freshness) = (engine, order, freshness)
    }

    // MARK: - Keeping a change

    /// Runs a transaction, and commits it to the file once `keep` has added it to the order for all hosts.
    func commit<R>(
        _ body: (WriteSession) throws(StoreError) -> R,
        _ keep: (borrowing OutgoingChange) throws(StoreError) -> Void
    ) throws(StoreError) -> R {
        let writing = try engine.beginWriting()
        let session = writing.session
        session.connection.changedItems = []
        defer { session.connection.changedItems = nil }
        let result = try body(session)
        try engine.settings.interceptor?.willBegin(.commit)
        guard try session.complete() else { return result }
        let outgoing = try session.sealForOthers()
        try session.writeState()
        try keep(outgoing)
        do throws(StoreError) { try writing.commit() } catch {
            throw StoreError(
                error.status,
                "the fleet has kept the change, but this replica does not have it yet: \(error.reason)")
        }
        let kept = Guess(newest: outgoing.state, point: session.change.state.replica)
        guess.withLock { $0 = kept }
        return result
    }

    /// Runs a transaction on the guess that no other host has changed anything since this process did.
    ///
    /// False if its change was not kept. Then it has to run again in a turn, also if `body` threw: it may
    /// have seen what is no longer so.
    private func commitAtOnce(_ body: ChangeLine.Change) throws(StoreError) -> Bool {
        guard let guess = guess.withLock({ $0 }) else { return false }
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
        // A transaction that changed nothing did not ask the order.
        return isKept
    }

    /// Takes this host's turn, and runs a transaction in it, after everything that others changed before it.
    private func commitInTurn<R>(
        _ body: (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        // Read before the turn is taken: it may be lost without a word, and then others go on.
        let known = try engine.snapshot().state.sequence
        return try order.takingTurn { turn throws(StoreError) in
            let newest = try turn.newest()
            let isAlone = try !catchUp(newest, turn, from: known)
            let result = try commit(
                { session throws(StoreError) in
                    guard session.change.state.sequence == newest.number else { throw Self.turnIsTaken }
                    return try body(session)
                }
            ) { change throws(StoreError) in try turn.keep(change) }
            if !isAlone { forgetGuess() }
            return result
        }
    }

    private func forgetGuess() { guess.withLock { $0 = nil } }

    private static let turnIsTaken = StoreError(
        .databaseLocked, "another process took this host's turn")

    /// Makes a change and those of other threads that wait: at once if it is alone, or else all in one turn.
    private func make(_ own: ChangeLine.Change) throws(StoreError) {
        // A change that comes after `lock()` or `unlock()` must be made with the keys of that moment.
        let (keys, unlockKey) = (engine.keys, engine.keys.currentUnlockKey)
        var others: [ChangeLine.Other] = []
        let ended = Result { () throws(StoreError) in
            if try changes.isAlone, try commitAtOnce(own) { return }
            try commitInTurn { session throws(StoreError) in
                try own(session)
                try changes.makeOthers(in: session, &others) { keys.currentUnlockKey === unlockKey }
            }
        }
        try changes.end(others, ended, notAlone: forgetGuess)
        try ended.get()
    }
}

extension Replica: Committer {
    func commit<R>(_ body: (WriteSession) throws(StoreError) -> R) throws(StoreError) -> R {
        // Not in the turn: a transaction within another would wait for itself there.
        try engine.database.checkMayWrite()
        return try noting { () throws(StoreError) in try commitInTurn(body) }
    }

    func commitShared<R: Sendable>(
        _ body: @escaping @Sendable (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        // First: in a forked child, the locks of what follows may be held for ever.
        try engine.keys.checkProcess()
        try engine.database.checkMayWrite()
        return try noting { () throws(StoreError) in
            try changes.run(body, waitingAtMost: order.patience, make)
        }
    }
}
