private import SecureStorePlatform

/// A system mutex around the value it guards: the one of this package.
///
/// In the core it is held for moments only, and its holder never waits or calls out.
///
/// It replaces the standard library's `Mutex`, into which the thread sanitizer cannot see, so that it would
/// report every contended access as a race. It must not be used in a child that was forked while another
/// thread held it.
@safe package final class SystemMutex<Value: ~Copyable>: Sendable {
    @safe private struct Guarded: ~Copyable {
        var mutex: pthread_mutex_t
        var value: Value
    }

    // Sendable: the pointer is set in `init` and freed in `deinit`. The mutex is made for sharing, and only
    // its holder touches the value. On the heap, because a mutex must not move.
    private nonisolated(unsafe) let guarded: UnsafeMutablePointer<Guarded>

    package init(_ value: consuming sending Value) {
        unsafe guarded = .allocateOnOwnLines()
        unsafe guarded.initialize(to: Guarded(mutex: pthread_mutex_t(), value: value))
        // The system refuses this only for a wrong argument, and these are right.
        let code = unsafe pthread_mutex_init(&guarded.pointee.mutex, nil)
        precondition(code == 0, "the system refuses a mutex")
    }

    deinit {
        let code = unsafe pthread_mutex_destroy(&guarded.pointee.mutex)
        assert(code == 0, "a mutex is destroyed while it is held")
        unsafe guarded.deinitialize(count: 1)
        unsafe guarded.deallocate()
    }

    /// Lends the value to `body` as soon as no other thread has it.
    package func withLock<R: ~Copyable, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R {
        // If these two fail, threads would change the value at the same time: better to stop.
        let locked = unsafe pthread_mutex_lock(&guarded.pointee.mutex)
        precondition(locked == 0, "the mutex cannot be locked")
        defer {
            let unlocked = unsafe pthread_mutex_unlock(&guarded.pointee.mutex)
            precondition(unlocked == 0, "the mutex cannot be unlocked")
        }
        return try body(&(unsafe guarded.pointee.value))
    }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
    /// Room for one value, which shares no line of the processors' caches with anything else.
    ///
    /// Use it for what one thread writes at every call: that slows other threads' access to all in its line.
    static func allocateOnOwnLines() -> UnsafeMutablePointer {
        let line = 128  // Apple's; elsewhere 64, of which processors fetch two at a time.
        let byteCount = (MemoryLayout<Pointee>.size + line - 1) / line * line
        return unsafe UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: line)
            .bindMemory(to: Pointee.self, capacity: 1)
    }
}
