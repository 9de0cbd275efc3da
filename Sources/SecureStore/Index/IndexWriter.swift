/// Writes changes into the nodes of an index, and returns its new root.
///
/// The resulting nodes depend on nothing but the entries: see ``IndexNode``.
struct IndexWriter {
    typealias Changes = ArraySlice<(key: IndexKey, change: IndexChanges.Change)>
    private typealias Child = IndexNode.Child

    private let connection: Connection
    private let nodes: ProvenNodes
    private let key: NodeKey
    /// The sign of the nodes' rows: negative for every second key set, so that the two indexes of a rotation
    /// lie apart, and a change of one passes over no page of the other.
    private let side: Int64
    /// The rows of nodes that were taken apart; the nodes that replace them use these rows.
    private var free: Set<Int64> = []

    init(_ connection: Connection, _ nodes: ProvenNodes, _ key: NodeKey, keyset: UInt32) {
        (self.connection, self.nodes, self.key) = (connection, nodes, key)
        side = keyset.isMultiple(of: 2) ? .min : 0
    }

    /// Applies sorted changes to an index.
    mutating func apply(_ changes: Changes, to root: IndexRoot) throws(StoreError) -> IndexRoot {
        guard !changes.isEmpty else { return root }
        let new = try set(root, 0, changes)
        for node in free.sorted() { try connection.deleteNode(node) }
        free = []
        return new
    }

    // MARK: - Sets of entries

    /// Changes a set of entries, which becomes a block of its own if it is large enough.
    ///
    /// `depth` is the number of leading bits that all keys of the set share.
    private mutating func set(
        _ old: IndexReference?, _ depth: Int, _ changes: Changes
    ) throws(StoreError) -> IndexReference? {
        if try count(old.map { [$0.count] } ?? [], changes) <= IndexNode.mostEntries {
            var before: [IndexEntry] = []
            if let old { before = try entries(old) }
            return try leaf(try merge(before, changes), depth)
        }
        guard let old else { return try divide(try merge([], changes)[...], depth) }
        var (start, prefix, children): (Int, IndexKey, [Child])
        switch try form(old) {
        case .leaf(let entries):
            free.insert(old.node)
            return try divide(try merge(entries, changes)[...], depth)
        case .block(let ownStart, let ownPrefix, let own):
            (start, prefix, children) = (ownStart, ownPrefix, own)
        }
        let common = min(
            prefix.commonBits(with: changes[changes.startIndex].key),
            prefix.commonBits(with: changes[changes.endIndex - 1].key))
        if common < start {
            // The block stays unchanged, as a part of one that begins at an earlier bit.
            start = Self.start(common)
            children = [Child(region: Self.region(of: prefix, from: start), reference: old)]
            prefix = prefix.prefix(start)
        } else {
            free.insert(old.node)
        }
        var parts: [Child] = []
        parts.reserveCapacity(children.count + 2)
        try change(1, start, children[...], changes, into: &parts)
        return try block(start, prefix, parts)
    }

    /// Changes the part of a block that `region` names, and adds the resulting parts to `parts`.
    private mutating func change(
        _ region: IndexNode.Region, _ start: Int, _ children: ArraySlice<Child>, _ changes: Changes,
        into parts: inout [Child]
    ) throws(StoreError) {
        if changes.isEmpty {
            parts += children
            return
        }
        let halvings = IndexNode.halvings(region)
        func add(_ reference: IndexReference?) {
            if let reference { parts.append(Child(region: region, reference: reference)) }
        }
        if halvings > 0, try count(children.lazy.map(\.reference.count), changes) <= IndexNode.mostEntries {
            var before: [IndexEntry] = []
            for child in children { before += try entries(child.reference) }
            return add(try leaf(try merge(before, changes), start + halvings))
        }
        if halvings == IndexNode.bitsOfBlock {
            return add(try set(children.first?.reference, start + halvings, changes))
        }
        if halvings > 0, children.count == 1, let leaf = children.first, leaf.region == region {
            let merged = try merge(try entries(leaf.reference), changes)
            return try divide(region, start, merged[...], into: &parts)
        }
        let middle =
            changes.firstIndex { $0.key.bits(from: start + halvings, count: 1) == 1 } ?? changes.endIndex
        let half =
            children.firstIndex { Self.isSecondHalf($0.region, of: region) } ?? children.endIndex
        try change(2 * region, start, children[..<half], changes[..<middle], into: &parts)
        try change(2 * region + 1, start, children[half...], changes[middle...], into: &parts)
    }

    /// Makes a block or a leaf from sorted entries.
    private mutating func divide(
        _ entries: ArraySlice<IndexEntry>, _ depth: Int
    ) throws(StoreError) -> IndexReference? {
        if entries.count <= IndexNode.mostEntries { return try leaf(Array(entries), depth) }
        let first = entries[entries.startIndex].key
        let start = Self.start(first.commonBits(with: entries[entries.endIndex - 1].key))
        var parts: [Child] = []
        try divide(1, start, entries, into: &parts)
        return try block(start, first.prefix(start), parts)
    }

