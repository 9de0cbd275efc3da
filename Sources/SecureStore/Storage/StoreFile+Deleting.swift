private import Glibc

/// The end of a store.
extension StoreFile {
    /// Deletes the file and what SQLite keeps beside it; on the disk when this returns.
    ///
    /// The file goes last. A kill in between leaves a store that opens and can be deleted again; the other way round it
    /// left a journal that nobody could tell from another store's. First the journal is taken into the file, so that
    /// what is left then is the store as it was.
    func delete() throws(StoreError) {
        takeJournalIn()
        for suffix in ["-shm", "-wal"] { try unlink(path + suffix) }
        try PrivateFile.synchronizeDirectory(of: path)
        try unlink(path)
        try PrivateFile.synchronizeDirectory(of: path)
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
