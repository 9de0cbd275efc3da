import Foundation

/// The processor time that this thread spends on `work`: other work on the machine does not add to it.
func processorTime(of work: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        let code = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        precondition(code == 0, "the thread's clock could not be read")
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try work()
    return now() - start
}
