/// Writes changes into the nodes of an index, and finds its new root.
///
/// The nodes that come out are a function of the entries alone: see ``IndexNode``.
struct IndexWriter {
    typealias Changes = ArraySlice<(key: IndexKey, change: IndexChanges.Change)>
    private typealias Child = IndexNode.Child

    private let connection: Connection
    private let nodes: ProvenNodes
    private let key: NodeKey
    /// The row that the next new node gets.
    private(set) var nextNode: Int64
    /// Rows of nodes that were taken apart: the nodes in their place get them.
    private var free: [Int64] = []

    init(_ connection: Connection, _ nodes: ProvenNodes, _ key: NodeKey, nextNode: Int64) {
        (self.connection, self.nodes, self.key, self.nextNode) = (connection, nodes, key, nextNode)
    }

    /// Makes sorted changes in an index.
    mutating func apply(_ changes: Changes, to root: IndexRoot) throws(StoreError) -> IndexRoot {
        guard !changes.isEmpty else { return root }
        let new = try set(root, changes)
        for node in free { try connection.deleteNode(node) }
        free = []
        return new
    }

    // MARK: - Sets of entries

    /// Changes a set of entries that begins a block of its own, if it is large enough for one.
    private mutating func set(_ old: IndexReference?, _ changes: Changes) throws(StoreError)
        -> IndexReference?
    {
        let count = try count(old.map { [$0] } ?? [], changes)
        if count <= IndexNode.mostEntries {
            var before: [IndexEntry] = []
            if let old { before = try entries(old) }
            return try leaf(try merge(before, changes))
        }
        guard let old else { return try divide(try merge([], changes)) }
        var (start, prefix, children): (Int, IndexKey, [Child])
        switch try form(old) {
        case .leaf(let entries):
            release(old)
            return try divide(try merge(entries, changes))
        case .block(let ownStart, let ownPrefix, let own):
            (start, prefix, children) = (ownStart, ownPrefix, own)
        }
        let common = min(
            prefix.commonBits(with: changes[changes.startIndex].key),
            prefix.commonBits(with: changes[changes.endIndex - 1].key))
        if common < start {
            // The block stays as it is, as a part of one that begins before it.
            start = Self.start(common)
            children = [Child(region: Self.region(of: prefix, from: start), reference: old)]
            prefix = prefix.prefix(start)
        } else {
            release(old)
        }
        return try block(start, prefix, try divide(1, start, children, changes))
    }

    /// The children of a block, where changes fall into the part of it that `region` names.
    private mutating func divide(
        _ region: IndexNode.Region, _ start: Int, _ children: [Child], _ changes: Changes
    ) throws(StoreError) -> [Child] {
        if changes.isEmpty { return children }
        let count = try count(children.map(\.reference), changes)
        let depth = UInt8.bitWidth - 1 - region.leadingZeroBitCount
        if depth > 0, count <= IndexNode.mostEntries {
            var before: [IndexEntry] = []
            for child in children { before += try entries(child.reference) }
            return try leaf(try merge(before, changes)).map { [Child(region: region, reference: $0)] } ?? []
        }
        if depth == IndexNode.bitsOfBlock {
            return try set(children.first?.reference, changes).map { [Child(region: region, reference: $0)] }
                ?? []
        }
        if depth > 0, children.count == 1, children[0].region == region {
            return try divide(region, start, try merge(try entries(children[0].reference), changes)[...])
        }
        let middle =
            changes.firstIndex { $0.key.bits(from: start + depth, count: 1) == 1 } ?? changes.endIndex
        let half = children.firstIndex { Self.isSecondHalf($0.region, of: region) } ?? children.count
        return try divide(2 * region, start, Array(children[..<half]), changes[..<middle])
            + divide(2 * region + 1, start, Array(children[half...]), changes[middle...])
    }

    /// A new block, or leaf, of sorted entries.
    private mutating func divide(_ entries: [IndexEntry]) throws(StoreError) -> IndexReference? {
        if entries.count <= IndexNode.mostEntries { return try leaf(entries) }
        let start = Self.start(entries[0].key.commonBits(with: entries[entries.count - 1].key))
        return try block(start, entries[0].key.prefix(start), try divide(1, start, entries[...]))
    }

