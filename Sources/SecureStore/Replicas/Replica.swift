/// A store on many machines: its changes are added to the order of a fleet, and those of other hosts come in.
///
/// It owns everything that only a fleet needs: the line of its threads' changes, the guess that nobody else
/// has changed anything, and the freshness of its reads.
package final class Replica: Sendable {
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

    /// The thread that follows the order for everyone who watches.
    let course = SystemMutex(ReplicaWatch.Course())

    init(_ engine: Engine, over order: any ChangeOrder, _ freshness: Freshness? = nil) {
        (self.engine, self.order, self.freshness) = (engine, order, freshness)
    }

    // MARK: - Keeping a change

    /// Begins a transaction that notes which items it changes.
    func beginWriting() throws(StoreError) -> Writing {
        let writing = try engine.beginWriting()
        writing.session.connection.changedItems = []
        return writing
    }

    /// The change that a session has made, sealed for all hosts; nil if it has changed nothing.
    ///
    /// It also has these rows, and comes after so many empty links.
    func outgoing(
        _ session: WriteSession, _ rows: [Int64] = [], after links: UInt64 = 0, replacesHead: Bool = false
    ) throws(StoreError) -> OutgoingChange? {
        try engine.settings.interceptor?.willBegin(.commit)
        guard try session.complete() else { return nil }
        let change = try session.sealForOthers(rows, after: links, replacesHead)
        try session.writeState()
        return change
    }

    /// Commits to the file what the order has kept; throws ``StoreStatus/keptByFleet`` if the file takes
    /// nothing.
    func commit(_ writing: consuming Writing, _ kept: KeptState) throws(StoreError) {
        let guess = Guess(newest: kept, point: writing.session.change.state.replica)
        do throws(StoreError) { try writing.commit() } catch {
            throw StoreError(
                .keptByFleet,
                "the fleet has kept the change, and this machine does not have it yet: \(error.reason); then catch up "
                    + "(Fleet.catchUp, securestore fleet status)")
        }
        self.guess.withLock { $0 = guess }
    }

    /// Runs a transaction on the guess that no other host has changed anything since this process did.
    ///
    /// False if its change was not kept. Then it has to run again in a turn, also if `body` threw: it may
    /// have seen what is no longer so. A transaction that changed nothing has not asked the order either.
    /// `sent` becomes the point after the change: who finds it later knows that the change was kept.
    private func commitAtOnce(
        _ body: ChangeLine.Change, _ sent: inout ReplicaPoint?
    ) throws(StoreError) -> Bool {
        guard let guess = guess.withLock({ $0 }) else { return false }
        let writing = try beginWriting()
        guard guess.point == writing.session.change.state.replica else { return false }
        do throws(StoreError) { try body(writing.session) } catch { return false }
        guard let change = try outgoing(writing.session) else { return false }
        sent = writing.session.change.state.replica
        guard try order.keepAtOnce(change, after: guess.newest) else { return false }
        try commit(writing, change.state)
        return true
    }

    /// Takes this host's turn, and runs a transaction in it, after everything that others changed before it.
    private func commitInTurn<R>(
        _ body: (WriteSession, any ChangeTurn) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        // Read before the turn is taken: it may be lost without a word, and then others go on.
        let known = try engine.snapshot().state.sequence
        let turn = try order.takeTurn()
        defer { turn.end() }
        let newest = try turn.newest()
        let isAlone = try !catchUp(newest, turn, from: known)
        let writing = try beginWriting()
        guard writing.session.change.state.sequence == newest.number else {
            throw Self.lostTurn
        }
        let result = try body(writing.session, turn)
        if let change = try outgoing(writing.session) {
            try turn.keep(change)
            try commit(writing, change.state)
        }
        if !isAlone { forgetGuess() }
        return result
    }

    static let lostTurn = StoreError(.databaseLocked, "another process took this host's turn; try again")

    func forgetGuess() { guess.withLock { $0 = nil } }

    /// Makes a change and those of other threads that wait: at once if it is alone, or else all in one turn.
    private func make(_ own: ChangeLine.Change) throws(StoreError) {
        // A change that comes after `lock()` or `unlock()` must be made with the keys of that moment.
        let (keys, unlockKey) = (engine.keys, engine.keys.currentUnlockKey)
        var (others, sent): ([ChangeLine.Other], ReplicaPoint?) = ([], nil)
        do throws(StoreError) {
            let isMade = try changes.isAlone ? commitAtOnce(own, &sent) : false
            if !isMade {
                try commitInTurn { session, turn throws(StoreError) in
                    // A server that refused a change and kept it has given it back by now.
                    if sent == nil || session.change.state.replica != sent { try own(session) }
                    try changes.makeOthers(in: session, &others) { keys.currentUnlockKey === unlockKey }
                    // A turn that was lost answers them from a state before others' changes; nothing is sent
                    // that would fail.
                    if !others.isEmpty, session.change.isEmpty { _ = try turn.traces() }
                }
            }
        } catch {
            try changes.end(others, .failure(error), notAlone: forgetGuess)
            throw error
        }
        try changes.end(others, .success(()), notAlone: forgetGuess)
    }
}

extension Replica: Committer {
    func checkMayWrite() throws(StoreError) {
        try engine.database.checkMayWrite()
        if engine.keys.wasUnlocked { try engine.keys.ring().checkMayWrite() }
    }

    func commit<R>(_ body: (WriteSession) throws(StoreError) -> R) throws(StoreError) -> R {
        // Not in the turn: a transaction within another would wait for itself there.
        try checkMayWrite()
        let asked = freshness?.now
        let result = try commitInTurn { session, _ throws(StoreError) in try body(session) }
        freshness?.note(asked)
        return result
    }

    func commitShared<R: Sendable>(
        _ body: @escaping @Sendable (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        // First: in a forked child, the locks of what follows may be held for ever.
        try engine.keys.checkProcess()
        try checkMayWrite()
        let asked = freshness?.now
        let place = try changes.join(body)
        if let change = try changes.awaitTurn(place.number, order.patience) { try make(change) }
        let result = try place.answer
        freshness?.note(asked)
        return result
    }
}
