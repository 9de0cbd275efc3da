extension Engine {
    /// Deletes the file of a store, and no other data.
    static func deleteFile(at path: String) throws(StoreError) {
        let file = try StoreFile(checking: path)
        try file.checkOwnership()
        try StoreFile.Header(of: file.path).check(file.path)
        try file.delete()
    }

    func checkInput(_ input: String) throws(StoreError) { try StoreFile.checkInput(input) }

    /// True if another store now lies at the path: in another file, or in this one after a restore.
    ///
    /// False when there is no store at the path.
    var isReplaced: Bool {
        if database.isReplaced { return true }
        guard let own = try? keys.ring().store, let found = try? material().store else { return false }
        return found != own
    }

    func backup(to path: String, _ observer: WorkProgress.Observer?) throws(StoreError) {
        let source = try openFile(.reading, for: "a backup")
        let known = keys.newest.point
        try StoreFile(checking: path).build { building throws(StoreError) in
            let copy = try Connection(path: building.path, role: .building)
            try source.copyPages(to: copy) { () throws(StoreError) in
                // Old keys, and missing or planted slots, would be noticed only when the copy is needed.
                try keys.check(KeyMaterial(source), after: known)
            } report: { done, total throws(StoreError) in
                try WorkProgress.report(done, of: total, to: observer)
            }
            if let problem = try copy.integrityProblems().first {
                guard try !source.integrityProblems().isEmpty else {
                    throw StoreError(
                        .io, "the copy cannot be read back as it was written: \(problem); take another disk")
                }
                throw StoreError(
                    .invalidKeychain, "the store's file is damaged: \(problem); \(NextStep.salvage)")
            }
            // A backup with a damaged slot would turn out useless on the day it is needed.
            try KeyMaterial(copy).checkSlots()
        }
    }

    /// Writes the file again without what was deleted, and truncates the journal.
    ///
    /// Waits up to `patience` for other processes.
    func compact(_ patience: Duration, _ observer: WorkProgress.Observer?) throws(StoreError) {
        let connection = try openFile(.writing, for: "compacting")
        // A file that is damaged, or has gone back, is not written again.
        _ = try keys.wasUnlocked ? provenMaterial() : material()
        let steps = try connection.stepsOfVacuum()
        try connection.vacuum { done throws(StoreError) in
            try WorkProgress.report(done, of: steps, to: observer)
        }
        connection.waitAtMost(patience)
        try connection.foldJournal()
        try connection.checkPath()
    }

    /// Opens another connection to the store's file, so that long work keeps no other thread waiting.
    private func openFile(_ role: Connection.Role, for work: String) throws(StoreError) -> Connection {
        try keys.checkProcess()
        guard database.path != nil else {
            throw StoreError(
                .unimplemented,
                "\(work) needs a store in a file, and this one is in memory; create one in a file")
        }
        return try database.connection(role)
    }
}
