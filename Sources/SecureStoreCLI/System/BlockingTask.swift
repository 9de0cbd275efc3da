private import Dispatch
import SecureStore

/// Work for a task, for which a command's only thread waits.
enum BlockingTask {
    static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
        let failure = SystemMutex<(any Error)?>(nil)
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            do { try await work() } catch { failure.withLock { $0 = error } }
            end.signal()
        }
        end.wait()
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
