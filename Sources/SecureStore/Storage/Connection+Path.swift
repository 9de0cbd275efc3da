private import CSecureStoreSQLite

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

    /// Does the same for a read, but at most once a second; `now` is in nanoseconds.
    func checkPath(at now: UInt64) throws(StoreError) {
        guard now &- lastLook >= Self.trust else { return }
        try checkPath()
        lastLook = now
    }

    static func moved(_ path: String) -> StoreError {
        StoreError(
            .notAvailable,
            "the store at \(path) was moved, deleted or replaced while it was open; open it again")
    }
}
