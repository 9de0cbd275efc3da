/// What was proven over one connection, for as long as it holds.
private final class ProvenState {
    let nodes = ProvenNodes()
    /// The sealed state that was opened last: the same bytes under the same keys hold the same state.
    var state: (sealed: [UInt8], opened: SetState, keys: Bytes16)?
}

extension Connection {
    private var proven: ProvenState {
        if let known = companion as? ProvenState { return known }
        let new = ProvenState()
        companion = new
        return new
    }

    /// The state that this transaction sees; nil when it was sealed with other keys than the ring's.
    func state(_ ring: KeyRing) throws(StoreError) -> SetState? {
        try withState { version, sealed throws(StoreError) in
            try state(ring, version, sealed)
        }
    }

    /// The state in a row that was already read; nil when it was sealed with other keys than the ring's.
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

    /// Seals and writes the state that belongs to what the transaction has written.
    func writeState(_ state: SetState, _ ring: KeyRing) throws(StoreError) {
        let sealed = try state.seal(ring)
        try writeState(keysVersion: state.keysVersion, sealed: sealed)
        proven.state = (sealed, state, ring.common.node.name)
    }

    /// A reader of the index below a root, as it is in the file.
    func index(_ root: IndexRoot, _ ring: KeyRing) -> IndexReader {
        IndexReader(connection: self, nodes: proven.nodes, key: ring.common.node, root: root)
    }

    /// Writes changes to the index below one of a state's roots.
    func writeIndex(
        _ changes: IndexChanges, _ ring: KeyRing, _ root: WritableKeyPath<SetState, IndexRoot>,
        of state: inout SetState
    ) throws(StoreError) {
        let proven = proven
        // If the transaction is undone, the remembered nodes are not those in the file.
        proven.state = nil
        var writer = IndexWriter(self, proven.nodes, ring.common.node)
        state[keyPath: root] = try writer.apply(changes.take()[...], to: state[keyPath: root])
    }
}

/// The rows of one key set, proven against the state: each is the current version, and none is missing.
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

    /// The entries of a token after a row's number, at most `most` of them.
    func entries(_ token: Bytes16, after number: Int64, most: Int) throws(StoreError) -> [IndexEntry] {
        guard let changes, changes.count > 0 else {
            return try index.entries(token, after: number, most: most)
        }
        return try changes.entries(token, after: number, most: most, in: index)
    }

    /// The entries that a plan leads to after a row's number, at most `most` of them.
    func entries(_ plan: QueryPlan, after number: Int64, most: Int) throws(StoreError) -> [IndexEntry] {
        switch plan {
        case .token(let token): return try entries(token, after: number, most: most)
        case .reference(let reference):
            let found = try entry(reference).map { [$0] } ?? []
            return found.filter { $0.key.number > number }
        }
    }

    /// The only row that a reference can mean; its id is still to be compared.
    private func entry(_ reference: ItemReference) throws(StoreError) -> IndexEntry? {
        // An imported id has an entry of its own; any other id names its row.
        if let entry = try entries(tokens.id(reference.id), after: 0, most: 1).first { return entry }
        return try entry(reference.itemClass.rawValue, Int64(bitPattern: reference.id.low))
    }

    /// Whether an item of any class has an id, or may have it because its row is damaged.
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

    /// Begins or continues a walk that reads each row once; see ``RowWalk``.
    func walk(after bytes: Int = 0) -> RowWalk { RowWalk(index.connection, after: bytes) }

    /// How many items there are of a class.
    func count(of itemClass: ItemClass) throws(StoreError) -> Int {
        try index.count(Tokens.list(itemClass.rawValue))
    }

    /// Lends the row that an index entry leads to.
    ///
    /// Throws `decode` when the row is missing, or is not the one in the index.
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

    /// The entry for a row in the list of its class.
    private func entry(_ itemClass: UInt8, _ number: Int64) throws(StoreError) -> IndexEntry? {
        guard number > 0 else { return nil }
        let key = IndexKey(Tokens.list(itemClass), number)
        guard let changes, changes.count > 0 else { return try index.entry(key) }
        return try changes.entry(key, in: index)
    }

    /// The first items of any class.
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
        try index.connection.withItem(entry.key.number, .withoutSecret) { row in
            guard let id = row?.id, let itemClass = row?.itemClass.flatMap(ItemClass.init) else { return nil }
            return ItemReference(itemClass, id)
        }
    }

    /// Checks every node of the index; see ``IndexReader/walk(_:)``.
    func walkIndex(
        _ body: (IndexEntry) throws(StoreError) -> Void
    ) throws(StoreError) -> (rows: [Int64], damaged: [IndexReference]) {
        try index.walk(body)
    }
}
