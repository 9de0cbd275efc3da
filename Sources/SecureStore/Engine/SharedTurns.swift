/// The changes that threads of this process have for a fleet: whoever takes the turn makes all that have come by then.
///
/// So they cost one commit of the server, and one of the file. A thread takes the turn if no other thread does. It makes its
/// own change first and then those that wait, each as a step that can be undone by itself, and tells the others how the commit
/// ended.
///
/// Only changes that the library makes alone come here. A caller's closure may take as long as it likes, and the others
/// would have to wait for it.
final class SharedTurns: Sendable {
    typealias Change = @Sendable (WriteSession) throws(StoreError) -> Void

    enum Outcome: Sendable {
        case kept
        case failed(StoreError)

        func get() throws(StoreError) { if case .failed(let error) = self { throw error } }
    }

    enum Step {
        case takesTheTurn(Change)
        case ended(Outcome)
    }

    struct Line: Sendable {
        var isTurnTaken = false
        var waiting: [(number: UInt64, change: Change)] = []
        /// Nil for a change that waits or is being made.
        var outcomes: [UInt64: Outcome?] = [:]
        var newest: UInt64 = 0

        mutating func append(_ change: @escaping Change) -> UInt64 {
            newest += 1
            waiting.append((newest, change))
            outcomes[newest] = .some(nil)
            return newest
        }

        mutating func remove(_ number: UInt64) -> Change? {
            waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0).change }
        }

        /// What the thread with this change does next; nil if it has to wait.
        mutating func step(_ number: UInt64) -> Step? {
            if let outcome = outcomes[number] ?? nil { return .ended(outcome) }
            guard !isTurnTaken, let change = remove(number) else { return nil }
            isTurnTaken = true
            return .takesTheTurn(change)
        }

        /// Notes how a change ended, if its thread still waits for that.
        mutating func end(_ number: UInt64, _ outcome: Outcome) {
            if outcomes[number] != nil { outcomes[number] = outcome }
        }
    }

    let line = WatchedValue(Line())

    /// What is the newest in the fleet, unless another host has changed something since this process did.
    struct Guess: Sendable {
        let newest: KeptState
        /// Where the replica stood then.
        let point: ReplicaPoint?
    }

    /// Nil if another host or another thread has changed something lately: it may do so again, and threads share turns.
    let guess = SystemMutex<Guess?>(nil)

    /// How many changes one turn makes, and how many rows they may write, so that other hosts get their turns.
    private static let most = (changes: 64, rows: 1024)

    /// How a change of this thread comes to be kept.
    struct Ways {
        /// Makes a change without a turn, if no other thread waits; false if it has to be made in one.
        let atOnce: (Change) throws(StoreError) -> Bool
        /// Runs what it is given in a transaction in this host's turn, and commits it.
        let inTurn: ((WriteSession) throws(StoreError) -> Void) throws(StoreError) -> Void
        /// Whether this thread's turn may still make changes of others.
        let mayShare: @Sendable () -> Bool
    }

    /// Makes a change in one of these ways, or in the turn of another thread, and returns when it is kept or has failed.
    func make<R: Sendable>(
        _ change: @escaping @Sendable (WriteSession) throws(StoreError) -> R, _ ways: Ways,
        waitingAtMost patience: Duration
    ) throws(StoreError) -> R {
        let answer = Answer<R>()
        let number = try line.change { line in
            line.append { session throws(StoreError) in
                let made = try change(session)
                answer.value.withLock { $0 = made }
            }
        }
        let ended = Result { () throws(StoreError) in try makeOrAwait(number, ways, patience) }
        _ = try line.change { $0.outcomes.removeValue(forKey: number) }
        try ended.get()
        guard let made = answer.value.withLock({ $0 }) else {
            throw StoreError(.internalError, "a change has no answer")
        }
        return made
    }

    private final class Answer<R: Sendable>: Sendable {
        let value = SystemMutex<R?>(nil)
    }

    private func makeOrAwait(
        _ number: UInt64, _ ways: Ways, _ patience: Duration
    ) throws(StoreError) {
        switch try line.wait(atMost: patience, for: { $0.step(number) }) {
        case .takesTheTurn(let change): return try makeAll(change, ways)
        case .ended(let outcome): return try outcome.get()
        case nil: break
        }
        guard try line.change({ $0.remove(number) }) == nil else {
            throw StoreError(
                .databaseLocked, "other changes of this process kept the fleet's turn for \(patience)")
        }
        // Another thread is making it. That thread's call ends in time, and each of its steps has the whole patience.
        guard let outcome = try line.wait(atMost: patience * 4, for: { $0.outcomes[number] ?? nil }) else {
            throw StoreError(
                .unknownOutcome, "whether the change is kept is not known: its turn has not ended yet")
        }
        try outcome.get()
    }

    /// Makes this thread's change and those that wait, in one turn.
    private func makeAll(_ own: @escaping Change, _ ways: Ways) throws(StoreError) {
        var others: [Other] = []
        let ended = Result { () throws(StoreError) in
            if try line.change({ $0.waiting.isEmpty }), try ways.atOnce(own) { return }
            try ways.inTurn { session throws(StoreError) in
                try own(session)
                try makeOthers(in: session, ways.mayShare, &others)
            }
        }
        try line.change { line in
            for other in others { line.end(other.number, other.outcome(in: ended)) }
            if !others.isEmpty || !line.waiting.isEmpty { guess.withLock { $0 = nil } }
            line.isTurnTaken = false
        }
        try ended.get()
    }

    private func makeOthers(
        in session: WriteSession, _ mayShare: @Sendable () -> Bool, _ others: inout [Other]
    ) throws(StoreError) {
        for _ in 1..<Self.most.changes where session.changedItemCount < Self.most.rows {
            // Asked while a change waits: it began earlier, and what it was asked under is seen here.
            let next = try line.change { $0.waiting.isEmpty || !mayShare() ? nil : $0.waiting.removeFirst() }
            guard let next else { return }
            do throws(StoreError) {
                try session.atomically { () throws(StoreError) in try next.change(session) }
                others.append(Other(number: next.number, refusal: nil))
            } catch {
                others.append(Other(number: next.number, refusal: error))
            }
        }
    }

    /// A change that another thread's turn has made, or has undone because it was refused.
    private struct Other {
        let number: UInt64
        let refusal: StoreError?

        /// What its thread hears once the turn has ended.
        ///
        /// A refusal only counts if the changes before it were kept: it may come from them, and then nobody ever has the
        /// item that was there already.
        func outcome(in turn: Result<Void, StoreError>) -> Outcome {
            switch (turn, refusal) {
            case (.success, nil): return .kept
            case (.success, let refusal?): return .failed(refusal)
            case (.failure(let error), nil): return .failed(error)
            case (.failure(let error), _):
                // Whatever became of the turn, this change is not in it.
                let status = error.status == .unknownOutcome ? Status.notAvailable : error.status
                return .failed(
                    StoreError(
                        status,
                        "the change was not made: that of another thread before it failed: \(error.reason)"))
            }
        }
    }
}
