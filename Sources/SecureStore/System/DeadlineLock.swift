private import SecureStorePlatform

/// The lock inside a ``DeadlineMutex``: one thread at a time holds it, and every wait for it ends.
///
/// It is a condition with a mutex, because a plain mutex measures its deadline by the wall clock, which an
/// administrator can set back.
@safe final class DeadlineLock: Sendable {
    /// How an attempt to get the lock ended.
    enum Outcome: Equatable {
        case held, timedOut, otherProcess
        case failed(code: Int32)
    }

    // Sendable: both pointers are set in `init` and freed in `deinit`, and what they point to is made for sharing. On
    // the heap, because neither may move. `mutex` is held for moments only, never while waiting.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private nonisolated(unsafe) let released: UnsafeMutablePointer<pthread_cond_t>
    // Sendable: read and written under `mutex`.
    private nonisolated(unsafe) var holder: UInt?
    // In a forked child no thread is left to release the lock, so it refuses at once.
    private let generation = ProcessGeneration.current

    init() {
        unsafe self.mutex = .allocate(capacity: 1)
        unsafe self.released = .allocate(capacity: 1)
        // The system refuses these only for a wrong argument, and all arguments are constants.
        Self.require(unsafe pthread_mutex_init(mutex, nil))
        Self.require(unsafe platform_condition_init(released))
    }

    deinit {
        // In a forked child the parent's waiting threads are still counted, and destroying would wait for them.
        guard generation == ProcessGeneration.current else { return }
        Self.require(unsafe pthread_cond_destroy(released))
        Self.require(unsafe pthread_mutex_destroy(mutex))
        unsafe released.deallocate()
        unsafe mutex.deallocate()
    }

    /// Waits for the lock, at most this long; a thread that already holds it must not call this again.
    func acquire(waitingAtMost longest: Duration) -> Outcome {
        guard generation == ProcessGeneration.current else { return .otherProcess }
        Self.require(unsafe pthread_mutex_lock(mutex))
        defer { Self.require(unsafe pthread_mutex_unlock(mutex)) }
        guard let first = unsafe holder else { return hold() }
        precondition(first != platform_thread(), "the store was called from inside its own transaction")
        var deadline = timespec()
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &deadline) == 0 else { return .failed(code: EINVAL) }
        deadline.advance(by: longest)
        while unsafe holder != nil {
            let code = unsafe platform_condition_wait(released, mutex, &deadline)
            // If the lock was released at the very moment the time ran out, it counts as released.
            guard unsafe code == 0 || holder == nil else {
                return code == ETIMEDOUT ? .timedOut : .failed(code: code)
            }
        }
        return hold()
    }

    /// Takes the lock if it is free.
    func acquireIfFree() -> Bool {
        guard generation == ProcessGeneration.current else { return false }
        Self.require(unsafe pthread_mutex_lock(mutex))
        defer { Self.require(unsafe pthread_mutex_unlock(mutex)) }
        return unsafe holder == nil ? hold() == .held : false
    }

    /// Releases the lock for one of the waiting threads; only the thread that holds it may call this.
    func release() {
        // In a child forked by the holder, the child's copy stays as it is.
        guard generation == ProcessGeneration.current else { return }
        Self.require(unsafe pthread_mutex_lock(mutex))
        unsafe holder = nil
        Self.require(unsafe pthread_mutex_unlock(mutex))
        Self.require(unsafe pthread_cond_signal(released))
    }

    private func hold() -> Outcome {
        unsafe holder = platform_thread()
        return .held
    }

    private static func require(_ code: Int32) {
        precondition(code == 0, "the system refuses a lock")
    }
}

extension timespec {
    fileprivate mutating func advance(by duration: Duration) {
        // A negative wait counts as none, and one beyond 68 years would overflow the sum.
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(Int32.max)).components
        tv_sec += Int(seconds)
        tv_nsec += Int(attoseconds / 1_000_000_000)
        if tv_nsec >= 1_000_000_000 { (tv_sec, tv_nsec) = (tv_sec + 1, tv_nsec - 1_000_000_000) }
    }
}
