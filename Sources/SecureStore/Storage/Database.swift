private import Synchronization

/// The open file: one writing connection and a few reading ones.
///
/// Readers never wait for the writer; a thread that finds every reading connection taken waits for one, and every
/// wait has a deadline. A database in memory has a single connection that all share.
final class Database: Sendable {
    /// Nil for a store that is only read.
    private let writer: DeadlineMutex<Connection>?
    private let readers: [DeadlineMutex<Connection?>]
    let path: String?
    /// The file that was opened first: all other connections are to the same one.
    private let file: FileIdentity?
    let access: FileAccess
    private let patience: Duration
    /// The thread that is in a transaction, 0 when none is.
    private let writingThread = Atomic<UInt>(0)

    /// Connections that may be open at once; more threads than this take turns.
    private static let mostConnections = 9

    /// Opens the file, or makes a database in memory for a nil path.
    init(path: String?, access: FileAccess = .readWrite, patience: Duration) throws(StoreError) {
        (self.path, self.access, self.patience) = (path, access, patience)
        let connection = try Self.open(path, access == .readOnly ? .reading : .writing, access, patience)
        try connection.synchronizeJournal()
        file = connection.file
        let free = path == nil ? [] : (1..<Self.mostConnections).map { _ in DeadlineMutex<Connection?>(nil) }
        if access == .readOnly {
            (writer, readers) = (nil, [DeadlineMutex<Connection?>(connection)] + free)
        } else {
            (writer, readers) = (DeadlineMutex(connection), free)
        }
    }

    /// Opens a connection; for reading only, again while others make the journal or take it away.
    ///
    /// A writer that comes makes the journal first and then its index, and one that ends removes the index first:
    /// in between, who may not write finds one without the other.
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

    /// Whether an error of somebody who may not write can come of others making the journal or taking it away.
    ///
    /// Not for long: a journal that stays without its index was left by a writer that died.
    private static func passes(
        _ error: StoreError, since start: ContinuousClock.Instant, _ patience: Duration
    ) -> Bool {
        guard error.status == .readOnly || error.status == .databaseLocked else { return false }
        return ContinuousClock.now - start < min(patience, .seconds(1))
    }

    /// Whether another file than the one that is open lies at the path now; not when none does.
    var isReplaced: Bool {
        guard let path, let found = try? FileIdentity(at: path) else { return false }
        return found != file
    }

