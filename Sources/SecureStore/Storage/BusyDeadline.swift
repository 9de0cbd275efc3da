private import CSecureStoreSQLite
private import SecureStorePlatform

/// Makes SQLite wait for other processes until a point in time, and no longer.
///
/// SQLite's own timeout backs off to 100 ms between tries, which starves a waiter among eager writers; here the
/// pauses stay short and are spread at random.
@safe final class BusyDeadline {
    /// The longest sleep between two tries, in microseconds.
    private static let longestPause: UInt32 = 2_000

    // Owned here and freed in `deinit`; the connection that hands it to SQLite also owns `self` and closes first.
    private let end: UnsafeMutablePointer<UInt64>
    /// The last wait that was asked for, in nanoseconds: the same one comes with every read.
    private var last: (time: Duration, nanoseconds: UInt64) = (.zero, 0)

    init() {
        unsafe end = .allocate(capacity: 1)
        unsafe end.initialize(to: 0)
    }

    deinit { unsafe end.deallocate() }

    /// Lets the connection ask this object whenever it meets a lock.
    func install(on handle: OpaquePointer) {
        // Only fails for a missing handle.
        _ = unsafe sqlite3_busy_handler(
            handle,
            { context, _ in
                guard let end = unsafe context?.assumingMemoryBound(to: UInt64.self) else { return 0 }
                guard BusyDeadline.now() < (unsafe end.pointee) else { return 0 }
                usleep(UInt32.random(in: 100...BusyDeadline.longestPause))
                return 1
            }, end)
    }

    /// Sleeps until everybody who waits for a lock has looked at it once.
    static func pause() { usleep(2 * longestPause) }

    /// Counts from now, which it returns in nanoseconds.
    func set(_ time: Duration) -> UInt64 {
        if time != last.time {
            let parts = time.components
            let seconds = UInt64(clamping: max(0, parts.seconds))
            let fraction = UInt64(clamping: max(0, parts.attoseconds / 1_000_000_000))
            last = (time, min(seconds, 1_000_000_000) * 1_000_000_000 &+ fraction)
        }
        let now = Self.now()
        unsafe end.pointee = now &+ last.nanoseconds
        return now
    }

    private static func now() -> UInt64 {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)  // Cannot fail for this clock.
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
