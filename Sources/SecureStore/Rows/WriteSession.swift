import FoundationEssentials

/// A transaction that changes items: it writes the rows, and the authenticated state in step with them.
///
/// It is a class, because the caller's transaction and the engine work on the same object. It never leaves
/// its thread: the changes that other threads want come to it.
final class WriteSession {
    let connection: Connection
    var ring: KeyRing
    let settings: StoreSettings
    var change: StoreChange
    /// True once slots or key sets were changed.
    var changedKeys = false
    /// The handover that proves a new unlock key to the other hosts of a fleet, if there is one.
    var handover: [UInt8]?
    /// The error that ended the transaction: SQLite may have undone all of it, so nothing may follow.
    private var failure: StoreError?
    private let generation = ProcessGeneration.current

    init(
        _ connection: Connection, _ keys: KeyHierarchy, _ settings: StoreSettings
    ) throws(StoreError) {
        self.connection = connection
        self.settings = settings
        let known = keys.newest.point
        try Schema.checkUnchanged(connection)
        var ring = try keys.ring()
        var opened = try connection.state(ring)
        if opened == nil {
            _ = try keys.follow(KeyMaterial(connection), after: known)
            ring = try keys.ring()
            opened = try connection.state(ring)
        }
        guard let opened else { throw StoreError.mistake("the keys changed inside a transaction") }
        (self.ring, change) = (ring, StoreChange(of: opened.state))
        try keys.newest.accept(change.state.point, after: known)
    }

    /// The error for a change of a replica that no fleet would hear of.
    static let needsServer = StoreError(
        .readOnly,
        "this store is a replica of a fleet, and can only be changed over the fleet's server; open it with "
            + "SecureStoreFleet, or make it a store by itself")

    var codec: RecordCodec { RecordCodec(ring: ring) }
    var tokens: Tokens { Tokens(ring) }
    /// The rows under the current keys, with the changes of this transaction.
    var rows: ProvenRows { ProvenRows(connection, ring, change.state.root, change.entries) }
    /// The rows that a rotation has not reached yet.
    var earlierRows: ProvenRows? {
        ring.previous.map {
            ProvenRows(
                connection, $0, change.state.previousRoot, change.earlierEntries, isEarlier: true)
        }
    }

    /// The number of rows that were written; 0 in a store that belongs to no fleet.
    var changedItemCount: Int { connection.changedItems?.count ?? 0 }

    /// Writes the indexes and the state, the last step before the commit.
    func finish() throws(StoreError) { if try complete() { try writeState() } }

    /// Writes the indexes, and gives the state its number; false if nothing was changed.
    func complete() throws(StoreError) -> Bool {
        try checkHolds()
        guard !change.isEmpty else { return false }
        try writeIndexes()
        connection.mayUseReserve = change.removesMore
        let (sequence, isTooMuch) = change.state.sequence.addingReportingOverflow(1)
        guard !isTooMuch else {
            throw StoreError(
                .invalidKeychain, "the store has been changed as often as it can be; \(NextStep.moveOut)")
        }
        change.state.sequence = sequence
        return true
    }

    func writeState() throws(StoreError) { try connection.writeState(change.state, ring) }

    /// Runs `body`, and undoes only its changes when it throws; it may have steps of its own.
    func atomically<R>(_ body: () throws(StoreError) -> R) throws(StoreError) -> R {
        let before = change
        change.mark()
        try changing { () throws(StoreError) in try connection.statement(.beginStep).run() }
        do {
            let result = try body()
            try changing { () throws(StoreError) in try connection.statement(.endStep).run() }
            change.forgetMark()
            return result
        } catch {
            change.undo(to: before)
            if failure == nil {
                do throws(StoreError) {
                    try connection.statement(.undoStep).run()
                    try connection.statement(.endStep).run()
                } catch let second {
                    // The first error is the one to throw; this one only ends the transaction.
                    failure = second
                }
            }
            throw error
        }
    }

    /// Runs statements that change the file; if one fails, the transaction ends unless an identity was taken.
    ///
    /// On a full disk SQLite undoes everything at once. If the caller caught the error and went on, later
    /// changes would be written alone, without the state that belongs to them.
    func changing(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try checkHolds()
        do throws(StoreError) { try body() } catch {
            if error.status != .duplicateItem { failure = error }
            throw error
        }
    }

    func checkHolds() throws(StoreError) {
        if let failure { throw failure }
        // In a forked child nothing is where the file says: the transaction is the parent's.
        guard generation == ProcessGeneration.current else { throw ProcessGeneration.isOther }
    }

    /// Writes the pending index changes, sorted and all at once.
    func writeIndexes() throws(StoreError) {
        try changing { () throws(StoreError) in
            try connection.writeIndex(change.entries, ring, \.root, of: &change.state)
            guard let previous = ring.previous else { return }
            try connection.writeIndex(change.earlierEntries, previous, \.previousRoot, of: &change.state)
        }
    }

    /// A finder that sees the changes of this transaction.
    func finder() -> Finder { settings.finder(rows, earlier: earlierRows) }

    /// A finder for a caller that only reads, which sees the changes of this transaction too.
    func reading(_ selection: Selection) throws(StoreError) -> Finder {
        try checkHolds()
        try settings.interceptor?.willBegin(.read, selection.itemClass, selection.reference)
        return finder()
    }

    /// Finds the items that a change applies to.
    func find(_ selection: Selection, _ purpose: Finder.Purpose) throws(StoreError) -> [Found] {
        if case .read = purpose { return try reading(selection).find(selection, purpose) }
        try checkHolds()
        return try finder().find(selection, purpose)
    }

    func setLockSettings(_ settings: LockSettings) {
        guard settings != change.state.lockSettings else { return }
        change.state.lockSettings = settings
        change.isEmpty = false
    }
}
