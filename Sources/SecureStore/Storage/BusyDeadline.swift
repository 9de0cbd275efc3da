private import CSecureStoreSQLite
private import SecureStorePlatform

/// Makes SQLite wait for other processes until a point in time, and no longer.
///
/// SQLite's own timeout backs off to 100 ms between tries, which starves a waiting process among busy
/// writers. Here the pauses are short, spread at random, and shorter the longer the wait: nobody hands the
/// lock on, so whoever looks most often gets it, and that must not be one who came late.
final class BusyDeadline {
    private static let (shortestPause, longestPause): (UInt32, UInt32) = (100, 4_000)

    private var end: UInt64 = 0
    /// The last wait that was set, with its length in nanoseconds: every read sets the same one.
    private var last: (time: Duration, nanoseconds: UInt64) = (.zero, 0)

    /// Makes SQLite call this object whenever the connection meets a lock.
    ///
    /// The connection owns this object, and is closed before it is freed.
    func install(on handle: OpaquePointer) {
        // Only fails for a missing handle.
        _ = unsafe sqlite3_busy_handler(
            handle,
            { context, _ in
                guard let context = unsafe context else { return 0 }
                let deadline = unsafe Unmanaged<BusyDeadline>.fromOpaque(context).takeUnretainedValue()
                return deadline.pauses() ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Pauses before the next try; false when the time is up.
    private func pauses() -> Bool {
        let now = Self.now()
        guard now < end else { return false }
        let longest = Self.longestPause(left: end - now, of: last.nanoseconds)
        usleep(UInt32.random(in: Self.shortestPause...longest))
        return true
    }

    /// The longest pause before the next try, in microseconds: a fourth as long once half of the time is up.
    static func longestPause(left: UInt64, of whole: UInt64) -> UInt32 {
        let part = min(Double(left) / Double(max(whole, 1)), 1)
        return max(UInt32(part * part * Double(longestPause)), shortestPause)
    }

    /// Sleeps long enough for every waiting process to look at the lock once.
    static func pause() { usleep(2 * longestPause) }

    var hasPassed: Bool { Self.now() >= end }

    /// Starts the wait now, and returns the time in nanoseconds.
    func set(_ time: Duration) -> UInt64 {
        if time != last.time {
            let parts = time.components
            let seconds = UInt64(clamping: max(0, parts.seconds))
            let fraction = UInt64(clamping: max(0, parts.attoseconds / 1_000_000_000))
            last = (time, min(seconds, 1_000_000_000) * 1_000_000_000 &+ fraction)
        }
        let now = Self.now()
        end = now &+ last.nanoseconds
        return now
    }

    /// The time in nanoseconds, or that for which this thread has run.
    static func now(ofThread isOfThread: Bool = false) -> UInt64 {
        var time = timespec()
        // Cannot fail for these clocks.
        _ = unsafe clock_gettime(isOfThread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
