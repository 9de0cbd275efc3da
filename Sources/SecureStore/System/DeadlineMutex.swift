/// A mutex around the value it guards, for which no thread waits beyond a deadline.
///
/// The standard library's `Mutex` waits for ever, which a call on a store must not do. In a forked child the
/// value is never free, because the thread that could release it may not exist there.
@safe final class DeadlineMutex<Value>: Sendable {
    private let lock = DeadlineLock()
    // Sendable: the pointer is set in `init` and freed in `deinit`; the value is only touched under `lock`.
    private nonisolated(unsafe) let value: UnsafeMutablePointer<Value>

    init(_ value: consuming sending Value) {
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.value.initialize(to: value)
    }

    deinit {
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// The value in the hands of one thread, until the end of this one's life.
    @safe struct Lease: ~Copyable {
        fileprivate let mutex: DeadlineMutex

        deinit { mutex.lock.release() }

        var value: Value {
            get { unsafe mutex.value.pointee }
            nonmutating set { unsafe mutex.value.pointee = newValue }
        }
    }

    /// Waits for the value as long as no other thread has it.
    ///
    /// Throws ``Status/databaseLocked`` when `longest` has passed. If a thread that has the value asks for it
    /// again, the program stops with a message.
    func lease(waitingAtMost longest: Duration) throws(StoreError) -> Lease {
        switch lock.acquire(waitingAtMost: longest) {
        case .held: return Lease(mutex: self)
        case .timedOut:
            throw StoreError(.databaseLocked, "another thread kept the store busy for \(longest)")
        case .otherProcess:
            throw StoreError(.notAvailable, "the store was opened before this process was forked")
        case .failed(let code):
            throw StoreError(.internalComponent, "waiting for a lock failed with error \(code)")
        }
    }

    /// The value if no other thread has it now.
    func leaseIfFree() -> Lease? { lock.acquireIfFree() ? Lease(mutex: self) : nil }
}
