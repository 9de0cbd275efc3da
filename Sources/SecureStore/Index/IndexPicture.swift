/// The rows of one token as an index had them at one time, to tell later what is different.
///
/// It holds the digest of each node, so that a comparison reads only nodes that have changed.
struct IndexPicture: Sendable {
    /// A node as it was, with the nodes below it.
    fileprivate final class Part: Sendable {
        let digest: Bytes16
        /// The bit at which a block begins; nil for a leaf.
        let start: Int?
        let parts: [Part]
        let rows: [IndexEntry]

        init(_ digest: Bytes16, _ start: Int?, _ parts: [Part], _ rows: [IndexEntry]) {
            (self.digest, self.start, self.parts, self.rows) = (digest, start, parts, rows)
        }

        /// The first of all rows at or below the node; nil where the token has none there.
        var first: IndexKey? {
            if let row = rows.first { return row.key }
            for part in parts { if let first = part.first { return first } }
            return nil
        }

        func eachRow(_ body: (IndexEntry) -> Void) {
            for row in rows { body(row) }
            for part in parts { part.eachRow(body) }
        }
    }

    fileprivate var top: Part?

    /// All rows with their digests, by their numbers.
    var rows: [Int64: Bytes16?] {
        var all = Difference()
        all.leave(top)
        return all.gone
    }

    /// The rows that two pictures do not have in common, by their numbers.
    struct Difference {
        var gone: [Int64: Bytes16?] = [:]
        var came: [Int64: IndexEntry] = [:]

        fileprivate mutating func leave(_ part: Part?) {
            part?.eachRow { gone[$0.key.number] = $0.digest }
        }

        /// Leaves out the rows that only lie in another node than before.
        mutating func cancel() {
            for (number, entry) in came where gone[number] == .some(entry.digest) {
                came[number] = nil
                gone[number] = nil
            }
        }
    }
}

extension IndexReader {
    /// A picture of a token's rows as they are now, and what it has otherwise than an earlier one.
    func picture(
        _ token: Bytes16, since earlier: IndexPicture
    ) throws(StoreError) -> (picture: IndexPicture, difference: IndexPicture.Difference) {
        let range = IndexKey(token, 0)...IndexKey(token, Int64.max)
        return try nodes.withEarlierBlocks { () throws(StoreError) in
            var (picture, difference) = (IndexPicture(), IndexPicture.Difference())
            if let root {
                picture.top = try part(root, range, Self.mostLevels, earlier.top, &difference)
            } else {
                difference.leave(earlier.top)
            }
            difference.cancel()
            return (picture, difference)
        }
    }

    /// The part below a node; `old` is what was there before, if anything.
    private func part(
        _ reference: IndexReference, _ range: ClosedRange<IndexKey>, _ levels: Int,
        _ old: IndexPicture.Part?, _ difference: inout IndexPicture.Difference
    ) throws(StoreError) -> IndexPicture.Part {
        if let old, old.digest == reference.digest { return old }
        guard levels > 0 else { throw nodes.damaged(reference) }
        let node = try nodes.node(reference, key, connection)
        guard let start = node.start else {
            var rows: [IndexEntry] = []
            _ = node.entries(range) {
                rows.append($0)
                return true
            }
            difference.leave(old)
            for row in rows { difference.came[row.key.number] = row }
            return IndexPicture.Part(reference.digest, nil, [], rows)
        }
        // Where the old node goes among the new ones decides only how much is read. An old block that begins
        // later lies below this one.
        var before = if let old { old.start == start ? old.parts : [old] } else { [] as [IndexPicture.Part] }
        var parts: [IndexPicture.Part] = []
        let isWhole = try node.children(range) { child, covered, _ throws(StoreError) in
            let position = before.firstIndex {
                $0.first.map { covered.contains($0.bits(from: start, count: IndexNode.bitsOfBlock)) } ?? false
            }
            let own = position.map { before.remove(at: $0) }
            parts.append(try part(child, range, levels - 1, own, &difference))
            return true
        }
        guard isWhole != nil else { throw nodes.damaged(reference) }
        for part in before { difference.leave(part) }
        return IndexPicture.Part(reference.digest, start, parts, [])
    }
}
