/// The proofs of one connection, for as long as it and the keys stay.
private final class ProvenState {
    /// The name of the ring; nil before a state was read.
    let keys: Bytes16?
    let nodes: ProvenNodes
    /// Rows that were proven, for whoever finds their digests in the index again.
    ///
    /// The digest is a keyed hash of the row's columns and seals, and only a row whose boxes opened under
    /// those seals is remembered. So the present file does not matter, and nothing is removed when a row
    /// changes.
    var rows: BoundedCache<ProvenRow>
    /// The sealed state that was opened last: the same bytes hold the same state.
    var state: OpenedState?

    init(_ keys: Bytes16?, _ most: (nodes: Int, rows: Int)) {
        self.keys = keys
        nodes = ProvenNodes(mostBytes: most.nodes)
        rows = BoundedCache(mostBytes: most.rows)
    }
}

extension Connection {
    fileprivate var proven: ProvenState { companion as? ProvenState ?? proving(with: nil) }

    private func proving(with keys: Bytes16?) -> ProvenState {
        let new = ProvenState(keys, mostKept)
        companion = new
        return new
    }

    /// The state that this transaction sees; nil when it was sealed with other keys than the ring's.
    func state(_ ring: KeyRing) throws(StoreError) -> OpenedState? { try state(ring, try readState()) }

    /// The state in a row; nil when it was sealed with other keys than the ring's.
    func state(_ ring: KeyRing, _ row: StateRow) throws(StoreError) -> OpenedState? {
        guard row.keysVersion == ring.version else { return nil }
        var proven = proven
        // After `lock()` or a rotation, nothing stays that was proven before.
        if proven.keys != ring.name { proven = proving(with: ring.name) }
        if let known = proven.state, known.sealed.hasSameBytes(as: row.sealed) { return known }
        let opened = OpenedState(
            row.sealed, try StoreState(row.sealed, keysVersion: row.keysVersion, ring))
        proven.nodes.beginPeriod()
        proven.state = opened
        return opened
    }

    /// Seals and writes the state that belongs to what the transaction has written.
    func writeState(_ state: StoreState, _ ring: KeyRing) throws(StoreError) {
        let sealed = try state.seal(ring)
        try writeState(keysVersion: state.keysVersion, sealed: sealed)
        proven.state = OpenedState(sealed, state)
    }

    /// Writes changes to the index below one of a state's roots.
    func writeIndex(
        _ changes: IndexChanges, _ ring: KeyRing, _ root: WritableKeyPath<StoreState, IndexRoot>,
        of state: inout StoreState
    ) throws(StoreError) {
        let proven = proven
        // If the transaction is undone, the remembered nodes are not those in the file.
        proven.state = nil
        var writer = IndexWriter(self, proven.nodes, ring.common.node, keyset: ring.keyset)
        state[keyPath: root] = try writer.apply(changes.take()[...], to: state[keyPath: root])
    }
}

/// The rows of one key set, proven against the state: each is the current version, and none is missing.
final class ProvenRows {
    let ring: KeyRing
    let tokens: Tokens
    let index: IndexReader
    private let changes: IndexChanges?
    private let proven: ProvenState
    /// True for rows under the previous keys, where an entry counts only if the list of the class has its
    /// row.
    let isEarlier: Bool

    init(
        _ connection: Connection, _ ring: KeyRing, _ root: IndexRoot, _ changes: IndexChanges? = nil,
        isEarlier: Bool = false
    ) {
        (self.ring, self.changes, self.isEarlier) = (ring, changes, isEarlier)
        tokens = Tokens(ring)
        proven = connection.proven
        index = IndexReader(
            connection: connection, nodes: proven.nodes, key: ring.common.node, root: root)
    }

    var connection: Connection { index.connection }
    var isEmpty: Bool { index.root == nil && changes?.count ?? 0 == 0 }

    /// The entries of a token after a row's number, at most `most` of them.
    func entries(_ token: Bytes16, after number: Int64, most: Int) throws(StoreError) -> [IndexEntry] {
        guard let changes, changes.count > 0 else {
            return try index.entries(token, after: number, most: most)
        }
        return try changes.entries(token, after: number, most: most, in: index)
    }

    /// The first gap in the entries that a plan leads to after a row's number, and the entries before it.
    ///
    /// Nil where there is none, and within a transaction, which must not write on top of damage.
    func gap(
        _ plan: QueryPlan, after number: Int64, most: Int
    ) throws(StoreError) -> (entries: [IndexEntry], gap: IndexGap)? {
        guard case .token(let token) = plan, changes == nil, let gap = try index.gap(token, after: number)
        else { return nil }
        let last = gap.numbers.lowerBound - 1
        return (try index.entries(token, after: number, through: last, most: most), gap)
    }

    /// The entries that a plan leads to after a row's number, at most `most` of them.
    func entries(_ plan: QueryPlan, after number: Int64, most: Int) throws(StoreError) -> [IndexEntry] {
        switch plan {
        case .token(let token), .beginning(_, otherwise: let token):
            return try entries(token, after: number, most: most)
        case .reference(let reference):
            let found = try entry(reference).map { [$0] } ?? []
            return found.filter { $0.key.number > number }
        }
    }

