private import Glibc

/// The end of a store.
extension StoreFile {
    /// Deletes the file and what SQLite keeps beside it; on the disk when this returns.
    ///
    /// First the journal is taken into the file. Then the file goes, and what is left beside it is empty and in nobody's
    /// way. While others read from the journal it cannot be emptied. It goes before the file then: a kill in between
    /// leaves a store that opens and can be deleted again; the other way round it would leave a journal that nobody
    /// could tell from another store's.
    func delete() throws(StoreError) {
        takeJournalIn()
        let companions = ["-shm", "-wal"]
        for suffixes in leftJournal == nil ? [[""], companions] : [companions, [""]] {
            for suffix in suffixes { try unlink(path + suffix) }
            try PrivateFile.synchronizeDirectory(of: path)
        }
    }

    private func takeJournalIn() {
        guard PrivateFile.exists(path + "-wal") else { return }
        // A damaged store is deleted as well.
        do throws(StoreError) {
            try Connection(path: path, role: .writing, patience: .seconds(1)).foldJournal()
        } catch {}
    }

    private func unlink(_ path: String) throws(StoreError) {
        guard unsafe Glibc.unlink(path) != 0, errno != ENOENT else { return }
        throw SystemError.error("\(path) cannot be deleted", errno, missing: .noSuchKeychain)
    }
}
