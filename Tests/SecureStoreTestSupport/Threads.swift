import Foundation

/// A thread that can be waited for until it is gone, and has let go of all that it held.
///
/// Whoever only waits for the end of its work may be the one that goes on while the thread closes its last
/// store.
final class JoinableThread {
    private final class Work {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private var thread = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        let code = unsafe pthread_create(
            &thread, nil,
            { work in
                if let work = unsafe work {
                    unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
                }
                return nil
            }, work)
        precondition(code == 0, "no thread could be made: error \(code)")
    }

    /// Called once.
    func join() {
        let code = pthread_join(thread, nil)
        precondition(code == 0, "a thread could not be waited for: error \(code)")
    }
}

/// Runs `body` on that many threads at once, and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = (0..<count).map { number in JoinableThread { body(number) } }
    for thread in threads { thread.join() }
}
