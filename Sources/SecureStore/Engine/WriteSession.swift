import FoundationEssentials

/// One transaction that changes items: the rows through the connection, the authenticated state in step with them.
///
/// A class, because the caller's transaction and the engine work on the same one; never leaves its thread.
final class WriteSession {
    let connection: Connection
    var ring: KeyRing
    let settings: EngineSettings
    var state: SetState
    var isChanged = false
    /// What the indexes are to become, under the keys in force and under those before them.
    let changes = IndexChanges()
    let earlierChanges = IndexChanges()
    /// What broke the transaction: SQLite may have undone all of it, so that nothing may follow.
    private var failure: StoreError?
    private let countBefore: UInt64

    init(
        _ connection: Connection, _ keys: KeyHierarchy, _ settings: EngineSettings
    ) throws(StoreError) {
        self.connection = connection
        self.settings = settings
        try Schema.checkUnchanged(connection)
        var ring = try keys.ring()
        if let state = try connection.state(ring) {
            self.state = state
        } else {
            _ = try keys.follow(KeyMaterial(connection))
            ring = try keys.ring()
            guard let state = try connection.state(ring) else {
                throw StoreError(.internalError, "the keys changed inside a transaction")
            }
            self.state = state
        }
        self.ring = ring
        countBefore = state.count
    }

    var codec: RecordCodec { RecordCodec(ring: ring) }
    var tokens: Tokens { Tokens(ring) }
    /// The rows under the keys in force, with what the transaction did to them.
    var rows: ProvenRows { ProvenRows(connection, ring, state.root, changes) }
    /// Those that a change of keys has not reached yet.
    var earlierRows: ProvenRows? {
        ring.previous.map { ProvenRows(connection, $0, state.previousRoot, earlierChanges) }
    }

    /// Writes the state that belongs to the changes; the last act before the commit.
    func finish() throws(StoreError) {
        try checkHolds()
        guard isChanged else { return }
        try writeIndexes()
        connection.mayUseReserve = state.count < countBefore
        state.sequence += 1
        try connection.writeState(state, ring)
    }

    /// Runs `body`, and undoes its changes alone when it throws.
    func atomically<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        let before = (state, isChanged)
        for changes in [changes, earlierChanges] { changes.mark() }
        try changing { () throws(StoreError) in try connection.beginStep() }
        do {
            let result = try body()
            try changing { () throws(StoreError) in try connection.endStep() }
            for changes in [changes, earlierChanges] { changes.forgetMark() }
            return result
        } catch {
            (state, isChanged) = before
            for changes in [changes, earlierChanges] { changes.undoToMark() }
            if failure == nil {
                do throws(StoreError) {
                    try connection.undoStep()
                } catch let second {
                    // The first error is the one to tell; this one only ends the transaction.
                    failure = second
                }
            }
            throw error
        }
    }

    /// Runs a statement that changes the file; a failure other than a taken identity ends the transaction.
    ///
    /// A full disk makes SQLite undo everything at once. Were the caller to catch that and go on, what follows
    /// would be written by itself, without the state that belongs to it.
    func changing(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try checkHolds()
        do throws(StoreError) { try body() } catch {
            if error.status != .duplicateItem { failure = error }
            throw error
        }
    }

    func checkHolds() throws(StoreError) {
        if let failure { throw failure }
    }

    /// Writes what became of the indexes, sorted and in one go.
    func writeIndexes() throws(StoreError) {
        try changing { () throws(StoreError) in
            try connection.writeIndex(changes, ring, \.root, of: &state)
            guard let previous = ring.previous else { return }
            try connection.writeIndex(earlierChanges, previous, \.previousRoot, of: &state)
        }
    }

    /// A finder over the transaction's own view.
    func finder() -> Finder { settings.finder(rows, earlier: earlierRows) }

    /// The same for a caller who only reads.
    func reading() throws(StoreError) -> Finder {
        try checkHolds()
        try settings.interceptor?.willTake(.read)
        return finder()
    }

    /// What a change looks for first.
    func find(_ selection: Selection, _ purpose: Finder.Purpose) throws(StoreError) -> [Found] {
        try checkHolds()
        if case .read = purpose { try settings.interceptor?.willTake(.read) }
        return try finder().find(selection, purpose)
    }

    /// Replaces the settings in the state.
    func setLockSettings(_ settings: LockSettings) {
        guard settings != state.lockSettings else { return }
        state.lockSettings = settings
        isChanged = true
    }
}

/// What a store was opened with, as far as operations on items ask.
struct EngineSettings: Sendable {
    let groups: AccessGroups
    let now: @Sendable () -> Date
    let acceptsUnenforcedAccessControl: Bool
    let inspectCertificate: CertificateInspector?
    let interceptor: (any EngineInterceptor)?
}
