import FoundationEssentials

/// Runs operations on an open store: takes hold of keys and a connection, and follows the keys when they change.
final class Engine: Sendable {
    let database: Database
    let keys: KeyHierarchy
    let settings: EngineSettings
    /// Set when the rows were found not to be the ones the state speaks of: then nothing may be called absent.
    private let distrust = SystemMutex<Doubt?>(nil)

    init(_ database: Database, _ keys: KeyHierarchy, _ settings: EngineSettings) {
        (self.database, self.keys, self.settings) = (database, keys, settings)
    }

    static func notFound(_ selection: Selection) -> StoreError {
        let words = selection.conditions.map { ClassTable.row($0.name).words }
        let which = words.isEmpty ? "" : " with that \(words.joined(separator: ", "))"
        return StoreError(.itemNotFound, "there is no item of class \(selection.itemClass.code)\(which)")
    }

    // MARK: - Reading

    /// The items that match, oldest first; empty when there are none, which is only said of a store that is whole.
    func find(
        _ selection: Selection, secrets: Bool, wantsDigest: Bool = false
    ) throws(StoreError) -> [Found] {
        try checkGroups(selection)
        let found = try reading { connection, ring throws(StoreError) in
            try finder(connection, ring).find(selection, .read(secrets: secrets, digest: wantsDigest))
        }
        if let doubt = distrust.withLock({ $0 }) {
            let plan = QueryPlan(selection, Tokens(try keys.ring()))
            try doubt.check(isExact: plan.isExact, isEmpty: found.isEmpty)
        }
        return found
    }

    /// Runs a read, again with newer keys when it says that those it had were replaced.
    ///
    /// All selects see one state of the file if the read asks for it, or if there are two key sets: an item that
    /// moved from one to the other between two selects would be found twice.
    func reading<R>(
        inOneSnapshot: Bool = false, _ body: (Connection, KeyRing) throws(StoreError) -> R?
    ) throws(StoreError) -> R {
        try following { ring throws(StoreError) in
            // Spelt twice: a closure with a name is an object of its own, and costs what an allocation does.
            inOneSnapshot || ring.previous != nil
                ? try database.readSnapshot { connection throws(StoreError) in try body(connection, ring) }
                : try database.read { connection throws(StoreError) in try body(connection, ring) }
        }
    }

    /// Runs a long read of one state of the file, in as little memory for a large store as for a small one.
    func walking<R>(
        _ body: (Connection, KeyRing) throws(StoreError) -> R?
    ) throws(StoreError) -> R {
        try following { ring throws(StoreError) in
            try database.walk { connection throws(StoreError) in try body(connection, ring) }
        }
    }

    private func following<R>(_ read: (KeyRing) throws(StoreError) -> R?) throws(StoreError) -> R {
        for _ in 0..<8 {
            let ring = try keys.ring()
            let answer: R?
            do { answer = try read(ring) } catch {
                // A row that does not open may have been sealed with keys that this process has not seen yet.
                guard error.status == .decode, try followIfStale(ring) else { throw error }
                continue
            }
            if let answer { return answer }
            _ = try followIfStale(ring)
        }
        throw StoreError(.databaseLocked, "the store's keys changed too often while it was read")
    }

    /// Takes on the keys in force when they are not those of `ring`; false when they are.
    private func followIfStale(_ ring: KeyRing) throws(StoreError) -> Bool {
        let material = try material()
        guard material.keysVersion != ring.version else { return false }
        _ = try keys.follow(material)
        return true
    }

    /// What leads to the keys, as it is in the file now.
    func material() throws(StoreError) -> KeyMaterial {
        try keys.checkProcess()
        return try database.readSnapshot { connection throws(StoreError) in try KeyMaterial(connection) }
    }

    func finder(_ connection: Connection, _ ring: KeyRing) -> Finder {
        Finder(
            connection: connection, codec: RecordCodec(ring: ring), tokens: Tokens(ring),
            groups: settings.groups,
            now: settings.inspectCertificate == nil ? .distantPast : settings.now(),
            inspect: settings.inspectCertificate)
    }

    func checkGroups(_ selection: Selection) throws(StoreError) {
        guard case .string(let group) = selection.condition(.accessGroup) else {
            return try settings.groups.check(nil)
        }
        try settings.groups.check(group)
    }

    // MARK: - Writing

    /// Runs a transaction; on disk when this returns, and gone when `body` throws.
    func write<R, E: Error>(
        orThrow convert: (StoreError) -> E, _ body: (WriteSession) throws(E) -> R
    ) throws(E) -> R {
        try database.write(orThrow: convert) { connection throws(E) in
            let session: WriteSession
            do throws(StoreError) {
                session = try WriteSession(connection, keys, settings, doubt: distrust.withLock { $0 })
            } catch {
                throw convert(error)
            }
            let result = try body(session)
            do throws(StoreError) { try session.finish() } catch { throw convert(error) }
            return result
        }
    }

    func write<R>(_ body: (WriteSession) throws(StoreError) -> R) throws(StoreError) -> R {
        try write(orThrow: { $0 }, body)
    }

    // MARK: - Trust in the set

    /// Compares the rows with the authenticated state, if there are no more than `limit`.
    ///
    /// Rows that were dropped, added, put back or altered make the store doubt itself.
    func checkSet(limit: Int) throws(StoreError) {
        let doubt = try database.readSnapshot { connection throws(StoreError) -> Doubt? in
            let ring = try keys.ring()
            let (version, sealed) = try connection.readState()
            guard version == ring.version else { return nil }
            let state = try SetState(sealed, keysVersion: version, ring)
            guard state.count <= UInt64(clamping: limit) else { return nil }
            guard try isWhole(connection, RecordCodec(ring: ring), state) else {
                var verifier = Verifier(connection, ring)
                guard let report = try verifier.run() else { return nil }
                return report.damaged.isEmpty ? .ofAllItems : .ofSomeItems
            }
            // The walk went over the table; an index that lost an entry would hide its item from a look-up.
            return try connection.integrityProblems().isEmpty ? nil : .ofSomeItems
        }
        distrust.withLock { $0 = doubt }
    }

    private func isWhole(
        _ connection: Connection, _ codec: RecordCodec, _ state: SetState
    ) throws(StoreError) -> Bool {
        var (sum, count) = (MultisetHash(), UInt64(0))
        var rows = try connection.items(.all, .digest)
        while let row = try rows.next(), !row.isAbsent {
            count += 1
            guard count <= state.count, let columns = row.columns, let element = codec.element(columns, row)
            else { return false }
            sum.add(element)
        }
        return count == state.count && sum == state.sum
    }

    /// Says that absence cannot be told, when it cannot.
    func checkTrust() throws(StoreError) {
        if let doubt = distrust.withLock({ $0 }) { throw doubt.error }
    }
}

extension Engine {
    /// Pairs of certificate and private key that match, oldest certificate first.
    func findIdentities(_ selection: Selection, secrets: Bool) throws(StoreError) -> [FoundIdentity] {
        try checkGroups(selection)
        let found = try reading { connection, ring throws(StoreError) in
            try finder(connection, ring).findIdentities(selection, secrets: secrets)
        }
        try checkTrust()
        return found
    }
}
