/// A mutex around the value it guards, which stops waiting at a deadline.
///
/// The standard library's `Mutex` waits for ever, which a call on a store must not do. In a forked child the value is
/// never free, because the thread that could release it may not exist there.
@safe final class DeadlineMutex<Value: ~Copyable>: Sendable {
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

    /// Lends the value to `body` as soon as no other thread has it.
    ///
    /// Throws ``Status/databaseLocked`` when `longest` has passed. If a thread that has the value asks for it again,
    /// the program stops with a message.
    func withLock<R: ~Copyable>(
        waitingAtMost longest: Duration, _ body: (inout Value) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        switch lock.acquire(waitingAtMost: longest) {
        case .held: break
        case .timedOut:
            throw StoreError(.databaseLocked, "another thread kept the store busy for \(longest)")
        case .otherProcess:
            throw StoreError(.notAvailable, "the store was opened before this process was forked")
        case .failed(let code):
            throw StoreError(.internalComponent, "waiting for a lock failed with error \(code)")
        }
        defer { lock.release() }
        return try body(&(unsafe value.pointee))
    }

    /// Lends the value to `body` if no other thread has it now; returns nil otherwise.
    func withLockIfFree<R: ~Copyable, E: Error>(_ body: (inout Value) throws(E) -> R) throws(E) -> R? {
        guard lock.acquireIfFree() else { return nil }
        defer { lock.release() }
        return try body(&(unsafe value.pointee))
    }

    /// Lends the first value that no other thread has, looking from a place on, and says which it is.
    ///
    /// If none is free, waits for the one at that place, as ``withLock(waitingAtMost:_:)`` does.
    static func withFirstFree<R>(
        of all: [DeadlineMutex], from place: Int, waitingAtMost longest: Duration,
        _ body: (inout Value, Int) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        for offset in all.indices {
            let next = (place + offset) % all.count
            guard all[next].lock.acquireIfFree() else { continue }
            defer { all[next].lock.release() }
            return try body(&(unsafe all[next].value.pointee), next)
        }
        return try all[place].withLock(waitingAtMost: longest) { value throws(StoreError) in
            try body(&value, place)
        }
    }
}
