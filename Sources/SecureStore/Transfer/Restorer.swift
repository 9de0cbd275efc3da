/// A restore, from the first look at the backup to the open store.
struct Restorer {
    /// The time to wait for other processes that have the store open.
    let patience: Duration
    /// A closure that opens the store at a path with the credential for the restored one.
    let open: (String) throws(StoreError) -> Engine
    /// A closure that reads this machine's device key, or makes one; it returns nil if none is wanted.
    let deviceKey: () throws(StoreError) -> DeviceKey?
    /// A closure that is called with the id of the restored store before this replaces the other.
    let expect: (Bytes16) throws(StoreError) -> Void
    let observer: WorkProgress.Observer?

    /// The restored store, and the files that were set aside because they could not be opened.
    typealias Outcome = (engine: Engine, setAside: [String])

    func run(from backup: String, to path: String) throws(StoreError) -> Outcome {
        let source = try StoreFile.toCopy(from: backup)
        let target = try StoreFile(checking: path)
        guard !source.isSame(as: target) else {
            throw StoreError(.param, "a store cannot be restored from itself; give the path of a backup")
        }
        let outcome = try target.claimingDirectory { () throws(StoreError) in try put(source, at: target) }
        target.removeLeftovers()
        return outcome
    }

    private func put(_ source: StoreFile, at target: StoreFile) throws(StoreError) -> Outcome {
        try target.withHidden { copy throws(StoreError) in
            let old = try connect(to: target)
            try prepare(copy, from: source, past: old.map(Self.version))
            guard let old else {
                // A store that somebody has made there meanwhile is whole, and stays.
                guard try connect(to: target) == nil else { throw Self.overtaken }
                let aside = try target.exists || target.leftJournal != nil ? target.setAside() : []
                try copy.publish(as: target)
                return (try openRestored(target), aside)
            }
            for _ in 0..<Self.mostTries {
                if let engine = try overwrite(old, of: target, with: copy) { return (engine, []) }
                try lift(copy, past: Self.version(old))
            }
            throw Self.overtaken
        }
    }

    /// The number of times that others may put another history in the store's place meanwhile.
    private static let mostTries = 8

    private static let overtaken = StoreError(
        .databaseLocked, "other programs replaced the store while it was being restored; try again")

    /// The version of the keys that a file claims; 0 if it claims none.
    private static func version(_ connection: Connection) -> Int64 {
        (try? connection.readState().keysVersion) ?? 0
    }

    private func lift(_ copy: StoreFile, past other: Int64) throws(StoreError) {
        // Overwriting has taken the copy out of the mode that stores are written in.
        do { try Connection(path: copy.path, role: .building).useJournal() }
        let writing = try openCopy(copy.path).beginWriting()
        try writing.session.leap(past: other)
        try writing.session.finish()
        try writing.commit()
    }

    /// Makes a verified copy of the backup, with numbers beyond its own and those of the store there.
    ///
    /// So every program that has that store open goes on with this one, and reads its keys again.
    private func prepare(
        _ copy: StoreFile, from source: StoreFile, past other: Int64?
    ) throws(StoreError) {
        try copy.copyBytes(of: source) { done, total throws(StoreError) in
            try WorkProgress.report(done, of: total, to: part(1))
        }
        let engine = try openCopy(copy.path)
        guard engine.keys.isUnlocked else { throw Self.needsPassphrase }
        try verify(engine, "the backup", onProgress: part(2))
        let hasOtherSlots = try makeOwn(engine, past: other)
        // The credential that opened the backup may not open the copy: check before it replaces anything.
        if hasOtherSlots, try !openCopy(copy.path).keys.isUnlocked { throw Self.needsPassphrase }
        try expect(try engine.material().store)
    }

    /// Makes the copy a store by itself that opens here; returns whether its slots are others then.
    private func makeOwn(_ engine: Engine, past other: Int64?) throws(StoreError) -> Bool {
        let writing = try engine.beginWriting()
        let (session, unlockKey) = (writing.session, try engine.keys.unlockKey())
        var hasOtherSlots = true
        if session.change.state.replica != nil {
            // The fleet goes on without it, so that it can only be a store by itself.
            try session.leaveFleet(unlockKey, deviceKey, past: other)
        } else {
            hasOtherSlots = try session.moveHere(unlockKey, deviceKey)
            try session.leap(past: other)
        }
        try session.finish()
        try writing.commit()
        return hasOtherSlots
    }

