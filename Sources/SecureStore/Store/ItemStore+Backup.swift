extension ItemStore {
    /// Makes a copy of the store as it is now, in a new file, while others go on reading and writing.
    ///
    /// The copy is sealed as the store is, opens with the same credentials, and is a store itself. The device key is
    /// not in it: keep a passphrase or a recovery code, or a copy of the key, for the day the machine is gone. Works on a
    /// locked store too. Throws ``Status/duplicateKeychain`` when there is something at `path`, whose directory has to
    /// be the user's alone. A step of the progress is a page of the file; cancelled or killed, no copy is left.
    public func backup(
        to path: String, onProgress observer: WorkProgress.Observer? = nil
    ) throws(StoreError) {
        let source = try openFile(.reading, for: "a backup")
        // A copy without a way in, or with one too many, would be found out on the day it is needed.
        if engine.keys.wasUnlocked { _ = try engine.provenMaterial() }
        try StoreFile(checking: path).build { building throws(StoreError) in
            let copy = try Connection(path: building.path, role: .building)
            try source.copyPages(to: copy) { done, total throws(StoreError) in
                try WorkProgress.report(done, of: total, to: observer)
            }
            try copy.checkStructure()
            try copy.checkSlots()
            try copy.foldJournal()
        }
    }

    /// Gives the space of deleted items back: writes the file anew without it, and cuts the journal off.
    ///
    /// Nothing of what was deleted is left in the file or its journal then. Others can go on reading meanwhile; writers
    /// wait. Needs room for a copy of what the store holds, beside the store and in the system's directory for temporary
    /// files, where it is as sealed as in the store. The total of the progress is an estimate; cancelled or killed, the
    /// file is as it was. Throws ``Status/databaseLocked`` when others are in the way for longer than
    /// ``StoreOptions/patience``; if that is at the very end, the next program to close the store cuts the journal off.
    public func compact(onProgress observer: WorkProgress.Observer? = nil) throws(StoreError) {
        let connection = try openFile(.writing, for: "compacting")
        let steps = try connection.stepsOfVacuum()
        try connection.vacuum { done throws(StoreError) in
            try WorkProgress.report(done, of: steps, to: observer)
        }
        connection.waitAtMost(options.patience)
        try connection.foldJournal()
        try connection.checkPlace()
    }

    /// A connection of its own to the store's file, so that long work is in nobody's way in this process.
    private func openFile(_ role: Connection.Role, for work: String) throws(StoreError) -> Connection {
        try engine.keys.checkProcess()
        guard path != nil else {
            throw StoreError(.unimplemented, "\(work) needs a store in a file, and this one is in memory")
        }
        return try engine.database.connection(role)
    }
}

extension Connection {
    /// Refuses a store one of whose ways in is damaged: the backup would be found out on the day it is needed.
    fileprivate func checkSlots() throws(StoreError) {
        do throws(StoreError) { try KeyMaterial(self).checkSlots() } catch {
            guard error.status == .invalidDatabaseBlob else { throw error }
            throw StoreError(error.status, "\(error.reason); remove it, then make the backup")
        }
    }

    /// Refuses a file that SQLite finds broken.
    func checkStructure() throws(StoreError) {
        if let problem = try integrityProblems().first {
            throw StoreError(.invalidKeychain, "the store's file is damaged: \(problem)")
        }
    }
}
