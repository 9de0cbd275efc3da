private import SecureStorePlatform

/// A lock that one thread at a time holds, and for which no thread waits beyond a deadline.
///
/// The standard library's `Mutex` waits for ever, which a call on a store must not do. In a forked child the
/// lock is never free, because the thread that could release it may not exist there.
///
/// It is a condition with a mutex, because a plain mutex measures its deadline by the wall clock, which an
/// administrator can set back.
@safe final class DeadlineLock: Sendable {
    /// The lock in the hands of one thread, until the end of this value's life.
    struct Held: ~Copyable {
        private let lock: DeadlineLock

        fileprivate init(_ lock: DeadlineLock) { self.lock = lock }

        deinit { lock.release() }
    }

    /// Waits for the lock as long as another thread holds it.
    ///
    /// Throws ``StoreStatus/databaseLocked`` when `longest` has passed, and ``StoreStatus/param`` for the
    /// thread that holds it, which would wait for itself.
    func hold(waitingAtMost longest: Duration) throws(StoreError) -> Held {
        guard generation == ProcessGeneration.current else { throw ProcessGeneration.isOther }
        Self.require(unsafe pthread_mutex_lock(&state.pointee.mutex))
        defer { Self.require(unsafe pthread_mutex_unlock(&state.pointee.mutex)) }
        if let first = unsafe state.pointee.holder {
            guard first != platform_thread() else { throw Self.nested }
            try waitUntilFree(longest)
        }
        unsafe state.pointee.holder = platform_thread()
        return Held(self)
    }

    /// The error of a call that only the closure's own argument can answer.
    static let nested = StoreError(
        .param, "the store was called inside its own transaction; call what the closure is given instead")

    func holdIfFree() -> Held? {
        guard generation == ProcessGeneration.current else { return nil }
        Self.require(unsafe pthread_mutex_lock(&state.pointee.mutex))
        defer { Self.require(unsafe pthread_mutex_unlock(&state.pointee.mutex)) }
        guard unsafe state.pointee.holder == nil else { return nil }
        unsafe state.pointee.holder = platform_thread()
        return Held(self)
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

    private func waitUntilFree(_ longest: Duration) throws(StoreError) {
        var deadline = timespec()
        try deadline.set(after: longest)
        while unsafe state.pointee.holder != nil {
            let code = unsafe platform_condition_wait(
                &state.pointee.released, &state.pointee.mutex, &deadline)
            // If the lock was released at the very moment the time ran out, it counts as released.
            guard unsafe code != 0 && state.pointee.holder != nil else { continue }
            guard code == ETIMEDOUT else {
                throw StoreError(.internalComponent, "waiting for a lock failed with error \(code)")
            }
            throw StoreError(.databaseLocked, "another thread kept the store busy for \(longest); try again")
        }
    }

    /// Releases the lock for one of the waiting threads; only the thread that holds it may call this.
    fileprivate func release() {
        // In a child forked by the holder, the child's copy stays as it is.
        guard generation == ProcessGeneration.current else { return }
        Self.require(unsafe pthread_mutex_lock(&state.pointee.mutex))
        unsafe state.pointee.holder = nil
        Self.require(unsafe pthread_mutex_unlock(&state.pointee.mutex))
        Self.require(unsafe pthread_cond_signal(&state.pointee.released))
    }

    static func require(_ code: Int32) {
        precondition(code == 0, "the system refuses a lock")
    }
}

extension timespec {
    /// Becomes the time when a wait that begins now has to end, on a clock that nobody can set.
    mutating func set(after longest: Duration) throws(StoreError) {
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &self) == 0 else {
            throw StoreError(.internalComponent, "the system has no clock for deadlines")
        }
        // A negative wait counts as none, and one beyond 68 years would overflow the sum.
        let (seconds, attoseconds) = min(max(longest, .zero), .seconds(Int32.max)).components
        tv_sec += Int(seconds)
        tv_nsec += Int(attoseconds / 1_000_000_000)
        if tv_nsec >= 1_000_000_000 { (tv_sec, tv_nsec) = (tv_sec + 1, tv_nsec - 1_000_000_000) }
    }
}
