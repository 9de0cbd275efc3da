private import SecureStorePlatform

/// Runs blocking work on a thread of its own.
///
/// Swift's pool has only as many threads as there are processors: one that waits for a lock, a disk or another writer
/// holds up all tasks of the program.
enum OwnThread {
    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` to its end, even if the caller is cancelled.
    static func run<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            let work = Work { continuation.resume(with: Result(catching: body)) }
            let argument = unsafe Unmanaged.passRetained(work)
            let code = unsafe platform_start_thread(
                { argument in
                    if let argument = unsafe argument {
                        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                    }
                    return nil
                }, argument.toOpaque())
            guard code == 0 else {
                unsafe argument.release()
                return continuation.resume(
                    throwing: TokenVaultError(.system, "no thread could be made: error \(code)"))
            }
        }
    }

    /// Blocks the thread for about so long; a signal may end it early.
    static func sleep(for pause: Duration) {
        let (seconds, attoseconds) = pause.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        _ = unsafe nanosleep(&time, nil)
    }
}