    /// Makes the part `region` of a block from sorted entries, and adds the resulting parts to `parts`.
    private mutating func divide(
        _ region: IndexNode.Region, _ start: Int, _ entries: ArraySlice<IndexEntry>,
        into parts: inout [Child]
    ) throws(StoreError) {
        if entries.isEmpty { return }
        let halvings = IndexNode.halvings(region)
        if halvings == IndexNode.bitsOfBlock || halvings > 0 && entries.count <= IndexNode.mostEntries {
            if let reference = try divide(entries, start + halvings) {
                parts.append(Child(region: region, reference: reference))
            }
            return
        }
        let middle =
            entries.firstIndex { $0.key.bits(from: start + halvings, count: 1) == 1 } ?? entries.endIndex
        try divide(2 * region, start, entries[..<middle], into: &parts)
        try divide(2 * region + 1, start, entries[middle...], into: &parts)
    }

    /// The bit at which a block begins whose keys share `common` bits.
    private static func start(_ common: Int) -> Int { common / IndexNode.bitsOfBlock * IndexNode.bitsOfBlock }

    /// The smallest part of a block that a key falls into.
    private static func region(of key: IndexKey, from start: Int) -> IndexNode.Region {
        UInt8(1 << IndexNode.bitsOfBlock | key.bits(from: start, count: IndexNode.bitsOfBlock))
    }

    /// Tells whether a part of a block lies in the second half of another part.
    private static func isSecondHalf(_ part: IndexNode.Region, of region: IndexNode.Region) -> Bool {
        IndexNode.span(of: part).lowerBound >= IndexNode.span(of: 2 * region + 1).lowerBound
    }

    // MARK: - Entries

    /// Counts the entries that a node will have after the changes.
    private func count(_ old: some Sequence<UInt32>, _ changes: Changes) throws(StoreError) -> Int {
        var count = 0
        for entries in old { count += Int(entries) }
        for entry in changes {
            switch entry.change {
            case .inserted: count += 1
            case .removed: count -= 1
            case .replaced: continue
            }
        }
        guard count >= 0 else { throw Self.misfit }
        return count
    }

    private func merge(_ old: [IndexEntry], _ changes: Changes) throws(StoreError) -> [IndexEntry] {
        var merged: [IndexEntry] = []
        merged.reserveCapacity(old.count + changes.count)
        var next = 0
        for (key, change) in changes {
            while next < old.count, old[next].key < key {
                merged.append(old[next])
                next += 1
            }
            let isThere = next < old.count && old[next].key == key
            switch change {
            case .inserted(let digest):
                guard !isThere else { throw Self.misfit }
                merged.append(IndexEntry(key: key, digest: digest))
            case .replaced(let digest):
                guard isThere else { throw Self.misfit }
                merged.append(IndexEntry(key: key, digest: digest))
            case .removed: guard isThere else { throw Self.misfit }
            }
            if isThere { next += 1 }
        }
        merged += old[next...]
        return merged
    }

    /// The entries below a node; its rows are free afterwards.
    private mutating func entries(_ reference: IndexReference) throws(StoreError) -> [IndexEntry] {
        let form = try form(reference)
        free.insert(reference.node)
        switch form {
        case .leaf(let entries): return entries
        case .block(_, _, let children):
            var all: [IndexEntry] = []
            for child in children { all += try entries(child.reference) }
            return all
        }
    }

    /// Changes are derived from what was read from the index in the same transaction, so they always fit.
    private static let misfit = StoreError.mistake("a change of the store's index does not fit what is there")

    // MARK: - Nodes

    private func form(_ reference: IndexReference) throws(StoreError) -> IndexNode.Form {
        guard let form = try nodes.node(reference, key, connection).form else {
            throw nodes.damaged(reference)
        }
        return form
    }

    private mutating func leaf(_ entries: [IndexEntry], _ depth: Int) throws(StoreError) -> IndexReference? {
        guard let first = entries.first else { return nil }
        let row = IndexNode.row(ofLeafWith: first.key.prefix(depth))
        return try write(IndexNode(leaf: entries), from: row, count: entries.count)
    }

    /// A block, or its only part if no other is left.
    private mutating func block(
        _ start: Int, _ prefix: IndexKey, _ children: [Child]
    ) throws(StoreError) -> IndexReference? {
        if children.count == 1 { return children[0].reference }
        var count = 0
        for child in children { count += Int(child.reference.count) }
        let row = IndexNode.row(ofBlockFrom: start, prefix)
        return try write(IndexNode(blockFrom: start, prefix: prefix, children), from: row, count: count)
    }

    /// The most rows that a node may lie behind the first one that its keys give.
    private static let mostSteps = 32

    /// Writes a node into the row that its keys give, or into the next free one.
    ///
    /// Somebody may have filled these rows on purpose, which costs a query for each. After a few, the node
    /// gets a random row.
    private mutating func write(
        _ node: IndexNode, from first: Int64, count: Int
    ) throws(StoreError) -> IndexReference {
        guard let count = UInt32(exactly: count) else {
            throw StoreError(.invalidKeychain, "the store's index is full; \(NextStep.moveOut)")
        }
        var (row, steps) = (first | side, 0)
        while free.remove(row) == nil, try connection.hasNode(row) {
            steps += 1
            row = steps < Self.mostSteps && row < .max ? row + 1 : .random(in: 1...(.max)) | side
        }
        let reference = IndexReference(node: row, count: count, digest: node.digest(key))
        try connection.writeNode(row, node.content)
        nodes.keep(node, as: reference, key, isWritten: true)
        return reference
    }
}
