import FoundationEssentials

/// Runs operations on an open store: takes the keys and a connection, and follows the keys when they change.
final class Engine: Sendable {
    let database: Database
    let keys: KeyHierarchy
    let settings: EngineSettings
    /// For the changes of a replica.
    let turns: SharedTurns?

    init(_ database: Database, _ keys: KeyHierarchy, _ settings: EngineSettings) {
        (self.database, self.keys, self.settings) = (database, keys, settings)
        turns = settings.order.map { _ in SharedTurns() }
    }

    private var newest: NewestState { keys.newest }
    /// The store's file; nil for a store in memory.
    var path: String? { database.path }

    static func notFound(_ selection: Selection) -> StoreError {
        let named = selection.conditions.filter { !ClassTable.variant.contains($0.name) }
        let words = named.map { ClassTable.row($0.name).words }
        let which = words.isEmpty ? "" : " with that \(words.joined(separator: " and "))"
        return StoreError(.itemNotFound, "no \(selection.itemClass.words)\(which) was found")
    }

    // MARK: - Reading

    /// One state of the file, with the keys that it was sealed with.
    struct Snapshot {
        let connection: Connection
        let ring: KeyRing
        let state: SetState
    }

    /// A finder over a snapshot; `inspect` reads certificates if the store's options name no inspector.
    func finder(_ snapshot: Snapshot, inspecting inspect: CertificateInspector? = nil) -> Finder {
        settings.finder(
            ProvenRows(snapshot.connection, snapshot.ring, snapshot.state.root),
            earlier: snapshot.ring.previous.map {
                ProvenRows(snapshot.connection, $0, snapshot.state.previousRoot)
            }, inspecting: inspect)
    }

    /// Runs a read of one state of the store; of a replica, of one that is as new as its reads have to be.
    func reading<R>(_ body: (Snapshot) throws(StoreError) -> R) throws(StoreError) -> R {
        if let freshness = settings.freshness { try prepareRead(freshness) }
        return try readingFile(body)
    }

    /// Runs a read of one state of the file, and runs it again with newer keys when the keys were replaced.
    func readingFile<R>(_ body: (Snapshot) throws(StoreError) -> R) throws(StoreError) -> R {
        try settings.interceptor?.willBegin(.read)
        for _ in 0..<Self.mostTries {
            let (ring, known) = (try keys.ring(), newest.point)
            let answer = try database.read { connection throws(StoreError) -> R? in
                try connection.holdingState { version, sealed throws(StoreError) in
                    guard let state = try connection.state(ring, version, sealed) else { return nil }
                    connection.rememberHeldState()
                    try newest.accept(state, after: known)
                    return try body(
                        Snapshot(connection: connection, ring: ring, state: state))
                }
            }
            if let answer { return answer }
            try followIfStale(ring)
        }
        throw Self.unsteady
    }

    /// Runs a long read of one state of the file; it takes as little memory for a large store as for a small one.
    func walking<R>(_ body: (Snapshot) throws(StoreError) -> R) throws(StoreError) -> R {
        try settings.interceptor?.willBegin(.read)
        for _ in 0..<Self.mostTries {
            let (ring, known) = (try keys.ring(), newest.point)
            let answer = try database.walk { connection throws(StoreError) -> R? in
                guard let state = try connection.state(ring) else { return nil }
                try newest.accept(state, after: known)
                return try body(
                    Snapshot(connection: connection, ring: ring, state: state))
            }
            if let answer { return answer }
            try followIfStale(ring)
        }
        throw Self.unsteady
    }

    /// How often the keys may change during one read.
    private static let mostTries = 8

    private static let unsteady = StoreError(
        .databaseLocked, "the store's keys changed too often while it was read")

    /// Adopts the current keys when they are not those of `ring`.
    private func followIfStale(_ ring: KeyRing) throws(StoreError) {
        let known = newest.point
        let material = try material()
        if material.keysVersion != ring.version { _ = try keys.follow(material, after: known) }
    }

    /// Adopts the keys that the file leads to now.
    func followKeys() throws(StoreError) {
        let known = newest.point
        _ = try keys.follow(try material(), after: known)
    }

    /// What leads to the keys, as it is in the file now.
    func material() throws(StoreError) -> KeyMaterial {
        try keys.checkProcess()
        let known = newest.point
        let material = try database.readSnapshot { connection throws(StoreError) in
            try KeyMaterial(connection)
        }
        try NewestState.check(material.keysVersion, after: known)
        return material
    }

    /// What leads to the keys, after checking that the state vouches for it.
    func provenMaterial() throws(StoreError) -> KeyMaterial {
        try readingFile { snapshot throws(StoreError) in
            let material = try KeyMaterial(snapshot.connection)
            _ = try material.checkedState(snapshot.ring)
            return material
        }
    }

    // MARK: - Writing

    /// Runs a transaction in which no code of the caller runs.
    ///
    /// On a replica, several of them share a turn.
    /// Its changes are durable when this returns, and undone when `body` throws.
    func change<R: Sendable>(
        _ body: @escaping @Sendable (WriteSession) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        guard let order = settings.order, let turns else { return try write(body) }
        return try change(over: order, in: turns, body)
    }

    /// Runs a transaction.
    ///
    /// Its changes are durable when this returns, and undone when `body` throws.
    func write<R>(_ body: (WriteSession) throws(StoreError) -> R) throws(StoreError) -> R {
        if let order = settings.order { return try write(inTurnOf: order, body) }
        return try writeHere { session throws(StoreError) in
            try session.checkStandsAlone()
            let result = try body(session)
            try settings.interceptor?.willBegin(.commit)
            return (result, try session.finish())
        }
    }

    /// Runs a transaction of this file alone; `body` returns the state that it has written.
    func writeHere<R>(
        _ body: (WriteSession) throws(StoreError) -> (R, SetState)
    ) throws(StoreError) -> R {
        let (result, state) = try database.write { connection throws(StoreError) in
            let session = try WriteSession(connection, keys, settings)
            try newest.accept(session.change.state, after: newest.point)
            return try body(session)
        }
        // Only after the commit: a state that was rolled back never existed.
        newest.note(state)
        return result
    }
}

extension EngineSettings {
    /// A finder over these rows, with these settings; `other` reads certificates if they name no inspector.
    func finder(
        _ rows: ProvenRows, earlier: ProvenRows?, inspecting other: CertificateInspector? = nil
    ) -> Finder {
        let inspect = inspectCertificate ?? other
        return Finder(
            codec: RecordCodec(ring: rows.ring), rows: rows, earlier: earlier, groups: groups,
            now: inspect == nil ? .distantPast : now(), inspect: inspect)
    }
}