    /// Opens the copy; a wrong credential is told to be the backup's, as there may be two stores.
    private func openCopy(_ path: String) throws(StoreError) -> Engine {
        do throws(StoreError) { return try open(path) } catch {
            guard error.status == .authFailed else { throw error }
            throw StoreError(.authFailed, "the backup does not open: \(error.reason)")
        }
    }

    private static let needsPassphrase = StoreError(
        .authFailed, "the device key alone does not restore the backup; it needs its passphrase")

    /// The parts of the work: copying, verifying and overwriting.
    private func part(_ number: Int) -> WorkProgress.Observer? { WorkProgress.part(number, of: 3, observer) }

    private func verify(
        _ engine: Engine, _ what: String, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) {
        let report = try engine.verify(onProgress)
        guard report.isIntact else {
            let first = report.problems.first ?? report.damaged.first?.reason ?? ""
            throw StoreError(
                .invalidKeychain,
                "\(what) has \(report.damaged.count) damaged items, and is refused: restore another "
                    + "backup, or salvage this one; the first problem: \(first)")
        }
    }

    /// A connection to the store that is to be replaced; nil when there is none, or it cannot be opened.
    private func connect(to target: StoreFile) throws(StoreError) -> Connection? {
        guard target.exists else { return nil }
        try target.checkOwnership()
        guard try StoreFile.Header(of: target.path) == .store else { return nil }
        do throws(StoreError) {
            let connection = try Connection(path: target.path, role: .writing, patience: patience)
            try connection.synchronizeJournal()
            // Of a format that this program does not read, nobody can see what would be taken away. Without
            // its keys it does not open either, but its items may be salvaged.
            try connection.readSnapshot { () throws(StoreError) in
                if try Schema.check(connection, Migration.all) { _ = try KeyMaterial(connection) }
            }
            return connection
        } catch {
            guard [.invalidKeychain, .invalidDatabaseBlob].contains(error.status) else { throw error }
            return nil
        }
    }

    /// Overwrites the store with the copy; nil if its numbers have come too near to those of the copy.
    private func overwrite(
        _ old: Connection, of target: StoreFile, with copy: StoreFile
    ) throws(StoreError) -> Engine? {
        let kept = target.hidden(.replaced)
        try kept.createEmpty()
        var (isOvertaken, isReplacing) = (false, false)
        do throws(StoreError) {
            try keep(old, in: kept)
            let new = try Connection(path: copy.path, role: .building)
            try new.adoptPageSize(of: old)
            let present = try Connection(path: target.path, role: .walking, expecting: old.file)
            let version = Self.version(new)
            old.waitAtMost(patience)
            try new.copyPages(to: old) { () throws(StoreError) in
                // Another restore may have come first, or the store has left its fleet.
                isOvertaken = !WriteSession.isPast(Self.version(present), version)
                if isOvertaken { throw Self.overtaken }
                isReplacing = true
            } report: { done, total throws(StoreError) in
                try WorkProgress.report(done, of: total, to: part(3))
            }
        } catch {
            // After a disk error it is not certain which of the two stores is there.
            if isReplacing, error.status == .io { throw Self.naming(kept, error) }
            kept.remove()
            if isOvertaken { return nil }
            throw error
        }
        do throws(StoreError) {
            let engine = try openRestored(target)
            kept.remove()
            return engine
        } catch { throw Self.naming(kept, error) }
    }

    /// The error, which also names the file with the store from before.
    private static func naming(_ kept: StoreFile, _ error: StoreError) -> StoreError {
        StoreError(error.status, "\(error.reason); the store from before is kept in \(kept.path)")
    }

    private func keep(_ old: Connection, in kept: StoreFile) throws(StoreError) {
        do {
            let copy = try Connection(path: kept.path, role: .building)
            try old.copyPages(to: copy) { _, _ in }
        }
        try kept.synchronize()
    }

    private func openRestored(_ target: StoreFile) throws(StoreError) -> Engine {
        let engine = try open(target.path)
        try verify(engine, "the restored store")
        return engine
    }
}