    /// The rows after a number that keys in a range lead to, oldest first; nil where they are not few beside
    /// those of a token, or the range is damaged.
    ///
    /// Rows of other classes may be among them.
    func entries(
        _ range: ClosedRange<IndexKey>, unlessFew token: Bytes16, after number: Int64
    ) throws(StoreError) -> [IndexEntry]? {
        var numbers: [Int64]
        do throws(StoreError) {
            // Each reading of a part of a long list collects them again.
            guard try 4 * index.count(range) <= index.count(token) else { return nil }
            numbers = try index.entries(range).map(\.key.number)
        } catch {
            // Where the range is damaged, the token proves the same rows.
            guard error.status == .invalidKeychain else { throw error }
            return nil
        }
        numbers += changes?.numbers(range) ?? []
        return Set(numbers).filter { $0 > number }.sorted().map {
            IndexEntry(key: IndexKey(token, $0), digest: nil)
        }
    }

    /// The only row that a reference can mean; its id is still to be compared.
    private func entry(_ reference: ItemReference) throws(StoreError) -> IndexEntry? {
        // An imported id has an entry of its own; any other id names its row.
        let own = try entries(tokens.id(reference.id), after: 0, most: 1).first
        return try entry(reference.itemClass, own?.key.number ?? Int64(bitPattern: reference.id.low))
    }

    /// The entry with the digest of the row that an entry leads to; nil for a row of another class, and for
    /// one that a rotation has sealed again.
    func listed(_ entry: IndexEntry, _ itemClass: ItemClass) throws(StoreError) -> IndexEntry? {
        let counts = entry.digest != nil && (!isEarlier || entry.key.token == Tokens.list(itemClass.rawValue))
        return counts ? entry : try self.entry(itemClass, entry.key.number)
    }

    /// Asks whether an item of any class has an id, or may have it because its row is damaged.
    func mayHave(_ id: Bytes16) throws(StoreError) -> Bool {
        for itemClass in ItemClass.stored {
            guard let entry = try entry(ItemReference(itemClass, id)) else { continue }
            do throws(StoreError) {
                if try row(entry, .withoutSecret).columns.id == id { return true }
            } catch {
                guard error.status == .decode else { throw error }
                return true
            }
        }
        return false
    }

    func count(of itemClass: ItemClass) throws(StoreError) -> Int {
        try index.count(Tokens.list(itemClass.rawValue))
    }

    /// The row of an index entry if it is remembered; never in a change, which must find it in the file.
    func kept(_ entry: IndexEntry, _ width: ItemColumns.Width) -> ProvenRow? {
        guard changes == nil, let kept = proven.rows.use(entry.key.number),
            width == .withoutSecret || kept.width == .whole, Self.isCurrent(kept, entry)
        else { return nil }
        return kept
    }

    func keep(_ row: ProvenRow) {
        guard changes == nil else { return }
        proven.rows.keep(row, row.columns.number, byteCount: row.fields.byteCount + Self.bytesOfObjects)
    }

    /// The bytes that the objects of a row take up, without its sealed fields.
    private static let bytesOfObjects = 400

    /// The row that an entry with a digest leads to, as it is in the file.
    ///
    /// Throws `decode` when the row is missing, or is not the one in the index.
    func row(_ entry: IndexEntry, _ width: ItemColumns.Width) throws(StoreError) -> ProvenRow {
        let number = entry.key.number
        guard let row = try connection.item(number, width) else {
            throw StoreError(
                .decode,
                "item row \(number) is missing: something other than the store removed it; "
                    + "\(NextStep.salvageOthers)")
        }
        guard let columns = row.columns, columns.keyset == ring.keyset,
            let element = RecordCodec(ring: ring).element(columns, row.fields)
        else { throw RecordCodec.impossible(row) }
        let read = ProvenRow(columns, element, row.fields, width)
        guard Self.isCurrent(read, entry) else {
            throw RecordCodec.damaged(columns, "its row was changed behind the store's back")
        }
        return read
    }

    /// Asks whether a row is the one whose digest the index has.
    private static func isCurrent(_ row: ProvenRow, _ entry: IndexEntry) -> Bool {
        entry.digest?.isSame(as: row.own.element.digest) ?? false
    }

    private func entry(_ itemClass: ItemClass, _ number: Int64) throws(StoreError) -> IndexEntry? {
        guard number > 0 else { return nil }
        let key = IndexKey(Tokens.list(itemClass.rawValue), number)
        guard let changes, changes.count > 0 else { return try index.entry(key) }
        return try changes.entry(key, in: index)
    }

    func firstItems(_ most: Int) throws(StoreError) -> [IndexEntry] {
        for itemClass in ItemClass.stored {
            let found = try entries(Tokens.list(itemClass.rawValue), after: 0, most: most)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The item that an entry leads to, if its row still gives its id.
    ///
    /// Nothing proves this, so it is only for error messages.
    func reference(_ entry: IndexEntry) throws(StoreError) -> ItemReference? {
        let row = try connection.item(entry.key.number, .withoutSecret)
        guard let id = row?.id, let itemClass = row?.itemClass.flatMap(ItemClass.init) else { return nil }
        return ItemReference(itemClass, id)
    }
}
