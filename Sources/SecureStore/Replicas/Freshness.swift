/// The moment when a replica was last known to have everything, to judge whether that is enough for a read.
///
/// It is the moment *before* the order was asked: the answer may be as old as that. So a read that has to be
/// the latest never uses an answer to a question that was asked before the read began.
final class Freshness: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A question that failed.
    private struct Failure {
        let (start, end): (Instant, Instant)
        let error: StoreError

        /// The time in which reads that are served beyond their limit do not ask again: so they wait a
        /// quarter of the time at most.
        var rest: Duration { max(.seconds(1), start.duration(to: end) * 3) }
    }

    private struct Known {
        /// The moment until which the replica has every change; nil as long as nothing was asked.
        var current: Instant?
        /// The last failure; nil once a question was answered.
        var failure: Failure?
    }

    private let longest: Duration
    private let servesBeyond: Bool
    private let patience: Duration
    private let clock: @Sendable () -> Instant
    private let known = SystemMutex(Known())
    /// A lock of the thread that asks; those that wait for it share its answer, or the next one's.
    private let question = DeadlineLock()

    /// Creates the record for a policy; nil if the policy lets any state be read.
    init?(_ policy: ReadPolicy, patience: Duration, clock: @escaping @Sendable () -> Instant) {
        guard let longest = policy.longest else { return nil }
        (self.longest, servesBeyond) = (longest, policy.servesBeyond)
        (self.patience, self.clock) = (patience, clock)
    }

    /// True of an error that only says that the replica could not be brought up to date; others reach
    /// readers.
    static func isPassing(_ error: StoreError) -> Bool {
        [.notAvailable, .databaseLocked, .readOnly, .diskFull].contains(error.status)
    }

    /// The moment to be noted if what is asked now is answered.
    var now: Instant { clock() }

    /// Notes that the replica has everything that was kept when this moment came.
    func note(_ asked: Instant?) {
        guard let asked else { return }
        known.withLock { known in
            known.current = max(known.current ?? asked, asked)
            known.failure = nil
        }
    }

    /// The interval at which a following thread has to ask so that reads need not; nil if they always do.
    var interval: Duration? { longest == .zero ? nil : max(longest / 2, .milliseconds(100)) }

    /// Returns once the replica may be read; `ask` brings it up to date and notes when it asked.
    func prepareRead(asking ask: () throws(StoreError) -> Void) throws(StoreError) {
        let start = clock()
        if isGood(at: start) { return }
        do throws(StoreError) {
            guard servesBeyond, let failure = known.withLock({ $0.failure }), Self.isPassing(failure.error)
            else {
                let turn = try question.hold(waitingAtMost: patience)
                defer { _ = turn }
                return try self.ask(since: start, ask)
            }
            // As long as nothing was answered since, one thread asks now and then, and no other waits for it.
            guard failure.end.duration(to: start) >= failure.rest else { return }
            guard let turn = question.holdIfFree() else { return }
            defer { _ = turn }
            try self.ask(since: start, ask)
        } catch {
            guard Self.isPassing(error) else { throw error }
            if servesBeyond { return note(error, since: start) }
            throw StoreError(
                .notAvailable,
                "this replica may be behind its fleet: \(error.reason); Fleet.Reads.local goes on without the server"
            )
        }
    }

    /// Asks the order, unless other threads did while this one waited.
    private func ask(since start: Instant, _ ask: () throws(StoreError) -> Void) throws(StoreError) {
        if isGood(at: start) { return }
        let failed = known.withLock { $0.failure }
        if let failed, failed.end.duration(to: start) < .zero { throw failed.error }
        let asked = clock()
        do throws(StoreError) { try ask() } catch {
            note(error, since: asked)
            throw error
        }
    }

    private func note(_ error: StoreError, since start: Instant) {
        let failure = Failure(start: start, end: clock(), error: error)
        known.withLock { known in
            // Another thread may have been answered since.
            if known.current.map({ $0 > start }) != true { known.failure = failure }
        }
    }

    private func isGood(at start: Instant) -> Bool {
        known.withLock { known in known.current.map { $0.duration(to: start) < longest } ?? false }
    }
}
