private import SecureStorePlatform

/// A value that threads wait for: they look at it again whenever another has changed it, until a deadline.
///
/// It is a condition with a mutex, because a plain mutex measures its deadline by the wall clock, which an
/// administrator can set back.
@safe final class WatchedValue<Value: Sendable>: Sendable {
    @safe private struct State {
        var mutex = unsafe pthread_mutex_t()
        var changed = pthread_cond_t()
        var value: Value
    }

    // Sendable: the pointer is set in `init` and freed in `deinit`. Mutex and condition are made for sharing,
    // and the value is only touched under the mutex. On the heap, because neither may move.
    private nonisolated(unsafe) let state: UnsafeMutablePointer<State>
    // In a forked child no thread is left to change the value, and one of them may have held the mutex.
    private let generation = ProcessGeneration.current

    init(_ value: Value) {
        unsafe state = .allocateOnOwnLines()
        unsafe state.initialize(to: State(value: value))
        // The system refuses these only for a wrong argument, and all arguments are constants.
        Self.require(unsafe pthread_mutex_init(&state.pointee.mutex, nil))
        Self.require(unsafe platform_condition_init(&state.pointee.changed))
    }

    deinit {
        guard generation == ProcessGeneration.current else { return }
        Self.require(unsafe pthread_cond_destroy(&state.pointee.changed))
        Self.require(unsafe pthread_mutex_destroy(&state.pointee.mutex))
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Changes the value, and has every waiting thread look at it, or one of them.
    func change<R>(wakingOne wakesOne: Bool = false, _ body: (inout Value) -> R) throws(StoreError) -> R {
        try lock()
        let answer = body(&(unsafe state.pointee.value))
        unlock()
        let wake = unsafe wakesOne ? pthread_cond_signal : pthread_cond_broadcast
        Self.require(unsafe wake(&state.pointee.changed))
        return answer
    }

    /// Waits until `body` finds in the value what it looks for; returns nil when `longest` has passed.
    ///
    /// What `body` changes is for the thread alone: no other is woken by it.
    func wait<R>(atMost longest: Duration, for body: (inout Value) -> R?) throws(StoreError) -> R? {
        try lock()
        defer { unlock() }
        if let answer = body(&(unsafe state.pointee.value)) { return answer }
        guard longest > .zero else { return nil }
        var deadline = timespec()
        try deadline.set(after: longest)
        while true {
            let code = unsafe platform_condition_wait(
                &state.pointee.changed, &state.pointee.mutex, &deadline)
            guard code == 0 || code == ETIMEDOUT else {
                throw StoreError(.internalComponent, "waiting for another thread failed with error \(code)")
            }
            // If the value was changed at the very moment the time ran out, it is looked at all the same.
            if let answer = body(&(unsafe state.pointee.value)) { return answer }
            if code == ETIMEDOUT { return nil }
        }
    }

    private func lock() throws(StoreError) {
        guard generation == ProcessGeneration.current else { throw ProcessGeneration.isOther }
        Self.require(unsafe pthread_mutex_lock(&state.pointee.mutex))
    }

    private func unlock() { Self.require(unsafe pthread_mutex_unlock(&state.pointee.mutex)) }

    private static func require(_ code: Int32) { precondition(code == 0, "the system refuses a lock") }
}

extension timespec {
    /// Becomes the time when a wait that begins now has to end, on a clock that nobody can set.
    fileprivate mutating func set(after longest: Duration) throws(StoreError) {
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &self) == 0 else {
            throw StoreError(.internalComponent, "the system has no clock for deadlines")
        }
        // One beyond 68 years would overflow the sum.
        let (seconds, attoseconds) = min(longest, .seconds(Int32.max)).components
        tv_sec += Int(seconds)
        tv_nsec += Int(attoseconds / 1_000_000_000)
        if tv_nsec >= 1_000_000_000 { (tv_sec, tv_nsec) = (tv_sec + 1, tv_nsec - 1_000_000_000) }
    }
}
