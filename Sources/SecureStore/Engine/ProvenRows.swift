/// What was proven over one connection, for as long as it is true.
private final class ProvenState {
    let nodes = ProvenNodes()
    /// The sealed state that was opened last: the same bytes under the same keys mean the same state.
    var state: (sealed: [UInt8], opened: SetState, keys: Bytes16)?
}

extension Connection {
    private var proven: ProvenState {
        if let known = companion as? ProvenState { return known }
        let new = ProvenState()
        companion = new
        return new
    }

    /// The state that this transaction sees; nil when it was sealed with other keys than these.
    func state(_ ring: KeyRing) throws(StoreError) -> SetState? {
        try withState { version, sealed throws(StoreError) in
            try state(ring, version, sealed)
        }
    }

    /// The state in a row that was read; nil when it was sealed with other keys than these.
    func state(
        _ ring: KeyRing, _ version: Int64, _ sealed: RawSpan
    ) throws(StoreError) -> SetState? {
        guard version == ring.version else { return nil }
        let proven = proven
        if let known = proven.state, known.keys == ring.common.node.name,
            known.sealed.withRawBytes({ $0.hasSameBytes(as: sealed) })
        {
            return known.opened
        }
        let opened = try SetState(sealed, keysVersion: version, ring)
        proven.nodes.beginPeriod()
        proven.state = (sealed.array(at: 0, count: sealed.byteCount) ?? [], opened, ring.common.node.name)
        return opened
    }

    /// Seals and writes the state that belongs to what the transaction wrote before.
    func writeState(_ state: SetState, _ ring: KeyRing) throws(StoreError) {
        let sealed = try state.seal(ring)
        try writeState(keysVersion: state.keysVersion, sealed: sealed)
        proven.state = (sealed, state, ring.common.node.name)
    }

    /// The index below a root, as it is in the file.
    func index(_ root: IndexRoot, _ ring: KeyRing) -> IndexReader {
        IndexReader(connection: self, nodes: proven.nodes, key: ring.common.node, root: root)
    }

    /// Writes changes into the index below one of the roots of a state.
    func writeIndex(
        _ changes: IndexChanges, _ ring: KeyRing, _ root: WritableKeyPath<SetState, IndexRoot>,
        of state: inout SetState
    ) throws(StoreError) {
        let proven = proven
        // Should the transaction be undone, what is kept of its nodes is not what their rows hold.
        proven.state = nil
        var writer = IndexWriter(self, proven.nodes, ring.common.node)
        state[keyPath: root] = try writer.apply(changes.take()[...], to: state[keyPath: root])
    }
}

/// The rows of one key set, each proven against the state: it is the current one, and none is missing.
struct ProvenRows {
    let ring: KeyRing
    let tokens: Tokens
    private let index: IndexReader
    private let changes: IndexChanges?

    init(_ connection: Connection, _ ring: KeyRing, _ root: IndexRoot, _ changes: IndexChanges? = nil) {
        (self.ring, self.changes) = (ring, changes)
        tokens = Tokens(ring)
        index = connection.index(root, ring)
    }

    var isEmpty: Bool { index.root == nil && changes?.count ?? 0 == 0 }

    /// What a token leads to, beyond a row's number and at most so many.
    func entries(_ token: Bytes16, after number: Int64, most: Int) throws(StoreError) -> [IndexEntry] {
        guard let changes, changes.count > 0 else {
            return try index.entries(token, after: number, most: most)
        }
        return try changes.entries(token, after: number, most: most, in: index)
    }

    /// What a plan leads to, beyond a row's number and at most so many.
    func entries(_ plan: QueryPlan, after number: Int64, most: Int) throws(StoreError) -> [IndexEntry] {
        switch plan {
        case .token(let token): return try entries(token, after: number, most: most)
        case .reference(let reference):
            let found = try entry(reference).map { [$0] } ?? []
            return found.filter { $0.key.number > number }
        }
    }

    /// The one row that can be a reference's, whose id is still to be compared.
    private func entry(_ reference: ItemReference) throws(StoreError) -> IndexEntry? {
        // An id that came from another store has an entry of its own; any other names its row.
        if let entry = try entries(tokens.id(reference.id), after: 0, most: 1).first { return entry }
        return try entry(reference.itemClass.rawValue, Int64(bitPattern: reference.id.low))
    }

    /// Whether an item has an id, of whatever class, or may have it: nobody knows what a damaged one had.
    func mayHave(_ id: Bytes16) throws(StoreError) -> Bool {
        for itemClass in ItemClass.stored {
            guard let entry = try entry(ItemReference(itemClass, id)) else { continue }
            do throws(StoreError) {
                if try withRow(entry, .withoutSecret, { _, head, _ in head.id == id }) { return true }
            } catch {
                guard error.status == .decode else { throw error }
                return true
            }
        }
        return false
    }

    /// Begins to look at each row once, or goes on with that; see ``RowWalk``.
    func walk(after bytes: Int = 0) -> RowWalk { RowWalk(index.connection, after: bytes) }

    /// How many items there are of a class.
    func count(of itemClass: ItemClass) throws(StoreError) -> Int {
        try index.count(Tokens.list(itemClass.rawValue))
    }

    /// Lends a row that an entry of the index leads to.
    ///
    /// `decode` when it is not there, or not the one that the index speaks of.
    func withRow<R>(
        _ entry: IndexEntry, _ width: ItemColumns.Width,
        _ body: (ItemRow, ItemHead, Found.Row) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        let number = entry.key.number
        return try index.connection.withItem(number, width) { row throws(StoreError) in
            guard let row else {
                throw StoreError(
                    .decode, "item row \(number) is missing: something other than the store removed it")
            }
            guard let head = ItemHead(row) else { throw RecordCodec.impossible(number) }
            guard let columns = row.columns, columns.keyset == ring.keyset,
                let element = RecordCodec(ring: ring).element(columns, row)
            else { throw RecordCodec.damaged(head, "a column has an impossible value") }
            var digest = entry.digest
            if digest == nil { digest = try self.entry(columns.itemClass, number)?.digest }
            guard let digest, digest.isSame(as: element.digest) else {
                throw RecordCodec.damaged(head, "its row was changed behind the store's back")
            }
            return try body(row, head, Found.Row(columns, element))
        }
    }

    /// What the list of a class says of a row.
    private func entry(_ itemClass: UInt8, _ number: Int64) throws(StoreError) -> IndexEntry? {
        guard number > 0 else { return nil }
        let key = IndexKey(Tokens.list(itemClass), number)
        guard let changes, changes.count > 0 else { return try index.entry(key) }
        return try changes.entry(key, in: index)
    }

    /// The first items there are, of any class.
    func firstItems(_ most: Int) throws(StoreError) -> [IndexEntry] {
        for itemClass in ItemClass.stored {
            let found = try entries(Tokens.list(itemClass.rawValue), after: 0, most: most)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The name of the item that an entry leads to, as far as its row gives one: for errors, since nothing proves it.
    func reference(_ entry: IndexEntry) throws(StoreError) -> ItemReference? {
        try index.connection.withItem(entry.key.number, .withoutSecret) { row in
            guard let id = row?.id, let itemClass = row?.itemClass.flatMap(ItemClass.init) else { return nil }
            return ItemReference(itemClass, id)
        }
    }

    /// Looks at every node of the index; see ``IndexReader/walk(_:)``.
    func walkIndex(
        _ body: (IndexEntry) throws(StoreError) -> Void
    ) throws(StoreError) -> (rows: [Int64], damaged: [IndexReference]) {
        try index.walk(body)
    }
}
