private import Synchronization

/// The open file: one writing connection and a few reading ones.
///
/// Readers never wait for the writer. When every reading connection is in use, a thread waits for one. Every wait has a
/// deadline. All threads share the single connection of a database in memory.
final class Database: Sendable {
    /// Nil for a store opened for reading only.
    private let writer: DeadlineMutex<Connection>?
    /// One for each ``ThreadPlace``; empty for a database in memory.
    private let readers: [DeadlineMutex<Connection?>]
    let path: String?
    /// The file that was opened first; every other connection must be to the same one.
    private let file: FileIdentity?
    let access: FileAccess
    private let patience: Duration
    /// How many bytes each connection may keep of rows, and as many again of the index.
    private let cacheByteCount: Int
    /// For a replica, whose commits do not wait for the disk.
    let trailing: TrailingSync?
    /// The thread that is in a transaction; 0 when there is none.
    private let writingThread = Atomic<UInt>(0)

    /// Opens the file, or creates a database in memory if the path is nil.
    ///
    /// Only if something else keeps each change before it is committed here, commits need not wait for the disk.
    init(
        path: String?, access: FileAccess = .readWrite, patience: Duration, cacheByteCount: Int = 0,
        commitsWait: Bool = true
    ) throws(StoreError) {
        (self.path, self.access, self.patience) = (path, access, patience)
        self.cacheByteCount = cacheByteCount
        let connection = try Self.open(path, access == .readOnly ? .reading : .writing, access, patience)
        try connection.synchronizeJournal()
        file = connection.file
        trailing = commitsWait || access == .readOnly ? nil : path.map { TrailingSync(journal: $0 + "-wal") }
        if trailing != nil { try connection.commitWithoutWaiting() }
        // Look-ups go over it, too.
        if path == nil || access == .readOnly { connection.mostKept.rows = cacheByteCount }
        let free = path == nil ? [] : (1..<ThreadPlace.count).map { _ in DeadlineMutex<Connection?>(nil) }
        if access == .readOnly {
            (writer, readers) = (nil, free + [DeadlineMutex<Connection?>(connection)])
        } else {
            (writer, readers) = (DeadlineMutex(connection), path == nil ? [] : free + [DeadlineMutex(nil)])
        }
    }

    /// Opens a connection.
    ///
    /// For reading only, tries again while another process creates or removes the journal.
    ///
    /// The first writer creates the journal before its index, and the last one removes the index before the journal. In
    /// between, a reader without the right to write finds the journal without its index.
    private static func open(
        _ path: String?, _ role: Connection.Role, _ access: FileAccess, _ patience: Duration,
        expecting file: FileIdentity? = nil
    ) throws(StoreError) -> Connection {
        let start = ContinuousClock.now
        while true {
            do throws(StoreError) {
                return try Connection(
                    path: path, role: role, access: access, patience: patience, expecting: file)
            } catch {
                guard access == .readOnly, passes(error, since: start, patience) else { throw error }
            }
            BusyDeadline.pause()
        }
    }

    /// Whether an error of a read-only connection may come from another process that is creating or removing the
    /// journal.
    ///
    /// Only for a moment: a journal that stays without its index was left by a writer that died. A journal that goes
    /// between SQLite's look at it and its opening is a file that cannot be opened.
    private static func passes(
        _ error: StoreError, since start: ContinuousClock.Instant, _ patience: Duration
    ) -> Bool {
        guard [.readOnly, .databaseLocked, .invalidDBLocation].contains(error.status) else { return false }
        return ContinuousClock.now - start < min(patience, .seconds(1))
    }

    /// Whether another file now lies at the path; false when there is none.
    var isReplaced: Bool {
        guard let path, let found = try? FileIdentity(at: path) else { return false }
        return found != file
    }

