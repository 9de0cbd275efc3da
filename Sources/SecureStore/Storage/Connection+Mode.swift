private import CSecureStoreSQLite

/// A store is written through a write-ahead journal and in no other way.
extension Connection {
    /// Gives a new file that journal.
    func useJournal() throws(StoreError) { try execute("PRAGMA journal_mode = WAL") }

    /// Refuses a file that SQLite would write without that journal.
    ///
    /// The header was looked at before the file was opened; this is what SQLite made of it, and of the journal.
    func checkMode() throws(StoreError) {
        // Read without locks, a file has no journal for SQLite.
        guard !isQuiet else {
            guard try isHeaderOfJournaledFile() else { throw StoreFile.Header.otherMode }
            return
        }
        let mode = try once("PRAGMA journal_mode") { statement throws(StoreError) in
            try statement.step() ? statement.text(0) : ""
        }
        guard mode == "wal" else { throw StoreFile.Header.otherMode }
    }

    /// Whether the file, as it lies on the disk, is one that is written through such a journal; a database in memory is.
    func isHeaderOfJournaledFile() throws(StoreError) -> Bool {
        guard path != nil else { return true }
        var file: UnsafeMutablePointer<sqlite3_file>?
        var versions: [UInt8] = [0, 0]
        guard unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file = unsafe file
        else { throw StoreError(.internalError, "SQLite does not name the store's file") }
        let code = unsafe versions.withUnsafeMutableBytes {
            unsafe file.pointee.pMethods.pointee.xRead(
                file, $0.baseAddress, Int32($0.count), Int64(StoreFile.Header.offsetOfVersions))
        }
        guard code == SQLITE_OK else { throw unsafe Self.failure(code, of: nil) }
        return versions == StoreFile.Header.versions
    }

    /// Waits until the changes in the journal are on the disk, before anything that was read is handed out.
    ///
    /// A writer that was killed while it waited leaves changes that SQLite finds when nobody has the store open and it
    /// looks through the journal. Whoever commits afterwards has waited for them too.
    func synchronizeJournal() throws(StoreError) {
        guard let path, JournalIndex(of: self).map({ $0.commits == 0 }) ?? true else { return }
        try JournalFile.synchronize(path + "-wal", evenIfEmpty: false)
    }
}
