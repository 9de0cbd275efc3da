private import SecureStorePlatform

/// The lock inside a ``DeadlineMutex``: one thread at a time holds it, and every wait for it ends.
///
/// It is a condition with a mutex, because a plain mutex measures its deadline by the wall clock, which an
/// administrator can set back.
@safe final class DeadlineLock: Sendable {
    /// The ways in which an attempt to get the lock can end.
    enum Outcome: Equatable {
        case held, timedOut, otherProcess
        case failed(code: Int32)
    }

    @safe private struct State {
        var mutex = unsafe pthread_mutex_t()
        var released = pthread_cond_t()
        var holder: UInt?
    }

    // Sendable: the pointer is set in `init` and freed in `deinit`. Mutex and condition are made for sharing,
    // and `holder` is read and written under `mutex`, which is held for moments only, never while waiting. On
    // the heap, because neither may move.
    private nonisolated(unsafe) let state: UnsafeMutablePointer<State>
    // In a forked child no thread is left to release the lock, so it refuses at once.
    private let generation = ProcessGeneration.current

    init() {
        unsafe state = .allocateOnOwnLines()
        unsafe state.initialize(to: State())
        // The system refuses these only for a wrong argument, and all arguments are constants.
        Self.require(unsafe pthread_mutex_init(&state.pointee.mutex, nil))
        Self.require(unsafe platform_condition_init(&state.pointee.released))
    }

    deinit {
        // In a forked child the parent's waiting threads still count, and destroying would wait for them.
        guard generation == ProcessGeneration.current else { return }
        Self.require(unsafe pthread_cond_destroy(&state.pointee.released))
        Self.require(unsafe pthread_mutex_destroy(&state.pointee.mutex))
        unsafe state.deallocate()
    }

    /// Waits for the lock, at most this long; a thread that already holds it must not call this again.
    func acquire(waitingAtMost longest: Duration) -> Outcome {
        guard generation == ProcessGeneration.current else { return .otherProcess }
        Self.require(unsafe pthread_mutex_lock(&state.pointee.mutex))
        defer { Self.require(unsafe pthread_mutex_unlock(&state.pointee.mutex)) }
        guard let first = unsafe state.pointee.holder else { return hold() }
        precondition(first != platform_thread(), "the store was called from inside its own transaction")
        var deadline = timespec()
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &deadline) == 0 else { return .failed(code: EINVAL) }
        deadline.advance(by: longest)
        while unsafe state.pointee.holder != nil {
            let code = unsafe platform_condition_wait(
                &state.pointee.released, &state.pointee.mutex, &deadline)
            // If the lock was released at the very moment the time ran out, it counts as released.
            guard unsafe code == 0 || state.pointee.holder == nil else {
                return code == ETIMEDOUT ? .timedOut : .failed(code: code)
            }
        }
        return hold()
    }

    /// Takes the lock if it is free.
    func acquireIfFree() -> Bool {
        guard generation == ProcessGeneration.current else { return false }
        Self.require(unsafe pthread_mutex_lock(&state.pointee.mutex))
        defer { Self.require(unsafe pthread_mutex_unlock(&state.pointee.mutex)) }
        return unsafe state.pointee.holder == nil ? hold() == .held : false
    }

    /// Releases the lock for one of the waiting threads; only the thread that holds it may call this.
    func release() {
        // In a child forked by the holder, the child's copy stays as it is.
        guard generation == ProcessGeneration.current else { return }
        Self.require(unsafe pthread_mutex_lock(&state.pointee.mutex))
        unsafe state.pointee.holder = nil
        Self.require(unsafe pthread_mutex_unlock(&state.pointee.mutex))
        Self.require(unsafe pthread_cond_signal(&state.pointee.released))
    }

    private func hold() -> Outcome {
        unsafe state.pointee.holder = platform_thread()
        return .held
    }

    private static func require(_ code: Int32) {
        precondition(code == 0, "the system refuses a lock")
    }
}

extension timespec {
    mutating func advance(by duration: Duration) {
        // A negative wait counts as none, and one beyond 68 years would overflow the sum.
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(Int32.max)).components
        tv_sec += Int(seconds)
        tv_nsec += Int(attoseconds / 1_000_000_000)
        if tv_nsec >= 1_000_000_000 { (tv_sec, tv_nsec) = (tv_sec + 1, tv_nsec - 1_000_000_000) }
    }
}
