private import CSecureStoreSQLite
private import SecureStorePlatform

/// Folding the journal into the file; nothing else does that while a store is open.
///
/// SQLite before 3.51.3 loses changes when a checkpoint meets a writer that begins the journal again. The
/// checkpoint reads how long the journal is, and only then how much of it is folded. If the journal begins
/// again in between, the checkpoint marks as folded what is not written yet, and later checkpoints leave that
/// out.
///
/// So each checkpoint here runs over one connection while another one of this process reads. A read either
/// uses the journal, which then cannot begin again, or it does not, and then no checkpoint can mark anything
/// as folded. `DecisionsOnTheJournal` lists every place that can checkpoint.
extension Connection {
    /// The number of frames from which a commit folds the journal, unless another writer is at work.
    private static let usualFrames: Int32 = 1_000
    /// The number of frames from which the fold waits for other writers.
    private static let mostFrames: Int32 = 2_000

    /// Folds the journal after a change that left it long, or on a disk that is nearly full.
    ///
    /// The change is on the disk either way, so the call succeeds. A later change folds the journal.
    func foldAfterChange(_ tightness: Tightness?) {
        guard tightness != nil || journalFrames >= Self.usualFrames else { return }
        if journalFrames < Self.mostFrames { waitAtMost(.zero) }
        if tightness != nil { return takeJournalIn() }
        do throws(StoreError) { try fold(over: try folder()) } catch {}
    }

    /// Folds the whole journal and truncates it, so that nothing deleted remains there.
    ///
    /// Throws `databaseLocked` when writers or readers stay in the way until the deadline.
    func foldJournal() throws(StoreError) {
        guard let path else { return }
        let folder = try folder()
        while true {
            if try fold(over: folder), try cutJournal(over: folder) { break }
            guard !deadline.hasPassed else {
                throw StoreError(
                    .databaseLocked,
                    "other programs were still using the store's journal when the time was up; close the "
                        + "store there, and try again")
            }
            BusyDeadline.pause()
        }
        // SQLite does not sync the truncation. Without this, deleted data could return after a power cut.
        try JournalFile.synchronize(path + "-wal", evenIfEmpty: true)
    }

    /// A connection that folds what this one guards: SQLite refuses a checkpoint within its transaction.
    func folder() throws(StoreError) -> Connection {
        try Connection(path: path, role: .folding, patience: .zero, expecting: file)
    }

    /// Folds what the readers of old states allow; returns whether that was the whole journal.
    ///
    /// The transaction here only holds the write lock, so that no change comes in until the journal is
    /// folded. The next one then begins it again, and it stays short however many processes write.
    @discardableResult
    func fold(over folder: Connection) throws(StoreError) -> Bool {
        try statement(.beginWriting).run()
        defer { rollback() }
        return try folder.once("PRAGMA wal_checkpoint(PASSIVE)") { statement throws(StoreError) in
            try statement.step() && statement.integer(0) == 0 && statement.integer(1) == statement.integer(2)
        }
    }

    /// Truncates the journal if all of it is folded and nobody uses it, and waits for nobody.
    ///
    /// Returns whether it did. Without the write lock SQLite goes on and folds what there is, which is why
    /// this connection reads meanwhile.
    @discardableResult
    func cutJournal(over folder: Connection) throws(StoreError) -> Bool {
        try readSnapshot { () throws(StoreError) in
            // The transaction begins to read with its first statement.
            _ = try number("PRAGMA schema_version")
            folder.waitAtMost(.zero)
            return try folder.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0
        }
    }

    /// Folds a journal that somebody has removed, before it goes with this connection.
    ///
    /// SQLite's last close folds it only under the file's exclusive lock, which whoever waits to open the
    /// store, or only reads it, may keep from every close. Here the lock of the writers is the guard, taken
    /// past SQLite because a checkpoint is refused within a transaction: nobody can begin the journal again.
    func saveRemovedJournal() {
        // With a journal SQLite keeps a lock on the file; a connection without one must not make one here.
        guard let path, Self.isJournalRemoved(path, of: self.file),
            unsafe sqlite3_db_readonly(handle, "main") == 0, let file = unsafe SQLiteFile(of: handle),
            file.heldLock == SQLITE_LOCK_SHARED
        else { return }
        waitAtMost(.seconds(1))
        while true {
            let code = file.lockWriters()
            if code == SQLITE_OK { break }
            guard code == SQLITE_BUSY, !deadline.hasPassed else { return }
            BusyDeadline.pause()
        }
        _ = unsafe sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        file.unlockWriters()
    }

    /// Makes SQLite tell the length of the journal after each commit, and fold nothing by itself.
    ///
    /// A connection has one hook for this, and SQLite's automatic checkpoint is one, which this replaces.
    func measureJournal() {
        // Unretained: the connection closes before it is freed, and calls nothing from then on.
        _ = unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, frames in
                guard let context = unsafe context else { return SQLITE_OK }
                unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().journalFrames = frames
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// True if the journal's header has no salt, so that reads cannot tell by it that nobody has committed.
    var lacksSalt: Bool { JournalIndex(of: self)?.header.map { !$0.isUnique } ?? false }
}
