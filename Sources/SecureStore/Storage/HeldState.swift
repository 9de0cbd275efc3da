private import CSecureStoreSQLite

/// The way in which a connection has the state that it reads.
enum Hold {
    /// The connection has no state, or is in a transaction that may write.
    case none
    /// The state comes from memory: no statement was needed yet.
    case remembered
    /// A statement stands on the state's row, which keeps every select at that state.
    case held
    /// A transaction that only reads holds the state.
    case transaction
    /// A statement was needed, and another state has come: what was read so far must be read again.
    case overtaken
}

/// One state of the file, held until the end of its life by a connection that no other thread uses.
struct HeldState: ~Copyable {
    let connection: Connection
    private let lease: ConnectionPlace.Lease?
    private let row: StateRow?

    /// Holds the state of a connection that is on lease, or whose owner gives it away.
    ///
    /// A transaction holds it in any file; otherwise the row of the state does, which costs less.
    init(
        _ connection: Connection, _ lease: consuming ConnectionPlace.Lease?,
        byTransaction: Bool
    ) throws(StoreError) {
        self.connection = connection
        self.lease = lease
        row = try Self.hold(connection, byTransaction)
    }

    deinit { connection.letGo() }

    private static func hold(_ connection: Connection, _ byTransaction: Bool) throws(StoreError) -> StateRow?
    {
        do throws(StoreError) {
            guard byTransaction else { return try connection.holdState() }
            try connection.holdByTransaction()
            return nil
        } catch {
            connection.letGo()
            // An error during a concurrent write says nothing about the file.
            throw connection.isUndisturbed ? error : Database.unsteady
        }
    }

    func stateRow() throws(StoreError) -> StateRow { if let row { row } else { try connection.readState() } }

    /// True while all that was read belongs to this state; if not, it has to be read again.
    var isWhole: Bool { connection.hold != .overtaken && connection.isUndisturbed }
}

/// The row of the state: the version of the keys, and what they sealed; an object, because it is large.
final class StateRow {
    let keysVersion: Int64
    let sealed: [UInt8]
    /// The header of the journal's index before and after the row was read; nil when it was not the same.
    fileprivate var header: JournalIndex.Header?

    init(keysVersion: Int64, sealed: [UInt8]) { (self.keysVersion, self.sealed) = (keysVersion, sealed) }
}

/// Reads of one state of the file.
extension Connection {
    /// The state that every select sees from now on, until ``letGo()``.
    ///
    /// If nobody has committed since the state was read last, it comes from memory, and SQLite is first
    /// called for a row. If another state has come until then, what was read is of no use: see
    /// ``HeldState/isWhole``.
    func holdState() throws(StoreError) -> StateRow {
        if let remembered, let header = remembered.header, let journal, journal.isStill(header) {
            hold = .remembered
            return remembered
        }
        let before = journal?.header
        if let before { try checkJournalIndex(before) }
        // A statement that stands on a row holds its state like a transaction, and saves two statements.
        hold = .held
        let state = try readState(over: try prepared(.holdState))
        remembered = nil
        state.header = headerOfNewest(ifStill: before)
        seen = state.header == nil ? nil : state
        return state
    }

    /// Holds the state of any file, also of one that has no row of a state, until ``letGo()``.
    func holdByTransaction() throws(StoreError) {
        try checkJournalIndex()
        try statement(.beginReading).run()
        hold = .transaction
        // The transaction begins to read with its first statement.
        _ = try number("PRAGMA schema_version")
    }

    /// Remembers the state that the current read holds, now that it has opened.
    func rememberHeldState() {
        if let seen { remembered = seen }
        seen = nil
    }

    /// Ends what ``holdState()`` or ``holdByTransaction()`` began.
    func letGo() {
        leaveItem()
        switch hold {
        case .none, .remembered: break
        case .held: statements[SQL.holdState.rawValue]?.reset()
        case .overtaken:
            statements[SQL.holdState.rawValue]?.reset()
            remembered = nil
        case .transaction:
            hold = .none
            rollback()
        }
        hold = .none
    }

    /// The header of the index, if it is still the one of before and belongs to the state that is now held.
    ///
    /// A unique header does not come twice.
    private func headerOfNewest(ifStill before: JournalIndex.Header?) -> JournalIndex.Header? {
        // Only now is it certain that SQLite has the index open.
        if journal == nil { journal = JournalIndex(of: self) }
        // In a transaction the state may be an older one.
        let isNewest = unsafe sqlite3_get_autocommit(handle) != 0
        guard isNewest, let before, before.isUnique, let journal, journal.isStill(before) else { return nil }
        return before
    }

    /// Makes SQLite hold the state that a read has from memory, before the read's first statement.
    ///
    /// Throws if the state has changed, and from then on at each statement of that read.
    func holdRemembered() throws(StoreError) {
        if hold == .remembered, let remembered {
            hold = .overtaken
            let state = try readState(over: try prepared(.holdState))
            let isSame =
                state.keysVersion == remembered.keysVersion
                && state.sealed.hasSameBytes(as: remembered.sealed)
            if isSame { hold = .held }
        }
        guard hold != .overtaken else {
            throw StoreError(
                .databaseLocked, "another process changed the store while it was read; try again")
        }
    }
}
