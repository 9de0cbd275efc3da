private import SecureStorePlatform

/// A thread that does one piece of work.
///
/// Swift's pool has only as many threads as there are processors: one that waits for a lock, a disk or
/// another writer holds up all tasks of the program.
package enum OwnThread {
    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that runs `work` and ends; false if the system has no thread for it.
    package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        let argument = unsafe Unmanaged.passRetained(Work(work))
        let code = unsafe platform_start_thread(
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, argument.toOpaque())
        guard code != 0 else { return true }
        unsafe argument.release()
        return false
    }

    /// Blocks the thread for about so long; a signal may end it early.
    package static func sleep(for pause: Duration) {
        let (seconds, attoseconds) = pause.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        _ = unsafe nanosleep(&time, nil)
    }
}
