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

    /// Nil if another host has changed something lately: it may do so again.
    let guess = SystemMutex<Guess?>(nil)

    /// How many changes one turn makes, and how many rows they may write, so that other hosts get their turns.
    private static let most = (changes: 64, rows: 1024)

    /// Makes a change in a turn of this thread or of another, and returns when it is kept or has failed.
    ///
    /// `takeTurn` runs what it is given in a transaction in this host's turn, and commits it. It is called if no other thread
    /// takes the turn. If no other thread waits, `makeAtOnce` may do without a turn, and answers whether it did.
    func make<R: Sendable>(
        waitingAtMost patience: Duration,
        _ change: @escaping @Sendable (WriteSession) throws(StoreError) -> R,
        atOnce makeAtOnce: (Change) throws(StoreError) -> Bool,
        inTurn takeTurn: ((WriteSession) throws(StoreError) -> Void) throws(StoreError) -> Void
    ) throws(StoreError) -> R {
        let answer = Answer<R>()
        let number = try line.change { line in
            line.append { session throws(StoreError) in
                let made = try change(session)
                answer.value.withLock { $0 = made }
            }
        }
        let ended = Result { () throws(StoreError) in try makeOrAwait(number, patience, makeAtOnce, takeTurn)
        }
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
        _ number: UInt64, _ patience: Duration, _ makeAtOnce: (Change) throws(StoreError) -> Bool,
        _ takeTurn: ((WriteSession) throws(StoreError) -> Void) throws(StoreError) -> Void
    ) throws(StoreError) {
        switch try line.wait(atMost: patience, for: { $0.step(number) }) {
        case .takesTheTurn(let change): return try makeAll(change, makeAtOnce, takeTurn)
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
    private func makeAll(
        _ own: @escaping Change, _ makeAtOnce: (Change) throws(StoreError) -> Bool,
        _ takeTurn: ((WriteSession) throws(StoreError) -> Void) throws(StoreError) -> Void
    ) throws(StoreError) {
        var made: [UInt64] = []
        let ended = Result { () throws(StoreError) in
            if try line.change({ $0.waiting.isEmpty }), try makeAtOnce(own) { return }
            try takeTurn { session throws(StoreError) in
                try own(session)
                try makeOthers(in: session, &made)
            }
        }
        let outcome: Outcome = if case .failure(let error) = ended { .failed(error) } else { .kept }
        try line.change { line in
            for number in made { line.end(number, outcome) }
            line.isTurnTaken = false
        }
        try ended.get()
    }

    private func makeOthers(in session: WriteSession, _ made: inout [UInt64]) throws(StoreError) {
        for _ in 1..<Self.most.changes where session.changedItemCount < Self.most.rows {
            let next = try line.change { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            guard let next else { return }
            do throws(StoreError) {
                try session.atomically { () throws(StoreError) in try next.change(session) }
                made.append(next.number)
            } catch {
                try line.change { $0.end(next.number, .failed(error)) }
            }
        }
    }
}
