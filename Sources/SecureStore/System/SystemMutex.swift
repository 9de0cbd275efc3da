private import SecureStorePlatform

/// A mutex of the system around the value it guards, for moments: nobody waits or calls out while holding it.
///
/// In place of the standard library's `Mutex`, which a thread sanitizer does not see into: it would report each
/// contended access as a race. Not for use in a child that was forked while another thread held it.
@safe package final class SystemMutex<Value: ~Copyable>: Sendable {
    // Sendable: both pointers are set in `init` and freed in `deinit`. The mutex is made for sharing; the value
    // is touched by its holder alone. On the heap, because a mutex must not move.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private nonisolated(unsafe) let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
        unsafe self.mutex = .allocate(capacity: 1)
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.value.initialize(to: value)
        // The system refuses this only for a wrong argument, and there is none.
        let code = unsafe pthread_mutex_init(mutex, nil)
        precondition(code == 0, "the system refuses a mutex")
    }

    deinit {
        let code = unsafe pthread_mutex_destroy(mutex)
        assert(code == 0, "a mutex is destroyed while it is held")
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
        unsafe mutex.deallocate()
    }

    /// Lends the value to `body` as soon as nobody else has it.
    package func withLock<R: ~Copyable, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        // Without these two, threads would change the value at once: better to stop.
        let locked = unsafe pthread_mutex_lock(mutex)
        precondition(locked == 0, "the mutex cannot be locked")
        defer {
            let unlocked = unsafe pthread_mutex_unlock(mutex)
            precondition(unlocked == 0, "the mutex cannot be unlocked")
        }
        return try body(&(unsafe value.pointee))
    }
}
