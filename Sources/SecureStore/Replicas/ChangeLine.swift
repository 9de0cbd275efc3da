/// A line of the changes that threads of this process have for a fleet: one thread makes all that wait.
///
/// So all of them cost one commit of the server, and one of the file. The thread makes its own change and
/// then those that wait, each as a step that is undone by itself, and tells the others how the commit ended.
final class ChangeLine: Sendable {
    typealias Change = @Sendable (WriteSession) throws(StoreError) -> Void

    enum Step {
        case makes(Change)
        case ended(Result<Void, StoreError>)
    }

    struct Line: Sendable {
        var isAtWork = false
        var waiting: [(number: UInt64, change: Change)] = []
        /// The outcomes by the number of the change; nil for a change that waits or is being made.
        var outcomes: [UInt64: Result<Void, StoreError>?] = [:]
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

        /// The next step of the thread with this change; nil if it has to wait.
        mutating func step(_ number: UInt64) -> Step? {
            if let outcome = outcomes[number] ?? nil { return .ended(outcome) }
            guard !isAtWork, let change = remove(number) else { return nil }
            isAtWork = true
            return .makes(change)
        }

        /// Notes how a change ended, if its thread still waits for that.
        mutating func end(_ number: UInt64, _ outcome: Result<Void, StoreError>) {
            if outcomes[number] != nil { outcomes[number] = outcome }
        }
    }

    let line = WatchedValue(Line())

    /// The most changes and rows of one commit, which are few enough that other hosts get their turns.
    private static let most = (changes: 64, rows: 1024)

    /// Puts a change at the end of the line.
    func join<R: Sendable>(
        _ change: @escaping @Sendable (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> Place<R> {
        let made = SystemMutex<R?>(nil)
        let number = try line.change { line in
            line.append { session throws(StoreError) in
                let answer = try change(session)
                made.withLock { $0 = answer }
            }
        }
        return Place(number: number, made: made, line: line)
    }

    /// The place of a change in the line, which its thread leaves at the end of this value's life.
    struct Place<R: Sendable>: ~Copyable {
        let number: UInt64
        fileprivate let made: SystemMutex<R?>
        fileprivate let line: WatchedValue<Line>

        /// The answer of the change, once it is made.
        var answer: R {
            get throws(StoreError) {
                guard let made = made.withLock({ $0 }) else {
                    throw StoreError.mistake("a change has no answer")
                }
                return made
            }
        }

        deinit {
            // Refused only in a forked child, in which nobody looks at the line any more.
            _ = try? line.change { $0.outcomes.removeValue(forKey: number) }
        }
    }

    /// Waits until this thread is to make its change, and returns it; nil if another thread has made it.
    func awaitTurn(_ number: UInt64, _ patience: Duration) throws(StoreError) -> Change? {
        switch try line.wait(atMost: patience, for: { $0.step(number) }) {
        case .makes(let change): return change
        case .ended(let outcome):
            try outcome.get()
            return nil
        case nil: break
        }
        guard try line.change({ $0.remove(number) }) == nil else {
            throw StoreError(
                .databaseLocked,
                "other changes of this process kept the fleet's turn for \(patience); try again")
        }
        // Another thread is making it, and its call ends in time: each of its steps has the whole patience.
        guard let outcome = try line.wait(atMost: patience * 4, for: { $0.outcomes[number] ?? nil }) else {
            throw StoreError(
                .unknownOutcome,
                "whether the change is kept is not known: its turn has not ended yet; catch up, and look")
        }
        try outcome.get()
        return nil
    }

    /// True if no change waits but the one that is being made.
    var isAlone: Bool { get throws(StoreError) { try line.change { $0.waiting.isEmpty } } }

    /// Makes the changes that wait, each as a step, as long as it may go on.
    func makeOthers(
        in session: WriteSession, _ others: inout [Other], while mayGoOn: @Sendable () -> Bool
    ) throws(StoreError) {
        for _ in 1..<Self.most.changes where session.changedItemCount < Self.most.rows {
            // Asked while a change waits: so a lock or an unlock from before that change is seen here.
            let next = try line.change { $0.waiting.isEmpty || !mayGoOn() ? nil : $0.waiting.removeFirst() }
            guard let next else { return }
            do throws(StoreError) {
                try session.atomically { () throws(StoreError) in try next.change(session) }
                others.append(Other(number: next.number, refusal: nil))
            } catch {
                others.append(Other(number: next.number, refusal: error))
            }
        }
    }

    /// Tells the other threads how the commit ended, and calls `note` if this thread was not alone.
    func end(
        _ others: [Other], _ ended: Result<Void, StoreError>, notAlone note: () -> Void
    ) throws(StoreError) {
        try line.change { line in
            for other in others { line.end(other.number, other.outcome(in: ended)) }
            if !others.isEmpty || !line.waiting.isEmpty { note() }
            line.isAtWork = false
        }
    }

    /// A change that another thread has made, or has undone because it was refused.
    struct Other {
        fileprivate let number: UInt64
        fileprivate let refusal: StoreError?

        /// The outcome that its thread hears once the commit has ended.
        ///
        /// A refusal counts only if the changes before it were kept. It may come from one of them, such as an
        /// item that is there already; if they were not kept, nobody ever has that item.
        fileprivate func outcome(in ended: Result<Void, StoreError>) -> Result<Void, StoreError> {
            switch (ended, refusal) {
            case (.success, nil): return .success(())
            case (.success, let refusal?): return .failure(refusal)
            case (.failure(let error), nil): return .failure(error)
            case (.failure(let error), let refusal?) where error.status == .keptByFleet:
                return .failure(refusal)
            case (.failure(let error), _):
                // This change was not among those that were sent, whatever became of them.
                let status = error.status == .unknownOutcome ? StoreStatus.notAvailable : error.status
                return .failure(
                    StoreError(
                        status,
                        "the change was not made: that of another thread before it failed: \(error.reason)"))
            }
        }
    }
}
