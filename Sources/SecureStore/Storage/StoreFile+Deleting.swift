private import SecureStorePlatform

/// The end of a store.
extension StoreFile {
    /// Deletes the file and what SQLite keeps beside it; on the disk when this returns.
    ///
    /// The journal is taken into the file before, where that can be done, and the file goes first. As long as it is
    /// there, nothing has changed for anybody; once it is gone, whoever has it open is told so. What a kill leaves then
    /// is an empty journal, which the next store of this name removes.
    ///
    /// With the directory to itself: the journal of a store that another process makes in between would go with it.
    func delete() throws(StoreError) {
        try holdingDirectory { () throws(StoreError) in try deleteAlone() }
    }

    private func deleteAlone() throws(StoreError) {
        takeJournalIn()
        // A journal that SQLite removed as the store was closed must not come back beside no file.
        try PrivateFile.synchronizeDirectory(of: path)
        try unlink(path)
        // The store is gone: what fails now keeps nothing else from going, and is told at the end.
        let directory = failure { () throws(StoreError) in try PrivateFile.synchronizeDirectory(of: path) }
        let companions = ["-wal", "-shm"].map { suffix in
            failure { () throws(StoreError) in try unlink(path + suffix) }
        }
        try PrivateFile.synchronizeDirectory(of: path)
        for case let failure? in [directory] + companions { throw failure }
    }

    private func takeJournalIn() {
        guard PrivateFile.exists(path + "-wal") else { return }
        // A damaged store is deleted as well.
        _ = failure { () throws(StoreError) in
            try Connection(path: path, role: .writing, patience: .seconds(1)).foldJournal()
        }
    }

    private func unlink(_ path: String) throws(StoreError) {
        guard unsafe SecureStorePlatform.unlink(path) != 0, errno != ENOENT else { return }
        throw SystemError.error("\(path) cannot be deleted", errno, missing: .noSuchKeychain)
    }

    private func failure(_ body: () throws(StoreError) -> Void) -> StoreError? {
        do throws(StoreError) { try body() } catch { return error }
        return nil
    }

    /// Removes what a deletion that was broken off has left beside a name that no file has: an empty journal, its index.
    ///
    /// For whoever has the directory alone: nothing else can get the name meanwhile.
    func removeDeleted() {
        var status = stat()
        guard unsafe lstat(path, &status) != 0, errno == ENOENT else { return }
        if unsafe lstat(path + "-wal", &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 else { return }
        } else if errno != ENOENT {
            return  // What cannot be looked at is not known to be empty.
        }
        for suffix in ["-wal", "-shm"] { _ = unsafe SecureStorePlatform.unlink(path + suffix) }
    }
}