    /// Lends a connection for reading: the one at the thread's place, or the next that no other thread has.
    func read<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        if readers.isEmpty { return try withWriter(body) }
        try checkOutside()
        let place = ThreadPlace.current
        return try DeadlineMutex.withFirstFree(of: readers, from: place, waitingAtMost: patience) {
            open, next throws(StoreError) in
            if next != place { ThreadPlace.settle(in: next) }
            let start = access == .readOnly ? ContinuousClock.now : nil
            for _ in 0..<Self.mostTries {
                if let used = open, !used.isUndisturbed { open = nil }
                let connection = if let used = open { used } else { try self.connection(.reading) }
                open = connection
                let now = connection.waitAtMost(patience)
                try connection.checkPath(at: now)
                do throws(StoreError) {
                    let answer = try body(connection)
                    if connection.isUndisturbed { return answer }
                } catch {
                    // An error during a concurrent write says nothing about the file.
                    guard connection.isUndisturbed else { continue }
                    guard let start, Self.passes(error, since: start, patience) else { throw error }
                    BusyDeadline.pause()
                }
            }
            throw StoreError(.databaseLocked, "other programs changed the store each time it was read")
        }
    }

    /// How often a store without locks is read again because it was written to meanwhile.
    private static let mostTries = 8

    /// Opens another connection to the same file, or throws ``Status/notAvailable`` when it was replaced.
    func connection(_ role: Connection.Role) throws(StoreError) -> Connection {
        try checkOutside()
        if role == .writing {
            try checkWritable()
            try RunningTransactions.checkOutside(of: file)
        }
        let connection = try Self.open(path, role, access, patience, expecting: file)
        // A process may have been killed while writing. If this store has a writer, that has waited for the changes.
        if access == .readOnly { try connection.synchronizeJournal() }
        if role == .reading {
            connection.mostKept = (cacheByteCount, cacheByteCount)
            salt(over: connection)
        }
        return connection
    }

    /// Gives the header of an empty journal a salt, so that reads can tell by it that nobody has committed.
    ///
    /// Truncating the empty journal does that. If another writer is at work, its commit does.
    private func salt(over reader: Connection) {
        guard reader.lacksSalt, let writer else { return }
        defer { reader.waitAtMost(patience) }
        do throws(StoreError) {
            _ = try writer.withLockIfFree { writer throws(StoreError) in try writer.cutJournal(over: reader) }
        } catch {}
    }

    /// Runs `body` so that every select sees one state of the file.
    func readSnapshot<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        try read { connection throws(StoreError) in
            try connection.readSnapshot { () throws(StoreError) in try body(connection) }
        }
    }

    /// Does the same over the writing connection, which an open store always has, so that a program that only adds an
    /// item never opens another connection.
    func readAtOpening<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        guard access == .readWrite else { return try readSnapshot(body) }
        return try withWriter { connection throws(StoreError) in
            connection.waitAtMost(patience)
            return try connection.readSnapshot { () throws(StoreError) in try body(connection) }
        }
    }

    /// Runs a long read of one state of the file, over a connection of its own, so that it keeps no other reader
    /// waiting.
    ///
    /// A database in memory is copied first, so that there too `body` may call the store.
    func walk<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        let role: Connection.Role = path == nil ? .building : .walking
        let connection = try connection(role)
        if path == nil {
            try withWriter { writer throws(StoreError) in try writer.copyPages(to: connection) { _, _ in } }
        }
        do throws(StoreError) {
            let answer = try connection.readSnapshot { () throws(StoreError) in try body(connection) }
            if connection.isUndisturbed { return answer }
        } catch {
            if connection.isUndisturbed { throw error }
        }
        throw StoreError(
            .databaseLocked, "another program changed the store while it was being read; try again")
    }

    /// Refuses a change where it could not begin: in a store that is only read, or within another transaction.
    func checkMayWrite() throws(StoreError) {
        try checkWritable()
        try checkOutside()
        try RunningTransactions.checkOutside(of: file)
    }

    /// Refuses changes to a store that was opened for reading only.
    func checkWritable() throws(StoreError) { if access == .readOnly { throw FileAccess.refusal } }

    /// Refuses a thread that is in a transaction: it would see the state before its changes, or wait for itself.
    private func checkOutside() throws(StoreError) {
        if writingThread.load(ordering: .relaxed) == RunningTransactions.thisThread {
            throw RunningTransactions.nested
        }
    }

    /// Lends the writing connection outside of transactions.
    func withWriter<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        guard let writer else { throw FileAccess.refusal }
        try checkOutside()
        return try writer.withLock(waitingAtMost: patience) {
            connection throws(StoreError) in
            try body(connection)
        }
    }

    /// Folds the journal into the file and truncates it, so that deleted data does not remain there.
    ///
    /// Readers may prevent this. Then the next process that closes the store does it; the change is durable anyway, a
    /// replica's on its server.
    func emptyJournal() {
        do throws(StoreError) {
            try withWriter { connection throws(StoreError) in
                connection.waitAtMost(.seconds(1))
                try connection.foldJournal()
            }
        } catch {}
    }

    /// Writes the file again, so that nothing deleted is left in it; other processes can read meanwhile.
    func rewrite() throws(StoreError) {
        try withWriter { connection throws(StoreError) in
            connection.waitAtMost(patience)
            try connection.vacuum { _ in }
        }
    }

    /// Leaves the write lock alone for as long as waiting processes sleep between two looks at it.
    func letOthersWrite() { BusyDeadline.pause() }

    /// Migrates the file from an older format to this program's in one transaction.
    func migrate(with migrations: [Migration]) throws(StoreError) {
        try write { connection throws(StoreError) in
            try Schema.migrate(connection, with: migrations)
        }
        emptyJournal()
    }

    /// Runs `body` in a transaction.
    ///
    /// The changes are durable when this returns, those of a replica a moment later, and undone when `body` throws.
    func write<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        guard let writer else { throw FileAccess.refusal }
        try checkOutside()
        let start = ContinuousClock.now
        return try writer.withLock(waitingAtMost: patience) { connection throws(StoreError) in
            try RunningTransactions.checkOutside(of: file)
            writingThread.store(RunningTransactions.thisThread, ordering: .relaxed)
            defer {
                writingThread.store(0, ordering: .relaxed)
                RunningTransactions.end(on: file)
            }
            let tightness = try begin(connection, since: start)
            defer { connection.foldAfterChange(tightness) }
            do throws(StoreError) {
                let result = try body(connection)
                if let tightness { try connection.checkReserve(tightness) }
                try connection.statement(.commit).run()
                // If the file was replaced meanwhile, the change went to a file that nobody will find.
                try connection.checkPath()
                try trailing?.follow()
                return result
            } catch {
                connection.rollback()
                throw error
            }
        }
    }

    /// Begins a transaction that may write, for a call that began at `start`.
    private func begin(
        _ connection: Connection, since start: ContinuousClock.Instant
    ) throws(StoreError) -> Connection.Tightness? {
        do throws(StoreError) {
            connection.waitAtMost(patience - (ContinuousClock.now - start))
            let tightness = try connection.tightness()
            // What is left of the time after waiting for threads of this process goes to waiting for other processes.
            connection.waitAtMost(patience - (ContinuousClock.now - start))
            try connection.statement(.beginWriting).run()
            RunningTransactions.begin(on: file)
            connection.mayUseReserve = false
            try connection.checkPath()
            return tightness
        } catch {
            connection.rollback()
            throw RunningTransactions.explained(error, on: file)
        }
    }
}
