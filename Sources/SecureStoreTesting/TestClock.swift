public import FoundationEssentials
internal import SecureStore

/// A clock that moves only when a test moves it.
///
/// Dates of items come from it, and so does the time of a vault over the store that it was given to.
public final class TestClock: Sendable {
    private let time: SystemMutex<Date>

    /// Stands still at this moment, by default at now.
    ///
    /// Give the same clock to all stores and vaults of a test.
    public init(_ start: Date = Date()) {
        time = SystemMutex(start)
    }

    /// The moment it stands at.
    public var now: Date { time.withLock { $0 } }

    /// Moves it, also back.
    ///
    /// Items get their dates, and tokens their age, by the new moment from then on.
    public func advance(by seconds: TimeInterval) { time.withLock { $0.addTimeInterval(seconds) } }
}
