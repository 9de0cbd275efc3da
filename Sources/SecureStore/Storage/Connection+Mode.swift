private import CSecureStoreSQLite

/// The journal mode: a store is written through a write-ahead journal and in no other way.
extension Connection {
    /// Puts a new file into that mode.
    func useJournal() throws(StoreError) { try execute("PRAGMA journal_mode = WAL") }

    /// Commits without waiting for the disk from now on.
    ///
    /// A power cut may then take the last commits, one after the other from the end, and leaves the file
    /// whole: what is in the journal counts up to the first gap, and the journal is synced before anything of
    /// it goes into the file. Folding the journal into the file still waits for the disk.
    func commitWithoutWaiting() throws(StoreError) { try execute("PRAGMA synchronous = NORMAL") }

    /// Refuses a file that SQLite would write without a write-ahead journal.
    ///
    /// The header was checked before the opening; this checks what SQLite made of it and of the journal.
    func checkMode() throws(StoreError) {
        // When SQLite reads a file without locks, it reports no journal.
        guard !isQuiet else {
            guard try isHeaderOfJournaledFile() else { throw StoreFile.Header.otherMode }
            return
        }
        let mode = try once("PRAGMA journal_mode") { statement throws(StoreError) in
            try statement.step() ? statement.text(0) : ""
        }
        guard mode == "wal" else { throw StoreFile.Header.otherMode }
    }

    /// Tells whether the header on the disk names the write-ahead journal.
    ///
    /// True for a database in memory.
    func isHeaderOfJournaledFile() throws(StoreError) -> Bool {
        guard path != nil else { return true }
        let versions = StoreFile.Header.versions
        let offset = StoreFile.Header.offsetOfVersions
        return try header(offset + versions.count).dropFirst(offset) == versions[...]
    }

    /// The first bytes of the file, read past SQLite's pages; none if the file is shorter.
    func header(_ count: Int) throws(StoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let code = try openFile().read(into: &bytes, at: 0)
        if code == SQLITE_IOERR | 2 << 8 { return [] }
        guard code == SQLITE_OK else { throw unsafe Self.failure(code, of: nil) }
        return bytes
    }

    /// Waits until the changes in the journal are on the disk, before anything that was read is handed out.
    ///
    /// A writer that was killed before its changes reached the disk leaves them in the journal. The process
    /// that opens the store next finds them there. After a commit there is nothing to wait for: the commit
    /// waited for them too, but for a replica's, whose changes the fleet's server keeps.
    func synchronizeJournal() throws(StoreError) {
        guard let path else { return }
        let header = JournalIndex(of: self)?.header
        if header.map({ $0.commits == 0 }) ?? true {
            if let header { try checkJournal(path + "-wal", header) }
            try JournalFile.synchronize(path + "-wal", evenIfEmpty: false)
        }
        try keepJournal(false)
    }

    /// Chooses whether the journal stays as it is when this connection closes.
    func keepJournal(_ isKept: Bool) throws(StoreError) {
        guard unsafe securestore_sqlite_keep_journal(handle, isKept ? 1 : 0) == SQLITE_OK else {
            throw StoreError(.notAvailable, "SQLite cannot keep a journal; install a newer one")
        }
    }

    /// Refuses a journal of which SQLite gives up a part that was on the disk, and keeps it.
    ///
    /// SQLite reads up to the first damaged frame. It takes the rest for the end of a change that a power cut
    /// left, writes over it, and removes the journal with the last close.
    private func checkJournal(_ path: String, _ header: JournalIndex.Header) throws(StoreError) {
        guard FileStatus(at: path)?.size ?? 0 > 0, let file = try DamagedFile(path) else { return }
        let journal = DamagedJournal(file, pageByteCount: Int(try number("PRAGMA page_size")))
        let isForeign = DamagedJournal.isForeign(file)
        if !isForeign { guard journal.loss != nil, try !isOfReplica else { return } }
        // Unless another process has begun to write meanwhile.
        guard JournalIndex(of: self)?.isStill(header) ?? false else { return }
        guard let loss = journal.loss else {
            throw StoreError(.invalidDBLocation, "\(path) is not the store's journal; move it away")
        }
        throw StoreError(
            .invalidKeychain, "\(loss), and the changes behind that would be lost; \(NextStep.salvage)")
    }

    /// True for a store whose commits do not wait for the disk: the server of its fleet has its changes.
    private var isOfReplica: Bool {
        get throws(StoreError) {
            try once("SELECT * FROM store") { statement throws(StoreError) in
                // Stores of the format before have three columns.
                try statement.step() && statement.columnCount > 3 && !statement.isNull(3)
            }
        }
    }
}
