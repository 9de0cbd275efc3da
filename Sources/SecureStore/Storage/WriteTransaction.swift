/// A transaction that may write: it is undone at the end of its life, unless it was committed.
struct WriteTransaction: ~Copyable {
    let connection: Connection
    private let database: Database
    private let lease: ConnectionPlace.Lease
    private let tightness: Connection.Tightness?
    private var isOpen = true
    private let generation = ProcessGeneration.current

    /// Begins for a call that began at `start`, on the writing connection, which is on lease.
    init(
        _ database: Database, _ lease: consuming ConnectionPlace.Lease,
        since start: ContinuousClock.Instant
    ) throws(StoreError) {
        guard let connection = lease.value else { throw FileAccess.refusal }
        try RunningTransactions.checkOutside(of: database.file)
        tightness = try Self.begin(on: connection, of: database, since: start)
        (self.connection, self.database) = (connection, database)
        self.lease = lease
        database.noteWriting(true)
        RunningTransactions.begin(on: database.file)
    }

    private static func begin(
        on connection: Connection, of database: Database, since start: ContinuousClock.Instant
    ) throws(StoreError) -> Connection.Tightness? {
        do throws(StoreError) {
            connection.waitAtMost(database.patience - (ContinuousClock.now - start))
            let tightness = try connection.tightness()
            // The time that is left after waiting for this process's threads goes to waiting for other
            // processes.
            connection.waitAtMost(database.patience - (ContinuousClock.now - start))
            try connection.checkJournalIndex()
            try connection.statement(.beginWriting).run()
            try connection.cutUnfinishedFrames()
            connection.mayUseReserve = false
            try connection.checkPath()
            return tightness
        } catch {
            connection.rollback()
            throw RunningTransactions.explained(error, on: database.file)
        }
    }

    /// Makes the changes durable, and ends; those of a replica are durable a moment later.
    consuming func commit() throws(StoreError) {
        guard generation == ProcessGeneration.current else { throw ProcessGeneration.isOther }
        if let tightness { try connection.checkReserve(tightness) }
        try connection.statement(.commit).run()
        isOpen = false
        // If the file was replaced meanwhile, the change went to a file that nobody will find. If that cannot
        // be told, the change was made all the same.
        do throws(StoreError) { try connection.checkPath() } catch {
            guard error.status != .notAvailable else { throw error }
        }
        try database.trailing?.follow()
    }

    deinit {
        // In a forked child the transaction is the parent's, who goes on with it.
        guard generation == ProcessGeneration.current else { return }
        if isOpen { connection.rollback() }
        connection.changedItems = nil
        connection.foldAfterChange(tightness)
        database.noteWriting(false)
        RunningTransactions.end(on: database.file)
    }
}
