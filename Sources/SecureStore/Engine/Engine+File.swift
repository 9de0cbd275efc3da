/// Work on the file as a whole.
extension Engine {
    /// Deletes the file of a store, and nothing else.
    static func deleteFile(at path: String) throws(StoreError) {
        let file = try StoreFile(checking: path)
        try file.checkFile()
        try file.delete()
    }

    /// Whether another store lies at the path now: in a file of its own, or in this one, where a restore put it.
    ///
    /// Not when none does.
    var isReplaced: Bool {
        if database.isReplaced { return true }
        guard let own = try? keys.ring().store, let found = try? material().store else { return false }
        return found != own
    }

    /// Makes a copy of the store's file under another name.
    func backup(to path: String, _ observer: WorkProgress.Observer?) throws(StoreError) {
        let source = try openFile(.reading, for: "a backup")
        // A copy without a way in, or with one too many, would be found out on the day it is needed.
        if keys.wasUnlocked { _ = try provenMaterial() }
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

    /// Writes the file again without what was deleted, and cuts the journal off, waiting that long for others.
    func compact(_ patience: Duration, _ observer: WorkProgress.Observer?) throws(StoreError) {
        let connection = try openFile(.writing, for: "compacting")
        let steps = try connection.stepsOfVacuum()
        try connection.vacuum { done throws(StoreError) in
            try WorkProgress.report(done, of: steps, to: observer)
        }
        connection.waitAtMost(patience)
        try connection.foldJournal()
        try connection.checkPath()
    }

    /// A connection of its own to the store's file, so that long work is in nobody's way in this process.
    private func openFile(_ role: Connection.Role, for work: String) throws(StoreError) -> Connection {
        try keys.checkProcess()
        guard database.path != nil else {
            throw StoreError(.unimplemented, "\(work) needs a store in a file, and this one is in memory")
        }
        return try database.connection(role)
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
