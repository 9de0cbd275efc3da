private import Synchronization

/// The open file: one writing connection and a few reading ones.
///
/// Readers never wait for the writer. When every reading connection is in use, a thread waits for one. Every
/// wait has a deadline. All threads share the single connection of a database in memory.
final class Database: Sendable {
    /// The connection for changes; nil for a store opened for reading only.
    ///
    /// The place is empty as long as the disk had no room for what a writer needs.
    private let writer: ConnectionPlace?
    /// One for each ``ThreadPlace``; for a database in memory the writer alone.
    private let readers: [ConnectionPlace]
    let path: String?
    /// The file that was opened first; every other connection must be to the same one.
    let file: FileIdentity?
    let access: FileAccess
    let patience: Duration
    /// The number of bytes that each connection may keep of rows, and as many again of the index.
    private let cacheByteCount: Int
    /// For a replica, whose commits do not wait for the disk.
    let trailing: TrailingSync?
    /// The thread that is in a transaction; 0 when there is none.
    private let writingThread = Atomic<UInt>(0)

    /// Opens the file, or creates a database in memory if the path is nil.
    ///
    /// If something else keeps each change before it is committed here, commits need not wait for the disk.
    /// One in memory has at most `mostBytes`, if that is given: what needs more fails as on a full disk.
    init(
        path: String?, access: FileAccess = .readWrite, patience: Duration, cacheByteCount: Int = 0,
        commitsWait: Bool = true, mostBytes: Int64? = nil
    ) throws(StoreError) {
        (self.path, self.access, self.patience) = (path, access, patience)
        self.cacheByteCount = cacheByteCount
        if let path, access == .readWrite { try NetworkFileSystem.refuse(DirectoryPath.parent(of: path)) }
        let connection = try Self.reading(access) { access throws(StoreError) in
            try Self.open(path, access == .readOnly ? .reading : .writing, access, patience)
        }
        try connection.synchronizeJournal()
        if let mostBytes {
            try connection.execute(
                "PRAGMA max_page_count = \(mostBytes / (try connection.number("PRAGMA page_size")))")
        }
        file = connection.file
        trailing = commitsWait || access == .readOnly ? nil : path.map { TrailingSync(journal: $0 + "-wal") }
        let mayWrite = access == .readWrite && !connection.isQuiet
        if trailing != nil, mayWrite { try connection.commitWithoutWaiting() }
        // Look-ups go over it, too.
        if path == nil || !mayWrite { connection.mostKept.rows = cacheByteCount }
        let first = ConnectionPlace(connection)
        let free = (1..<ThreadPlace.count).map { _ in ConnectionPlace(nil) }
        writer = access == .readOnly ? nil : mayWrite ? first : ConnectionPlace(nil)
        readers = path == nil ? [first] : free + [mayWrite ? ConnectionPlace(nil) : first]
        if let path { OpenConnections.note((path, file), of: self) }
    }

    deinit {
        closeWhatIsFree()
        OpenConnections.note(nil, of: self)
    }

    /// Opens a connection, for reading without locks if the disk has no room for the index of the journal.
    ///
    /// Reading needs no free byte: while nobody writes, the file holds everything.
    private static func reading(
        _ access: FileAccess, _ open: (FileAccess) throws(StoreError) -> Connection
    ) throws(StoreError) -> Connection {
        do throws(StoreError) {
            let connection = try open(access)
            // SQLite makes the index when it first reads.
            _ = try connection.number("PRAGMA schema_version")
            return connection
        } catch {
            guard access == .readWrite, error.status == .diskFull, let quiet = try? open(.readOnly),
                quiet.isQuiet
            else { throw error }
            return quiet
        }
    }

    /// Opens a connection.
    ///
    /// For reading only, tries again while another process creates or removes the journal.
    ///
    /// The first writer creates the journal before its index, and the last one removes the index before the
    /// journal. In between, a reader without the right to write finds the journal without its index.
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

    /// Asks whether an error of a read-only connection may come from another process's work on the journal.
    ///
    /// It may for a moment only: a journal that stays without its index was left by a writer that died. If a
    /// journal goes between SQLite's look at it and its opening, SQLite says that it cannot open a file.
    private static func passes(
        _ error: StoreError, since start: ContinuousClock.Instant, _ patience: Duration
    ) -> Bool {
        guard [.readOnly, .databaseLocked, .invalidDBLocation].contains(error.status) else { return false }
        return ContinuousClock.now - start < min(patience, .seconds(1))
    }

    /// True if another file now lies at the path; false when there is none.
    var isReplaced: Bool {
        guard let path, let found = try? FileIdentity(at: path) else { return false }
        return found != file
    }

    /// A connection that holds one state of the file: the one at the thread's place, or the next free one.
    func hold(byTransaction: Bool = false) throws(StoreError) -> HeldState {
        try checkOutside()
        let start = access == .readOnly ? ContinuousClock.now : nil
        while true {
            let lease = try leaseReader()
            do throws(StoreError) {
                if let used = lease.value, !used.isUndisturbed { lease.value = nil }
                let connection = if let used = lease.value { used } else { try self.connection(.reading) }
                lease.value = connection
                let now = connection.waitAtMost(patience)
                if try connection.checkPath(at: now), isJournalRemoved, !connection.isQuiet {
                    lease.value = nil
                    continue
                }
                return try HeldState(connection, lease, byTransaction: byTransaction)
            } catch {
                guard let start, Self.passes(error, since: start, patience) else { throw error }
            }
            BusyDeadline.pause()
        }
    }

