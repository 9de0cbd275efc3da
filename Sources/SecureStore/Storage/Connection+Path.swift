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

    /// Refuses a file that is open elsewhere while the journal beside it or its index is missing.
    ///
    /// Somebody has removed one of them, and the others go on with what they have open: a change here would
    /// be lost with theirs, or theirs with it. Otherwise both are there as long as anybody has the file open,
    /// except for a moment at the first opening and at the last close.
    func checkJournalIsShared() throws(StoreError) {
        guard let path else { return }
        while !Self.hasJournal(path), try isOpenElsewhere() {
            guard !deadline.hasPassed else {
                throw StoreError(
                    .databaseLocked,
                    "the store at \(path) is open elsewhere, and its journal is missing; have every program that "
                        + "has it open close it, and kill none: that would lose what they changed last")
            }
            BusyDeadline.pause()
        }
    }

    /// True if somebody has removed the journal beside a file, or its index, and not the file.
    static func isJournalRemoved(_ path: String, of file: FileIdentity?) -> Bool {
        !hasJournal(path) && (try? FileIdentity(at: path)) == file
    }

    private static func hasJournal(_ path: String) -> Bool {
        FileStatus(at: path + "-wal") != nil && FileStatus(at: path + "-shm") != nil
    }

    /// Removes the index of the journal if this process has it open for a file that lay at the path before.
    ///
    /// When it closes that one, the system gives up all of its locks on the index. If this file had the same,
    /// other processes would then take it for nobody's, and cut it off under the readers here. While nobody
    /// has this file open, SQLite makes another from the journal.
    func leaveIndexOfReplacedFile() throws(StoreError) {
        guard let path, let file, OpenConnections.hasAnother(than: file, at: path) else { return }
        _ = try isOpenElsewhere { _ = unsafe unlink(path + "-shm") }
    }

    /// True if another connection has the file open; for one that has not read yet.
    ///
    /// If none has, runs `body` while none can open it.
    private func isOpenElsewhere(orElse body: () -> Void = {}) throws(StoreError) -> Bool {
        let file = try openFile()
        defer { file.unlock() }
        let code = file.lockAlone()
        guard code == SQLITE_OK || code == SQLITE_BUSY else { throw unsafe Self.failure(code, of: nil) }
        if code == SQLITE_OK { body() }
        return code == SQLITE_BUSY
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
