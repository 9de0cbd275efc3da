extension ItemStore {
    /// Puts a backup in the place of a store, or where there is none, and opens it.
    ///
    /// The backup is copied, opened with the credential and verified in full before anything else is touched; one that
    /// does not verify is refused, and it is never changed itself. A store that is there is overwritten in one
    /// transaction: killed at any instant, it is the old one or the new one, and programs that have it open go on with
    /// either. What is replaced is kept beside it, in a hidden file `.<name>.<digits>.replaced`, until the restored
    /// store has been opened and verified; one that a kill leaves behind goes with the next restore that is completed.
    /// A file that cannot be opened at all gets another name and stays, see ``Restoration/setAside``.
    ///
    /// The sequence number goes back to the backup's: whoever remembers a later one notices. Needs room for three
    /// copies. A third of the progress is the copying, a third the verifying, a third the overwriting.
    public static func restore(
        from backup: String, to path: String, unlockingWith credential: Credential = .deviceKey,
        options: StoreOptions = StoreOptions(), onProgress observer: WorkProgress.Observer? = nil
    ) throws(StoreError) -> Restoration {
        let source = try StoreFile.toCopy(from: backup)
        let target = try StoreFile(checking: path)
        guard !source.isSame(as: target) else {
            throw StoreError(.param, "a store cannot be restored from itself")
        }
        let restorer = Restorer(
            source: source, target: target, path: path, credential: credential, options: options,
            observer: observer)
        let restoration = try target.claimingDirectory { () throws(StoreError) in try restorer.run() }
        target.removeLeftovers()
        return restoration
    }
}

/// One restore, from the first look at the backup to the open store.
private struct Restorer {
    let source: StoreFile
    let target: StoreFile
    /// The target as the caller spells it.
    let path: String
    let credential: Credential
    let options: StoreOptions
    let observer: WorkProgress.Observer?

    func run() throws(StoreError) -> Restoration {
        try target.withHidden(.new) { copy throws(StoreError) in
            try prepare(copy)
            guard let old = try openTarget() else {
                let aside = try target.isInTheWay ? target.setAside() : []
                try copy.publish(as: target)
                return Restoration(store: try openRestored(), setAside: aside)
            }
            return Restoration(store: try overwrite(old, with: copy), setAside: [])
        }
    }

    /// Makes a verified copy of the backup whose keys every program will read anew.
    private func prepare(_ copy: StoreFile) throws(StoreError) {
        try copy.copyBytes(of: source) { done, total throws(StoreError) in
            try part(1).report(done, of: total)
        }
        let store = try ItemStore.open(at: copy.path, unlockingWith: credential, options: options)
        guard store.lockState == .unlocked else {
            throw StoreError(.authFailed, "the device key does not open the backup; it needs its passphrase")
        }
        try verify(store, "the backup", onProgress: part(2).ofPart)
        try store.engine.write { session throws(StoreError) in try session.leapKeysVersion() }
        try KnownStores.expect(try store.engine.material().store, at: path)
        try store.engine.database.withWriter { connection throws(StoreError) in try connection.foldJournal() }
    }

    /// Copying, verifying and overwriting.
    private func part(_ number: Int) -> WorkPhase { WorkPhase(observer: observer, number: number, count: 3) }

    private func verify(
        _ store: ItemStore, _ what: String, onProgress: WorkProgress.Observer? = nil
    ) throws(StoreError) {
        let report = try store.verify(onProgress: onProgress)
        guard report.isIntact else {
            let first = report.problems.first ?? report.damaged.first?.reason ?? ""
            throw StoreError(
                .invalidKeychain,
                "\(what) has \(report.damaged.count) damaged items, and is refused: \(first)")
        }
    }

    /// A connection to the store that is to be replaced; nil when there is none that SQLite can open.
    private func openTarget() throws(StoreError) -> Connection? {
        guard target.exists else { return nil }
        try target.checkPlace()
        guard try StoreFile.header(target.path) == .store else { return nil }
        do throws(StoreError) {
            let connection = try Connection(path: target.path, role: .writing, patience: options.patience)
            try connection.checkOverwritable()
            return connection
        } catch {
            guard error.status == .invalidKeychain else { throw error }
            return nil
        }
    }

    private func overwrite(_ old: Connection, with copy: StoreFile) throws(StoreError) -> ItemStore {
        let kept = target.hidden(.replaced)
        try kept.createEmpty()
        do throws(StoreError) {
            try keep(old, in: kept)
            let new = try Connection(path: copy.path, role: .building)
            try new.adoptPageSize(of: old)
            old.waitAtMost(options.patience)
            try new.copyPages(to: old) { done, total throws(StoreError) in
                try part(3).report(done, of: total)
            }
        } catch {
            // Nothing was replaced, so that nothing needs to be kept; but for a disk that failed nobody knows.
            if error.status != .io { kept.remove() }
            throw error
        }
        do throws(StoreError) {
            let store = try openRestored()
            kept.remove()
            return store
        } catch {
            throw StoreError(
                error.status, "\(error.reason); what was replaced is kept in \(kept.path)")
        }
    }

    private func keep(_ old: Connection, in kept: StoreFile) throws(StoreError) {
        do {
            let copy = try Connection(path: kept.path, role: .building)
            try old.copyPages(to: copy) { _, _ in }
            try copy.foldJournal()
        }
        try kept.synchronize()
    }

    private func openRestored() throws(StoreError) -> ItemStore {
        let store = try ItemStore.open(at: target.path, unlockingWith: credential, options: options)
        try verify(store, "the restored store")
        return store
    }
}
