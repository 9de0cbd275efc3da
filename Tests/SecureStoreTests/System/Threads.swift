import Foundation

/// Runs `body` on that many threads at once and waits for all of them.
///
/// Threads and not tasks: what is tested waits, and must not starve a pool that has as many threads as cores.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let running = DispatchGroup()
    for number in 0..<count {
        running.enter()
        Thread.detachNewThread {
            body(number)
            running.leave()
        }
    }
    running.wait()
}
