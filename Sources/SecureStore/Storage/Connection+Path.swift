private import CSecureStoreSQLite
private import SecureStorePlatform

/// Checks that the store's path still leads to the open file: a change made anywhere else is lost to others.
extension Connection {
    /// The time that a reader relies on the last check, in nanoseconds: a check takes a tenth of a find.
    private static let trust: UInt64 = 1_000_000_000

    /// Refuses a file that is not the expected one, or that lost its name while it was opened.
    func checkOpened(_ expected: FileIdentity?) throws(StoreError) {
        guard let path else { return }
        var hasMoved: Int32 = 0
        // SQLite compares the file that it has open with the one that the path leads to.
        let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard code == SQLITE_OK, hasMoved == 0, file != nil, expected == nil || file == expected else {
            throw Self.moved(path)
        }
    }

    /// Throws ``StoreStatus/notAvailable`` when the path no longer leads to the file that is open here.
    ///
    /// A write checks within its transaction, and once more before it reports success.
    func checkPath() throws(StoreError) {
        guard let path else { return }
        guard try FileIdentity(at: path) == file else { throw Self.moved(path) }
    }

    /// Does the same for a read, but at most once a second, and returns whether it did; `now` is in
    /// nanoseconds.
    @discardableResult
    func checkPath(at now: UInt64) throws(StoreError) -> Bool {
        guard now &- lastLook >= Self.trust else { return false }
        try checkPath()
        lastLook = now
        return true
    }

    /// Makes the first reads, which open the journal and its index, or make them if nobody has the file open.
    ///
    /// Otherwise both are there, except for a moment at the first opening and at the last close. If one stays
    /// away, somebody has removed it, and the others go on with what they have open: a change here would be
    /// lost with theirs, or theirs with it.
    func openJournal(_ role: Role) throws(StoreError) {
        guard let path else { return try configure(role) }
        let file = try openFile()
        while true {
            let isThere = Self.hasJournal(path)
            let mayRead = if isThere { true } else { try takeAlone(file) }
            if mayRead {
                defer { file.unlock(to: SQLITE_LOCK_SHARED) }
                do throws(StoreError) {
                    return try configure(role)
                } catch {
                    // If it went after the look, SQLite has made no other one.
                    guard isThere, error.status == .databaseLocked, !deadline.hasPassed else {
                        throw error
                    }
                }
            }
            guard !deadline.hasPassed else {
                throw StoreError(
                    .databaseLocked,
                    "the store at \(path) is open elsewhere, and its journal is missing; have every program that "
                        + "has it open close it, and kill none: that would lose what they changed last")
            }
            BusyDeadline.pause()
        }
    }

    /// Takes the exclusive lock, for a connection that has not read yet; false if another has the file open.
    private func takeAlone(_ file: SQLiteFile) throws(StoreError) -> Bool {
        let code = file.lockAlone()
        if code == SQLITE_OK { return true }
        file.unlock()
        guard code == SQLITE_BUSY else { throw unsafe Self.failure(code, of: nil) }
        return false
    }

    /// True if somebody has removed the journal beside a file, or its index, and not the file.
    static func isJournalRemoved(_ path: String, of file: FileIdentity?) -> Bool {
        !hasJournal(path) && (try? FileIdentity(at: path)) == file
    }

    static func hasJournal(_ path: String) -> Bool {
        FileStatus(at: path + "-wal") != nil && FileStatus(at: path + "-shm") != nil
    }

    /// Removes the index of the journal if this process has it open for a file that lay at the path before.
    ///
    /// When it closes that one, the system gives up all of its locks on the index. If this file had the same,
    /// other processes would then take it for nobody's, and cut it off under the readers here. While nobody
    /// has this file open, SQLite makes another from the journal.
    func leaveIndexOfReplacedFile() throws(StoreError) {
        guard let path, let file, OpenConnections.hasAnother(than: file, at: path) else { return }
        let sqlite = try openFile()
        guard try takeAlone(sqlite) else { return }
        _ = unsafe unlink(path + "-shm")
        sqlite.unlock()
    }

    /// The file that SQLite has open, or its journal, whatever is at their paths.
    func openFile(isJournal: Bool = false) throws(StoreError) -> SQLiteFile {
        guard let file = unsafe SQLiteFile(of: handle, isJournal: isJournal) else {
            throw StoreError.mistake("SQLite does not name the store's file or its journal")
        }
        return file
    }

    static func moved(_ path: String) -> StoreError {
        StoreError(
            .notAvailable,
            "the store at \(path) was moved, deleted or replaced while it was open; open it again")
    }
}
