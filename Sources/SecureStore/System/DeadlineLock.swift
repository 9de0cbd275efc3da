private import SecureStorePlatform

/// A lock that one thread at a time holds, and for which no thread waits beyond a deadline.
///
/// The standard library's `Mutex` waits for ever, which a call on a store must not do. In a forked child the
/// lock is never free, because the thread that could release it may not exist there.
final class DeadlineLock: Sendable {
    /// The lock in the hands of one thread, until the end of this value's life.
    struct Held: ~Copyable {
        private let holder: WatchedValue<UInt?>

        fileprivate init(_ holder: WatchedValue<UInt?>) { self.holder = holder }

        deinit {
            // Refused only in a child forked by the holder, whose copy stays as it is.
            _ = try? holder.change(wakingOne: true) { $0 = nil }
        }
    }

    /// The thread that holds the lock.
    private let holder = WatchedValue<UInt?>(nil)

    /// The error of a call that only the closure's own argument can answer.
    static let nested = StoreError(
        .param, "the store was called inside its own transaction; call what the closure is given instead")

    /// Waits for the lock as long as another thread holds it.
    ///
    /// Throws ``StoreStatus/databaseLocked`` when `longest` has passed, and ``StoreStatus/param`` for the
    /// thread that holds it, which would wait for itself.
    func hold(waitingAtMost longest: Duration) throws(StoreError) -> Held {
        switch try take(longest) {
        case true?: return Held(holder)
        case false?: throw Self.nested
        case nil:
            throw StoreError(.databaseLocked, "another thread kept the store busy for \(longest); try again")
        }
    }

    func holdIfFree() -> Held? { (try? take(.zero)) == true ? Held(holder) : nil }

    /// True once this thread has the lock; false if it had it before, and nil when `longest` has passed.
    private func take(_ longest: Duration) throws(StoreError) -> Bool? {
        let thread = platform_thread()
        return try holder.wait(atMost: longest) { holder in
            guard let first = holder else {
                holder = thread
                return true
            }
            return first == thread ? false : nil
        }
    }
}
