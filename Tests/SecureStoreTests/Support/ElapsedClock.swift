/// A clock for ages that a test moves, and that never shows the same time twice.
final class ElapsedClock: Sendable {
    private let time = Locked((now: ContinuousClock.now, count: 0))

    /// The number of times that somebody has looked at it.
    var count: Int { time.value.count }

    func look() -> ContinuousClock.Instant {
        var now = time.value.now
        time.update {
            $0.now += .nanoseconds(1)
            $0.count += 1
            now = $0.now
        }
        return now
    }

    func advance(by seconds: Double) { time.update { $0.now += .seconds(seconds) } }
}
