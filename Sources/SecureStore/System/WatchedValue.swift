private import SecureStorePlatform

/// A value that threads wait for: they look at it again whenever another has changed it, until a deadline.
///
/// The deadline is measured as that of ``DeadlineLock`` is.
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
        DeadlineLock.require(unsafe pthread_mutex_init(&state.pointee.mutex, nil))
        DeadlineLock.require(unsafe platform_condition_init(&state.pointee.changed))
    }

    deinit {
        guard generation == ProcessGeneration.current else { return }
        DeadlineLock.require(unsafe pthread_cond_destroy(&state.pointee.changed))
        DeadlineLock.require(unsafe pthread_mutex_destroy(&state.pointee.mutex))
        unsafe state.deinitialize(count: 1)
        unsafe state.deallocate()
    }

    /// Changes the value, and has every waiting thread look at it.
    func change<R>(_ body: (inout Value) -> R) throws(StoreError) -> R {
        try lock()
        let answer = body(&(unsafe state.pointee.value))
        unlock()
        DeadlineLock.require(unsafe pthread_cond_broadcast(&state.pointee.changed))
        return answer
    }

    /// Waits until `body` finds in the value what it looks for; returns nil when `longest` has passed.
    ///
    /// What `body` changes is for the thread alone: no other is woken by it.
    func wait<R>(atMost longest: Duration, for body: (inout Value) -> R?) throws(StoreError) -> R? {
        try lock()
        defer { unlock() }
        var deadline = timespec()
        try deadline.set(after: longest)
        while true {
            if let answer = body(&(unsafe state.pointee.value)) { return answer }
            let code = unsafe platform_condition_wait(
                &state.pointee.changed, &state.pointee.mutex, &deadline)
            // If the value was changed at the very moment the time ran out, it is looked at all the same.
            if code == ETIMEDOUT { return body(&(unsafe state.pointee.value)) }
            guard code == 0 else {
                throw StoreError(.internalComponent, "waiting for another thread failed with error \(code)")
            }
        }
    }

    private func lock() throws(StoreError) {
        guard generation == ProcessGeneration.current else { throw ProcessGeneration.isOther }
        DeadlineLock.require(unsafe pthread_mutex_lock(&state.pointee.mutex))
    }

    private func unlock() { DeadlineLock.require(unsafe pthread_mutex_unlock(&state.pointee.mutex)) }
}
