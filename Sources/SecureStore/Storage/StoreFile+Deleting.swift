private import SecureStorePlatform

extension StoreFile {
    /// Deletes the file and the files that SQLite keeps beside it; durable when this returns.
    ///
    /// First the journal is folded into the file if possible, then the file is removed. As long as the file
    /// is there, nothing has changed for anybody. Once it is gone, every process that has it open is told so.
    /// A kill can then only leave an empty journal, which the next store of this name removes.
    ///
    /// The directory is locked meanwhile: otherwise the journal of a store that another process creates at
    /// this moment would be deleted with it.
    func delete() throws(StoreError) {
        try holdingDirectory { () throws(StoreError) in try deleteAlone() }
    }

    private func deleteAlone() throws(StoreError) {
        if PrivateFile.exists(path + "-wal") {
            // A damaged store is deleted too.
            _ = failure { () throws(StoreError) in
                try Connection(path: path, role: .writing, patience: .seconds(1)).foldJournal()
            }
        }
        // SQLite removed a journal when it closed the store; the journal must not come back without the file.
        try PrivateFile.synchronizeDirectory(of: path)
        try unlink(path)
        // The store is gone. An error from here on stops none of the other steps, and is thrown at the end.
        let directory = failure { () throws(StoreError) in try PrivateFile.synchronizeDirectory(of: path) }
        let companions = ["-wal", "-shm"].map { suffix in
            failure { () throws(StoreError) in try unlink(path + suffix) }
        }
        try PrivateFile.synchronizeDirectory(of: path)
        for case let failure? in [directory] + companions { throw failure }
    }

    private func unlink(_ path: String) throws(StoreError) {
        guard unsafe SecureStorePlatform.unlink(path) != 0, errno != ENOENT else { return }
        throw SystemError.error("\(path) cannot be deleted", errno, missing: .noSuchKeychain)
    }

    private func failure(_ body: () throws(StoreError) -> Void) -> StoreError? {
        do throws(StoreError) { try body() } catch { return error }
        return nil
    }

    /// Removes what an interrupted deletion left beside a name without a file: an empty journal and its
    /// index.
    ///
    /// Another program's file may have such a name. Where one thing may be, everything stays. The caller must
    /// hold the directory, so that no other process can take the name meanwhile.
    func removeDeleted() {
        guard !exists, errno == ENOENT else { return }
        var left: [String] = []
        for suffix in Self.companions {
            let path = path + suffix
            guard let status = FileStatus(at: path) else {
                if errno == ENOENT { continue }
                return  // What cannot be examined is not known to be the store's.
            }
            guard status.isRegular, status.isOwn else { return }
            switch suffix {
            case "-wal" where status.size == 0: left.append(path)
            case "-shm" where status.size == 0 || JournalIndex.begins(path): left.append(path)
            default: return
            }
        }
        for path in left { _ = unsafe SecureStorePlatform.unlink(path) }
    }
}
