private import SecureStorePlatform

/// A few threads for work that waits, such as for disks, for locks, or for a passphrase to be hashed.
///
/// A thread is created when work arrives and all others are busy, up to a limit; all of them end with this
/// object. Swift runs tasks on only as many threads as there are processors, and none of these may wait.
final class WorkerThreads: Sendable {
    /// The number of threads that can be useful in one store at the same time; further work waits its turn.
    static let usualCount = 4

    private let crew: Crew
    private let generation = ProcessGeneration.current

    init(count: Int = usualCount) { crew = Crew(most: count) }

    deinit {
        // A forked child has none of these threads, and one of them may have held the lock.
        if generation == ProcessGeneration.current { crew.dismiss() }
    }

    /// Runs `work` on one of the threads, in its turn; returns nil when the task was cancelled before it
    /// began.
    ///
    /// Work that has begun is not interrupted. Call it only in the process that made this object.
    func run<R: Sendable>(_ work: @escaping @Sendable () -> R) async throws(StoreError) -> R? {
        let turn = Turn<R>()
        let answer: Result<R?, StoreError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard turn.wait(continuation) else { return continuation.resume(returning: .success(nil)) }
                let job: Crew.Job = {
                    guard let continuation = turn.end() else { return {} }
                    let answer = work()
                    return { continuation.resume(returning: .success(answer)) }
                }
                guard !crew.accept(job) else { return }
                let failure = StoreError(
                    .allocate, "the system cannot start another thread; end some, or raise its limit")
                turn.end()?.resume(returning: .failure(failure))
            }
        } onCancel: {
            turn.end()?.resume(returning: .success(nil))
        }
        return try answer.get()
    }
}

/// Decides what resumes a waiting task: the thread that begins its work, or its cancellation.
private final class Turn<R: Sendable>: Sendable {
    typealias Continuation = CheckedContinuation<Result<R?, StoreError>, Never>

    private enum State {
        case new
        case waiting(Continuation)
        case over
    }

    private let state = SystemMutex(State.new)

    /// Stores the continuation; false when the task was already cancelled.
    func wait(_ continuation: Continuation) -> Bool {
        state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
    }

    /// The continuation, for whoever comes first: the thread that begins, or the cancellation.
    func end() -> Continuation? {
        state.withLock { state in
            defer { state = .over }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
    }
}

/// The state that the threads share and keep alive until the last of them has ended.
@safe private final class Crew: Sendable {
    /// Does the work, and returns a closure that reports its end.
    typealias Job = @Sendable () -> @Sendable () -> Void

    private struct Queue {
        var jobs: [Job] = []
        var threads = 0
        var idle = 0
    }

    private let queue = SystemMutex(Queue())
    private let most: Int
    // Sendable: set in `init`, freed in `deinit`, and made for sharing. Counts the jobs, and one more for
    // each thread that should end.
    private nonisolated(unsafe) let signal: UnsafeMutablePointer<platform_signal>

    init(most: Int) {
        self.most = most
        unsafe signal = .allocate(capacity: 1)
        let code = unsafe platform_signal_init(signal)
        precondition(code == 0, "the system refuses a semaphore")
    }

    deinit {
        unsafe platform_signal_destroy(signal)
        unsafe signal.deallocate()
    }

    /// Adds a job; false when there is no thread, and none can be created.
    func accept(_ job: @escaping Job) -> Bool {
        let isTaken = queue.withLock { queue in
            if queue.jobs.count >= queue.idle, queue.threads < most, OwnThread.start({ self.work() }) {
                (queue.threads, queue.idle) = (queue.threads + 1, queue.idle + 1)
            }
            guard queue.threads > 0 else { return false }
            queue.jobs.append(job)
            return true
        }
        if isTaken { unsafe platform_signal_raise(signal) }
        return isTaken
    }

    /// Lets each thread end when its work is done.
    func dismiss() {
        for _ in 0..<queue.withLock({ $0.threads }) { unsafe platform_signal_raise(signal) }
    }

    private func work() {
        unsafe platform_name_thread("securestore")
        // A job is freed before its end is reported: then only the caller holds objects such as the store.
        while let tell = next()?() {
            queue.withLock { $0.idle += 1 }
            tell()
        }
    }

    /// Waits for the next job; nil when there will be no more.
    private func next() -> Job? {
        unsafe platform_signal_wait(signal)
        return queue.withLock { queue in
            queue.idle -= 1
            return queue.jobs.isEmpty ? nil : queue.jobs.removeFirst()
        }
    }
}
