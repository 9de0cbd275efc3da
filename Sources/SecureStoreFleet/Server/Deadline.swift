/// The moment until which a call waits for the server.
struct Deadline {
    private let end: ContinuousClock.Instant

    init(in patience: Duration) { end = .now + max(patience, .zero) }

    private init(end: ContinuousClock.Instant) { self.end = end }

    /// The time until the deadline; zero once it has passed.
    var left: Duration { max(ContinuousClock.now.duration(to: end), .zero) }

    var hasPassed: Bool { left == .zero }

    /// The time left in milliseconds, as poll(2) and the server's settings take it: at least 1 until it
    /// passed.
    var millisecondsLeft: Int32 {
        let (seconds, attoseconds) = min(left, .seconds(1_000_000)).components
        // Rounded up, so that a wait of less than a millisecond is not repeated without a pause.
        return Int32(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// The earlier of this deadline and the one that `patience` from now gives.
    func atMost(_ patience: Duration) -> Deadline { Deadline(end: min(end, .now + max(patience, .zero))) }
}
