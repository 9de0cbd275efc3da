private import CSecureStoreSQLite

/// Work on the file as a whole: copying it, rewriting it, and what it holds besides rows.
extension Connection {
    /// The number of pages copied between two reports: a quarter of a megabyte, less than a millisecond.
    private static let pagesInAStep: Int32 = 64

    /// Makes `target` a copy of the state that this connection sees now, in one transaction of the target.
    ///
    /// Meanwhile this store can be read and written, and readers of the target see either the old state or
    /// the new one. `check` runs when this state is held and nobody else can write the target any more.
    /// `report` gets the number of pages copied and the number of all pages. If one of them throws, the
    /// target stays as it is.
    func copyPages(
        to target: Connection, check: () throws(StoreError) -> Void = {},
        report: (Int, Int) throws(StoreError) -> Void
    ) throws(StoreError) {
        try readSnapshot { () throws(StoreError) in
            // A transaction sees one state from its first read on; otherwise each change would restart the
            // copy.
            _ = try number("SELECT count(*) FROM sqlite_schema")
            if let problem = try sizeProblem() { throw StoreError(.invalidKeychain, problem) }
            guard let copy = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
                throw unsafe Self.failure(sqlite3_errcode(target.handle), of: target.handle)
            }
            // Copies nothing, and takes the target's write lock.
            var code = unsafe sqlite3_backup_step(copy, 0)
            var isFirst = true
            while code == SQLITE_OK {
                do throws(StoreError) {
                    if isFirst {
                        try check()
                    } else {
                        let total = Int(unsafe sqlite3_backup_pagecount(copy))
                        try report(total - Int(unsafe sqlite3_backup_remaining(copy)), total)
                    }
                } catch {
                    // Undoes what was copied: not in a forked child, where it is the parent's. This error is
                    // the one to throw.
                    if generation == ProcessGeneration.current { _ = unsafe sqlite3_backup_finish(copy) }
                    throw error
                }
                isFirst = false
                code = unsafe sqlite3_backup_step(copy, Self.pagesInAStep)
            }
            let end = unsafe sqlite3_backup_finish(copy)
            guard code == SQLITE_DONE, end == SQLITE_OK else {
                throw unsafe Self.failure(code == SQLITE_DONE ? end : code, of: target.handle)
            }
        }
    }

    /// The reason why the file and its journal cannot have as many pages as they claim; nil if they can.
    func sizeProblem() throws(StoreError) -> String? {
        guard let path else { return nil }
        return PlausibleSize.problem(Int64(clamping: try pages().bytes), at: path, path + "-wal")
    }

    func formatVersion() throws(StoreError) -> Int { Int(clamping: try number("PRAGMA user_version")) }

    /// The size in bytes of all pages, and of the unused ones.
    func pages() throws(StoreError) -> (bytes: Int, free: Int) {
        let size = try number("PRAGMA page_size")
        let (all, free) = (try number("PRAGMA page_count"), try number("PRAGMA freelist_count"))
        return (
            Int(clamping: all.multipliedReportingOverflow(by: size).partialValue),
            Int(clamping: free.multipliedReportingOverflow(by: size).partialValue)
        )
    }

    /// Gives this file the page size of another, so that it can be copied over it.
    ///
    /// Only for a file that no other process has open.
    func adoptPageSize(of other: Connection) throws(StoreError) {
        let size = try other.number("PRAGMA page_size")
        guard try number("PRAGMA page_size") != size else { return }
        // The page size is fixed while there is a write-ahead journal. A file left by an interruption is
        // thrown away.
        try execute(
            "PRAGMA journal_mode = MEMORY; PRAGMA page_size = \(size); VACUUM; PRAGMA journal_mode = WAL")
    }

    /// Writes the whole file again in one transaction, without what was deleted.
    ///
    /// `report` is called at intervals with the number of calls; if it throws, the file stays as it is.
    func vacuum(report: @escaping (Int) throws(StoreError) -> Void) throws(StoreError) {
        // SQLite makes a copy that may be as large as the store, which need not fit into memory.
        try execute("PRAGMA temp_store = FILE")
        defer { do throws(StoreError) { try execute("PRAGMA temp_store = MEMORY") } catch {} }
        var (count, failure): (Int, StoreError?) = (0, nil)
        bound.observer = {
            count += 1
            do throws(StoreError) { try report(count) } catch { failure = error }
            return failure == nil
        }
        defer { bound.observer = nil }
        do throws(StoreError) { try execute("VACUUM") } catch {
            throw failure ?? RunningTransactions.explained(Self.withTemporaryFiles(error), on: file)
        }
    }

    /// The error of a `VACUUM`, which may be one of the directory for temporary files and not of the store.
    private static func withTemporaryFiles(_ error: StoreError) -> StoreError {
        switch error.status {
        case .diskFull:
            return StoreError(
                .diskFull,
                "the disk is full, or the directory for temporary files is: each needs as much room as the "
                    + "store; make room, or name another directory in TMPDIR")
        case .invalidDBLocation:
            return StoreError(.io, "no directory for temporary files can be written; name one in TMPDIR")
        default: return error
        }
    }

    private static let instructionsForRow = 5

    /// About how often ``vacuum(report:)`` calls `report`.
    func stepsOfVacuum() throws(StoreError) -> Int {
        let rows = try number("SELECT (SELECT count(number) FROM item) + (SELECT count(number) FROM node)")
        let instructions = Int(clamping: rows) * Self.instructionsForRow
        return max(1, instructions / Int(StatementBound.instructionsInAStep))
    }
}
