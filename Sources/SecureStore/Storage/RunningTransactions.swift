private import SecureStorePlatform

/// The transactions of this process's threads, so that a thread that would wait for its own is told.
///
/// Only writers ask, while they hold a connection's lock; a child forked in the middle never gets here.
enum RunningTransactions {
    private static let entries = SystemMutex<[(file: FileIdentity, thread: UInt)]>([])

    /// A number for the calling thread that no other running thread has.
    static var thisThread: UInt { platform_thread() }

    /// Throws when this thread is in a transaction on the file: it would wait for itself.
    static func checkOutside(of file: FileIdentity?) throws(StoreError) {
        let thread = thisThread
        let isInside = entries.withLock { $0.contains { $0.file == file && $0.thread == thread } }
        if isInside { throw DeadlineLock.nested }
    }

    /// Notes that this thread's transaction has begun, and no longer waits for anything.
    ///
    /// A database in memory is not noted, because nothing else can have it open.
    static func begin(on file: FileIdentity?) {
        guard let file else { return }
        let entry = (file: file, thread: thisThread)
        entries.withLock { $0.append(entry) }
    }

    static func end(on file: FileIdentity?) {
        let thread = thisThread
        entries.withLock { $0.removeAll { $0.file == file && $0.thread == thread } }
    }

    /// The error with its true cause: if a thread of this process was in the way, no other is to blame.
    static func explained(_ error: StoreError, on file: FileIdentity?) -> StoreError {
        guard error.status == .databaseLocked else { return error }
        let thread = thisThread
        let isOurs = entries.withLock { $0.contains { $0.file == file && $0.thread != thread } }
        return isOurs ? waited : error
    }

    private static let waited = StoreError(
        .databaseLocked,
        "this process holds a transaction on the store, by another object, which did not end "
            + "until the deadline; end it first"
    )
}