    func leaseReader() throws(StoreError) -> ConnectionPlace.Lease {
        let place = ThreadPlace.current % readers.count
        for offset in readers.indices {
            let next = (place + offset) % readers.count
            guard let lease = readers[next].leaseIfFree() else { continue }
            if next != place { ThreadPlace.settle(in: next) }
            return lease
        }
        return try readers[place].lease(waitingAtMost: patience)
    }

    /// A connection of its own that holds one state of the file for a long read, which keeps no other
    /// waiting.
    ///
    /// A database in memory is copied first, so that there too the store may be called meanwhile.
    func holdForWalk() throws(StoreError) -> HeldState {
        let connection = try connection(path == nil ? .building : .walking)
        if path == nil {
            let writer = try leaseWriter()
            try writer.value?.copyPages(to: connection) { _, _ in }
        }
        return try HeldState(connection, nil, byTransaction: true)
    }

    /// Runs a read of one state of the file without keys, and again if the file was changed meanwhile.
    ///
    /// At the opening it runs over the writing connection, which an open store always has, so that a program
    /// that only adds an item never opens another one.
    func read<R>(
        atOpening: Bool = false, _ body: (Connection) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        for _ in 0..<Self.mostTries {
            let held = try atOpening ? holdAtOpening() : hold(byTransaction: true)
            do throws(StoreError) {
                let answer = try body(held.connection)
                if held.isWhole { return answer }
            } catch {
                if held.isWhole { throw error }
            }
        }
        throw Self.unsteady
    }

    /// The number of times that the store may change under one read.
    static let mostTries = 8

    static let unsteady = StoreError(
        .databaseLocked, "other programs changed the store each time it was read; try again")

    private func holdAtOpening() throws(StoreError) -> HeldState {
        guard let lease = try writer?.lease(waitingAtMost: patience), let connection = lease.value else {
            return try hold(byTransaction: true)
        }
        connection.waitAtMost(patience)
        return try HeldState(connection, lease, byTransaction: true)
    }

    /// Opens another connection to the same file, or throws ``StoreStatus/notAvailable`` when it was
    /// replaced.
    func connection(_ role: Connection.Role) throws(StoreError) -> Connection {
        try role == .writing ? checkMayWrite() : checkOutside()
        if isJournalRemoved { closeWhatIsFree() }
        func open(_ access: FileAccess) throws(StoreError) -> Connection {
            try Self.open(path, role, access, patience, expecting: file)
        }
        let connection = try role == .writing ? open(access) : Self.reading(access, open)
        // A process may have been killed while writing. If this store has a writer, that has waited for it.
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
        guard reader.lacksSalt, let lease = writer?.leaseIfFree() else { return }
        defer { reader.waitAtMost(patience) }
        do throws(StoreError) { _ = try lease.value?.cutJournal(over: reader) } catch {}
    }

    /// Refuses a change where it could not begin: in a store that is only read, or in another transaction.
    func checkMayWrite() throws(StoreError) {
        if access == .readOnly { throw FileAccess.refusal }
        try checkOutside()
        try RunningTransactions.checkOutside(of: file)
    }

    /// Refuses a thread in a transaction: it would see the state before its changes, or wait for itself.
    private func checkOutside() throws(StoreError) {
        if writingThread.load(ordering: .relaxed) == RunningTransactions.thisThread {
            throw DeadlineLock.nested
        }
    }

    /// The writing connection, outside of transactions.
    func leaseWriter() throws(StoreError) -> ConnectionPlace.Lease {
        guard let writer else { throw FileAccess.refusal }
        try checkOutside()
        let lease = try writer.lease(waitingAtMost: patience)
        if lease.value != nil, isJournalRemoved {
            lease.value = nil
            closeWhatIsFree()
        }
        if lease.value == nil {
            let connection = try Self.open(path, .writing, access, patience, expecting: file)
            if trailing != nil { try connection.commitWithoutWaiting() }
            lease.value = connection
        }
        return lease
    }

    /// True if somebody has removed the journal that is open here, or its index, and not the file.
    private var isJournalRemoved: Bool {
        path.map { access == .readWrite && Connection.isJournalRemoved($0, of: file) } ?? false
    }

    /// Closes the connections that no thread uses, which fold a removed journal into the file.
    private func closeWhatIsFree() {
        for place in readers { place.leaseIfFree()?.value = nil }
        writer?.leaseIfFree()?.value = nil
    }

    /// Folds the journal into the file and truncates it, so that deleted data does not remain there.
    ///
    /// Readers may prevent this. Then the next process that closes the store does it; the change is durable
    /// anyway, a replica's on its server.
    func emptyJournal() {
        do throws(StoreError) {
            let writer = try leaseWriter()
            writer.value?.waitAtMost(.seconds(1))
            try writer.value?.foldJournal()
        } catch {}
    }

    /// Writes the file again, so that nothing deleted is left in it; other processes can read meanwhile.
    func rewrite() throws(StoreError) {
        let writer = try leaseWriter()
        writer.value?.waitAtMost(patience)
        try writer.value?.vacuum { _ in }
    }

    /// Begins a transaction, after waiting for threads of this process and for other processes.
    func begin() throws(StoreError) -> WriteTransaction {
        let start = ContinuousClock.now
        let lease = try leaseWriter()
        return try WriteTransaction(self, lease, since: start)
    }

    /// Notes that this thread is in the transaction of this store, or in none.
    func noteWriting(_ isWriting: Bool) {
        writingThread.store(isWriting ? RunningTransactions.thisThread : 0, ordering: .relaxed)
    }
}