    /// The children of a block for sorted entries in the part of it that `region` names.
    private mutating func divide(
        _ region: IndexNode.Region, _ start: Int, _ entries: ArraySlice<IndexEntry>
    ) throws(StoreError) -> [Child] {
        let depth = UInt8.bitWidth - 1 - region.leadingZeroBitCount
        if depth == IndexNode.bitsOfBlock || depth > 0 && entries.count <= IndexNode.mostEntries {
            return try divide(Array(entries)).map { [Child(region: region, reference: $0)] } ?? []
        }
        let middle =
            entries.firstIndex { $0.key.bits(from: start + depth, count: 1) == 1 } ?? entries.endIndex
        return try divide(2 * region, start, entries[..<middle])
            + divide(2 * region + 1, start, entries[middle...])
    }

    // MARK: - Places

    /// Where the block begins whose keys have so many bits in common.
    private static func start(_ common: Int) -> Int { common / IndexNode.bitsOfBlock * IndexNode.bitsOfBlock }

    /// The smallest part of a block that a key falls into.
    private static func region(of key: IndexKey, from start: Int) -> IndexNode.Region {
        UInt8(1 << IndexNode.bitsOfBlock | key.bits(from: start, count: IndexNode.bitsOfBlock))
    }

    /// Whether a part of a block lies in the second half of another one.
    private static func isSecondHalf(_ part: IndexNode.Region, of region: IndexNode.Region) -> Bool {
        IndexNode.span(of: part).lowerBound >= IndexNode.span(of: 2 * region + 1).lowerBound
    }

    // MARK: - Entries

    /// How many entries there will be.
    private func count(_ old: [IndexReference], _ changes: Changes) throws(StoreError) -> Int {
        var count = 0
        for reference in old { count += Int(reference.count) }
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
        var place = 0
        for (key, change) in changes {
            while place < old.count, old[place].key < key {
                merged.append(old[place])
                place += 1
            }
            let isThere = place < old.count && old[place].key == key
            switch change {
            case .inserted(let digest):
                guard !isThere else { throw Self.misfit }
                merged.append(IndexEntry(key: key, digest: digest))
            case .replaced(let digest):
                guard isThere else { throw Self.misfit }
                merged.append(IndexEntry(key: key, digest: digest))
            case .removed: guard isThere else { throw Self.misfit }
            }
            if isThere { place += 1 }
        }
        merged += old[place...]
        return merged
    }

    /// The entries below a node, whose rows are free afterwards.
    private mutating func entries(_ reference: IndexReference) throws(StoreError) -> [IndexEntry] {
        let form = try form(reference)
        release(reference)
        switch form {
        case .leaf(let entries): return entries
        case .block(_, _, let children):
            var all: [IndexEntry] = []
            for child in children { all += try entries(child.reference) }
            return all
        }
    }

    /// Changes are made of what was read from the index in the same transaction.
    private static let misfit = StoreError(
        .internalError, "a change of the store's index does not fit what is there")

    // MARK: - Nodes

    private func form(_ reference: IndexReference) throws(StoreError) -> IndexNode.Form {
        guard let form = try nodes.node(reference, key, connection).form else {
            throw ProvenNodes.damaged(reference)
        }
        return form
    }

    private mutating func leaf(_ entries: [IndexEntry]) throws(StoreError) -> IndexReference? {
        entries.isEmpty ? nil : try write(IndexNode(leaf: entries), count: entries.count)
    }

    /// A block, or the one part that was left of it.
    private mutating func block(
        _ start: Int, _ prefix: IndexKey, _ children: [Child]
    ) throws(StoreError) -> IndexReference? {
        if children.count == 1 { return children[0].reference }
        var count = 0
        for child in children { count += Int(child.reference.count) }
        return try write(IndexNode(blockFrom: start, prefix: prefix, children), count: count)
    }

    private mutating func write(_ node: IndexNode, count: Int) throws(StoreError) -> IndexReference {
        let row: Int64
        if let last = free.popLast() {
            row = last
        } else {
            // A row that was put there from outside may be one that a block was made to lead to.
            while nextNode < Int64.max, try connection.hasNode(nextNode) { nextNode += 1 }
            row = nextNode
            guard nextNode < Int64.max, UInt32(exactly: count) != nil else {
                throw StoreError(.invalidKeychain, "the store's index has no room for another node")
            }
            nextNode += 1
        }
        let reference = IndexReference(
            node: row, count: UInt32(truncatingIfNeeded: count), digest: node.digest(key))
        try connection.writeNode(row, node.content)
        nodes.keep(node, as: reference, key)
        return reference
    }

    private mutating func release(_ reference: IndexReference) { free.append(reference.node) }
}
