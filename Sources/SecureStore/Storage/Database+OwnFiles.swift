extension Database {
    /// Refuses one of the store's own files as input.
    ///
    /// When a process closes any descriptor of a file, it gives up all of its record locks on it, including SQLite's. The
    /// next process that closes the store then takes itself for the last one, and removes the journal.
    func checkIsOther(_ path: String) throws(StoreError) {
        guard let own = self.path, let found = try FileIdentity(at: path, followingLinks: true) else {
            return
        }
        for end in ["", "-wal", "-shm"] where try FileIdentity(at: own + end) == found {
            throw StoreError(.param, "\(path) is a file of the store itself")
        }
    }
}
