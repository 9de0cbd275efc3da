public import FoundationEssentials
internal import SecureStore

/// A clock that moves only when a test moves it: dates of items come from it.
public final class TestClock: Sendable {
    private let time: SystemMutex<Date>

    /// Stands still at this moment.
    public init(_ start: Date = Date(timeIntervalSinceReferenceDate: 700_000_000)) {
        time = SystemMutex(start)
    }

    /// The moment it stands at.
    public var now: Date { time.withLock { $0 } }

    /// Moves it, also back.
    public func advance(by seconds: TimeInterval) { time.withLock { $0.addTimeInterval(seconds) } }
}
