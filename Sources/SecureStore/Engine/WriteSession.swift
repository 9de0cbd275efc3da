import FoundationEssentials

/// One transaction that changes items: the rows through the connection, the authenticated state in step with them.
///
/// A class, because the caller's transaction and the engine work on the same one; never leaves its thread.
final class WriteSession {
    let connection: Connection
    var ring: KeyRing
    let settings: EngineSettings
    /// What this transaction has made of the store so far.
    var change: StoreChange
    /// What broke the transaction: SQLite may have undone all of it, so that nothing may follow.
    private var failure: StoreError?

    init(
        _ connection: Connection, _ keys: KeyHierarchy, _ settings: EngineSettings
    ) throws(StoreError) {
        self.connection = connection
        self.settings = settings
        try Schema.checkUnchanged(connection)
        var ring = try keys.ring()
        if let state = try connection.state(ring) {
            change = StoreChange(of: state)
        } else {
            _ = try keys.follow(KeyMaterial(connection))
            ring = try keys.ring()
            guard let state = try connection.state(ring) else {
                throw StoreError(.internalError, "the keys changed inside a transaction")
            }
            change = StoreChange(of: state)
        }
        self.ring = ring
    }

    var codec: RecordCodec { RecordCodec(ring: ring) }
    var tokens: Tokens { Tokens(ring) }
    /// The rows under the keys in force, with what the transaction did to them.
    var rows: ProvenRows { ProvenRows(connection, ring, change.state.root, change.entries) }
    /// Those that a change of keys has not reached yet.
    var earlierRows: ProvenRows? {
        ring.previous.map { ProvenRows(connection, $0, change.state.previousRoot, change.earlierEntries) }
    }

    /// Writes what belongs to the rows and returns the state after them; the last act before the commit.
    func finish() throws(StoreError) -> SetState {
        try checkHolds()
        guard !change.isEmpty else { return change.state }
        try writeIndexes()
        connection.mayUseReserve = change.removesMore
        change.state.sequence += 1
        try connection.writeState(change.state, ring)
        return change.state
    }

    /// Runs `body`, and undoes its changes alone when it throws.
    func atomically<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        let before = change
        change.mark()
        try changing { () throws(StoreError) in try connection.beginStep() }
        do {
            let result = try body()
            try changing { () throws(StoreError) in try connection.endStep() }
            change.forgetMark()
            return result
        } catch {
            change.undo(to: before)
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

    /// Runs statements that change the file, unless one has failed before.
    func changing(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try checkHolds()
        do throws(StoreError) { try body() } catch { throw noted(error) }
    }

    /// Ends the transaction after the failure of a statement that changes the file, other than a taken identity.
    ///
    /// A full disk makes SQLite undo everything at once. Were the caller to catch that and go on, what follows
    /// would be written by itself, without the state that belongs to it.
    func noted(_ error: StoreError) -> StoreError {
        if error.status != .duplicateItem { failure = error }
        return error
    }

    func checkHolds() throws(StoreError) {
        if let failure { throw failure }
    }

    /// Writes what became of the indexes, sorted and in one go.
    func writeIndexes() throws(StoreError) {
        try changing { () throws(StoreError) in
            try connection.writeIndex(change.entries, ring, \.root, of: &change.state)
            guard let previous = ring.previous else { return }
            try connection.writeIndex(change.earlierEntries, previous, \.previousRoot, of: &change.state)
        }
    }

    /// A finder over the transaction's own view.
    func finder() -> Finder { settings.finder(rows, earlier: earlierRows) }

    /// The same for a caller who only reads.
    func reading() throws(StoreError) -> Finder {
        try checkHolds()
        try settings.interceptor?.willBegin(.read)
        return finder()
    }

    /// What a change looks for first.
    func find(_ selection: Selection, _ purpose: Finder.Purpose) throws(StoreError) -> [Found] {
        try checkHolds()
        if case .read = purpose { try settings.interceptor?.willBegin(.read) }
        return try finder().find(selection, purpose)
    }

    /// Replaces the settings in the state.
    func setLockSettings(_ settings: LockSettings) {
        guard settings != change.state.lockSettings else { return }
        change.state.lockSettings = settings
        change.isEmpty = false
    }
}

/// What a store was opened with, as far as operations on items ask.
struct EngineSettings: Sendable {
    let groups: AccessGroups
    let now: @Sendable () -> Date
    let acceptsUnenforcedAccessControl: Bool
    var inspectCertificate: CertificateInspector?
    let interceptor: (any EngineInterceptor)?

    /// How many items long work takes on in one transaction: few enough for others not to wait long.
    var rowsPerStep: Int { interceptor?.rowsPerStep ?? 256 }
    var migrations: [Migration] { interceptor?.migrations ?? Migration.all }

    func allows(_ cost: PassphraseCost) -> Bool {
        interceptor?.allowsAnyCost == true ? cost.isAcceptableToRead : cost.isAcceptableToWrite
    }
}