    /// Lends a connection for reading.
    func read<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        try checkOutside()
        for reader in readers {
            let answer: R? = try reader.withLockIfFree { connection throws(StoreError) in
                try lend(&connection, body)
            }
            if let answer { return answer }
        }
        guard let reader = readers.randomElement() else {
            return try withWriter(body)
        }
        return try reader.withLock(waitingAtMost: patience) {
            connection throws(StoreError) in
            try lend(&connection, body)
        }
    }

    private func lend<R>(
        _ slot: inout Connection?, _ body: (Connection) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let start = access == .readOnly ? ContinuousClock.now : nil
        for _ in 0..<Self.mostTries {
            if let open = slot, !open.isUndisturbed { slot = nil }
            let connection = if let open = slot { open } else { try self.connection(.reading) }
            slot = connection
            let now = connection.waitAtMost(patience)
            try connection.checkPath(at: now)
            do throws(StoreError) {
                let answer = try body(connection)
                if connection.isUndisturbed { return answer }
            } catch {
                // What was read while somebody wrote is no finding about the file.
                guard connection.isUndisturbed else { continue }
                guard let start, Self.passes(error, since: start, patience) else { throw error }
                BusyDeadline.pause()
            }
        }
        throw StoreError(.databaseLocked, "others changed the store each time that it was read")
    }

    /// How often a store that is read without locks is read again because somebody wrote to it.
    private static let mostTries = 8

    /// A connection of its own to the file that is open; ``Status/notAvailable`` when another one has its name.
    func connection(_ role: Connection.Role) throws(StoreError) -> Connection {
        try checkOutside()
        if role == .writing {
            try checkWritable()
            try RunningTransactions.checkOutside(of: file)
        }
        let connection = try Self.open(path, role, access, patience, expecting: file)
        // Whoever wrote it may have been killed since the store was opened; with a writer of ours, it was waited for.
        if access == .readOnly { try connection.synchronizeJournal() }
        return connection
    }

    /// Runs `body` with every select seeing one and the same state of the file.
    func readSnapshot<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        try read { connection throws(StoreError) in
            try connection.readSnapshot { () throws(StoreError) in try body(connection) }
        }
    }

    /// The same over the writing connection, which an open store always has: a program that only adds an item never
    /// opens another one.
    func readAtOpening<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        guard access == .readWrite else { return try readSnapshot(body) }
        return try withWriter { connection throws(StoreError) in
            connection.waitAtMost(patience)
            return try connection.readSnapshot { () throws(StoreError) in try body(connection) }
        }
    }

    /// Runs a long read of one state of the file, over a connection of its own: it takes nobody's place.
    ///
    /// Of a database in memory it reads a copy, so that there too `body` may call for more.
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
        throw StoreError(.databaseLocked, "others changed the store while it was read; try again")
    }

    /// Refuses what would change a store that is only read.
    func checkWritable() throws(StoreError) { if access == .readOnly { throw FileAccess.refusal } }

    /// Refuses a thread that is in a transaction: it would see the state from before, or wait for itself.
    private func checkOutside() throws(StoreError) {
        if writingThread.load(ordering: .relaxed) == RunningTransactions.thisThread {
            throw RunningTransactions.nested
        }
    }

    /// Lends the writing connection outside of any transaction.
    func withWriter<R>(_ body: (Connection) throws(StoreError) -> R) throws(StoreError) -> R {
        guard let writer else { throw FileAccess.refusal }
        try checkOutside()
        return try writer.withLock(waitingAtMost: patience) {
            connection throws(StoreError) in
            try body(connection)
        }
    }

    /// Folds the journal into the file and cuts it off, so that what was taken away does not lie on in it.
    ///
    /// Readers may be in the way; then the next one to close the store does it, and the change holds all the same.
    func emptyJournal() {
        do throws(StoreError) {
            try withWriter { connection throws(StoreError) in
                connection.waitAtMost(.seconds(1))
                try connection.foldJournal()
            }
        } catch {}
    }

    /// Writes the file again, so that nothing is left in it but what it holds; others can read meanwhile.
    func rewrite() throws(StoreError) {
        try withWriter { connection throws(StoreError) in
            connection.waitAtMost(patience)
            try connection.vacuum { _ in }
        }
    }

    /// Stays away from the lock of the writers for as long as others sleep between two looks at it.
    func letOthersWrite() { BusyDeadline.pause() }

    /// Brings the file from an older format to this program's, in one transaction.
    func migrate(with migrations: [Migration]) throws(StoreError) {
        try write { connection throws(StoreError) in
            try Schema.migrate(connection, with: migrations)
        }
        emptyJournal()
    }

    /// Runs `body` in a transaction that is durable when this returns and gone when `body` throws.
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
            defer { if tightness != nil { connection.takeJournalIn() } }
            do throws(StoreError) {
                let result = try body(connection)
                if let tightness { try connection.checkReserve(tightness) }
                try connection.statement(.commit).run()
                // The file may have been replaced meanwhile: then the change went where nobody will find it.
                try connection.checkPath()
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
            let tightness = try connection.tightness()
            // What the wait for this process's own threads left of the time is for the other processes.
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

extension Connection {
    /// Ends a transaction without its changes.
    ///
    /// A failure here must not hide the error that led here, and a transaction that could not be rolled back cannot be committed either.
    fileprivate func rollback() { endReading() }

    /// Begins a part of a transaction, which can be undone alone.
    func beginStep() throws(StoreError) { try statement(.beginStep).run() }

    func endStep() throws(StoreError) { try statement(.endStep).run() }

    func undoStep() throws(StoreError) {
        try statement(.undoStep).run()
        try endStep()
    }

    /// Runs `body` with every select seeing one and the same state of the file.
    func readSnapshot<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        try statement(.beginReading).run()
        defer { endReading() }
        return try body()
    }

    /// Ends a transaction that only read.
    private func endReading() {
        do throws(StoreError) { try statement(.rollback).run() } catch {}
    }
}
