private import SecureStorePlatform

/// The transactions that threads of this process are in, so that whoever would wait for one of them is told.
///
/// Asked by writers alone, who hold a connection's lock: so never in a child that was forked from among them.
enum RunningTransactions {
    private struct Entry {
        let file: FileIdentity
        let thread: UInt
    }

    private static let entries = SystemMutex<[Entry]>([])

    /// The thread that calls, as a number that no other running thread has.
    static var thisThread: UInt { platform_thread() }

    /// Throws when this thread is in a transaction on a file: what waits for its end would wait for itself.
    static func checkOutside(of file: FileIdentity?) throws(StoreError) {
        let thread = thisThread
        let isInside = entries.withLock { $0.contains { $0.file == file && $0.thread == thread } }
        if isInside { throw nested }
    }

    /// Notes that this thread's transaction has begun, and waits for nobody any more.
    ///
    /// For a database in memory there is nothing to note, as nobody else has it open.
    static func begin(on file: FileIdentity?) {
        guard let file else { return }
        let entry = Entry(file: file, thread: thisThread)
        entries.withLock { $0.append(entry) }
    }

    static func end(on file: FileIdentity?) {
        let thread = thisThread
        entries.withLock { $0.removeAll { $0.file == file && $0.thread == thread } }
    }

    /// An error in its true words: whoever waited in vain for another thread of this process need not look for another one.
    static func explained(_ error: StoreError, on file: FileIdentity?) -> StoreError {
        guard error.status == .databaseLocked else { return error }
        let thread = thisThread
        let isOurs = entries.withLock { $0.contains { $0.file == file && $0.thread != thread } }
        return isOurs ? waited : error
    }

    /// A call that only the transaction itself can answer.
    static let nested = StoreError(
        .param, "the store was called inside its own transaction; call what the closure is given instead")

    private static let waited = StoreError(
        .databaseLocked,
        "this process holds a transaction on the store, by another object, which did not end until the deadline"
    )
}
