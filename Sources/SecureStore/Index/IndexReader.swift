/// Answers from one index, each proven by its root: what the index holds, and that it holds nothing else.
///
/// An object, because a copy at each level would cost more than the level.
final class IndexReader {
    let connection: Connection
    let nodes: ProvenNodes
    let key: NodeKey
    let root: IndexRoot

    init(connection: Connection, nodes: ProvenNodes, key: NodeKey, root: IndexRoot) {
        (self.connection, self.nodes, self.key, self.root) = (connection, nodes, key, root)
    }

    /// A limit on levels that no index reaches.
    static let mostLevels = IndexKey.bitCount / IndexNode.bitsOfBlock + 2

    /// Calls `body` with the entries in a range, in order, until it returns false.
    func visit(_ range: ClosedRange<IndexKey>, _ body: (IndexEntry) -> Bool) throws(StoreError) {
        guard let root else { return }
        _ = try visit(root, range, Self.mostLevels, body)
    }

    private func visit(
        _ reference: IndexReference, _ range: ClosedRange<IndexKey>, _ levels: Int,
        _ body: (IndexEntry) -> Bool
    ) throws(StoreError) -> Bool {
        guard levels > 0 else { throw nodes.damaged(reference) }
        let node = try nodes.node(reference, key, connection)
        if node.isLeaf { return node.entries(range, body) }
        let goesOn = try node.children(range) { child, _, _ throws(StoreError) in
            try visit(child, range, levels - 1, body)
        }
        guard let goesOn else { throw nodes.damaged(reference) }
        return goesOn
    }

    /// The first `most` entries of a token for rows after a number, up to another.
    func entries(
        _ token: Bytes16, after number: Int64, through last: Int64 = .max, most: Int
    ) throws(StoreError) -> [IndexEntry] {
        guard number < last else { return [] }
        return try entries(IndexKey(token, max(0, number + 1))...IndexKey(token, last), most: most)
    }

    /// The first `most` entries in a range.
    func entries(_ range: ClosedRange<IndexKey>, most: Int = .max) throws(StoreError) -> [IndexEntry] {
        try nodes.withEarlierBlocks { () throws(StoreError) in
            var found: [IndexEntry] = []
            try visit(range) { entry in
                found.append(entry)
                return found.count < most
            }
            return found
        }
    }

    /// The first gap in the entries of a token for rows after a number; nil when there is none.
    func gap(_ token: Bytes16, after number: Int64) throws(StoreError) -> IndexGap? {
        guard let root, number < Int64.max else { return nil }
        let range = IndexKey(token, max(0, number + 1))...IndexKey(token, Int64.max)
        guard let (keys, error) = try gap(root, range, Self.mostLevels) else { return nil }
        return IndexGap(numbers: keys.lowerBound.number...keys.upperBound.number, cause: error)
    }

    private func gap(
        _ reference: IndexReference, _ range: ClosedRange<IndexKey>, _ levels: Int
    ) throws(StoreError) -> (keys: ClosedRange<IndexKey>, cause: StoreError)? {
        guard levels > 0 else { return (range, nodes.damaged(reference)) }
        let node: IndexNode
        do throws(StoreError) { node = try nodes.node(reference, key, connection) } catch {
            guard error.status == .invalidKeychain else { throw error }
            return (range, error)
        }
        if node.isLeaf { return nil }
        var found: (keys: ClosedRange<IndexKey>, cause: StoreError)?
        let isWhole = try node.children(range) { child, covered, _ throws(StoreError) in
            guard let keys = node.keys(covered) else { return true }
            found = try gap(child, range.clamped(to: keys), levels - 1)
            return found == nil
        }
        return isWhole == nil ? (range, nodes.damaged(reference)) : found
    }

    func entry(_ key: IndexKey) throws(StoreError) -> IndexEntry? {
        try entries(key.token, after: key.number - 1, through: key.number, most: 1).first
    }

    /// Counts the entries of a token without reading all of them.
    func count(_ token: Bytes16) throws(StoreError) -> Int {
        try count(IndexKey(token, 0)...IndexKey(token, Int64.max))
    }

    func count(_ range: ClosedRange<IndexKey>) throws(StoreError) -> Int {
        guard let root else { return 0 }
        return try nodes.withEarlierBlocks { () throws(StoreError) in
            try count(root, range, Self.mostLevels)
        }
    }

    private func count(
        _ reference: IndexReference, _ range: ClosedRange<IndexKey>, _ levels: Int
    ) throws(StoreError) -> Int {
        guard levels > 0 else { throw nodes.damaged(reference) }
        let node = try nodes.node(reference, key, connection)
        var count = 0
        if node.isLeaf {
            _ = node.entries(range) { _ in
                count += 1
                return true
            }
            return count
        }
        let isWhole = try node.children(range) { child, _, isInside throws(StoreError) in
            count += isInside ? Int(child.count) : try self.count(child, range, levels - 1)
            return true
        }
        guard isWhole != nil else { throw nodes.damaged(reference) }
        return count
    }

    /// Reads every node, and calls `body` with each entry; returns the nodes' rows, and the references to
    /// damaged nodes.
    ///
    /// The rows include those of damaged nodes. Nodes below a damaged one are skipped, all others are read.
    func walk(
        _ body: (IndexEntry) throws(StoreError) -> Void
    ) throws(StoreError) -> (rows: [Int64], damaged: [IndexReference]) {
        var (rows, damaged): ([Int64], [IndexReference]) = ([], [])
        var ahead = root.map { [$0] } ?? []
        while let reference = ahead.popLast() {
            rows.append(reference.node)
            let form: IndexNode.Form?
            do throws(StoreError) { form = try nodes.node(reference, key, connection).form } catch {
                guard error.status == .invalidKeychain else { throw error }
                form = nil
            }
            switch form {
            case nil: damaged.append(reference)
            case .leaf(let entries): for entry in entries { try body(entry) }
            case .block(_, _, let children):
                for child in children.reversed() { ahead.append(child.reference) }
            }
        }
        return (rows, damaged)
    }
}

/// A part of the index that is damaged, so that nothing is known of the rows with these numbers.
struct IndexGap {
    let numbers: ClosedRange<Int64>
    let cause: StoreError

    var place: String {
        let end = numbers.upperBound == .max ? "on" : "to \(numbers.upperBound)"
        return "from number \(numbers.lowerBound) \(end)"
    }

    /// The error of a walk that went past the gap.
    var error: StoreError {
        StoreError(.invalidKeychain, "items are missing, \(place): \(cause.reason)")
    }
}
