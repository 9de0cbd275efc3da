@testable import SecureStore

/// An index in a database of its own, written and read by the library's code.
///
/// Nothing is remembered between two calls unless a test does, so that each reads what the last one has
/// written.
final class MadeIndex {
    let connection: Connection
    private(set) var root: IndexRoot = nil
    private let key: NodeKey
    private let keyset: UInt32

    init(_ key: NodeKey, _ entries: [IndexEntry] = [], keyset: UInt32 = 1) throws {
        (self.key, self.keyset) = (key, keyset)
        connection = try Connection(path: nil, role: .writing)
        try Schema.create(in: connection)
        let changes = IndexChanges()
        for entry in entries { changes.insert(entry) }
        try apply(changes)
    }

    /// Under a key of the test's own.
    convenience init(_ entries: [IndexEntry] = [], keyset: UInt32 = 1) throws {
        let bytes = [UInt8](repeating: 7, count: SealingKey.byteCount)
        let key = try bytes.withRawBytes { bytes throws(StoreError) in try SealingKey(copying: bytes) }
        try self.init(NodeKey(key), entries, keyset: keyset)
    }

    /// As a writer that remembers what it has read and written, or as a new one.
    func apply(_ changes: IndexChanges, _ nodes: ProvenNodes = ProvenNodes(mostBytes: 1 << 20)) throws {
        var writer = IndexWriter(connection, nodes, key, keyset: keyset)
        root = try writer.apply(changes.take()[...], to: root)
    }

    var reader: IndexReader { reader(ProvenNodes(mostBytes: 1 << 20)) }

    /// A reader that remembers nodes.
    func reader(_ nodes: ProvenNodes) -> IndexReader {
        IndexReader(connection: connection, nodes: nodes, key: key, root: root)
    }

    /// The bytes that the digest of the top node covers.
    func top() throws -> [UInt8] {
        guard let root, let content = try connection.node(root.node, mostBytes: IndexNode.mostBytes) else {
            return []
        }
        return Self.proven(content)
    }

    /// The bytes that the digests of all rows cover, sorted: where a row lies is nothing of the index.
    func rows() throws -> [[UInt8]] {
        try connection.once("SELECT content FROM node") { statement throws(StoreError) in
            var rows: [[UInt8]] = []
            while try statement.step() { rows.append(Self.proven(statement.blob(0))) }
            return rows.sorted { $0.lexicographicallyPrecedes($1) }
        }
    }

    /// Moves a node to another row, as whoever can write to the file may: no digest covers where it lies.
    func moveNode(_ old: Int64, to new: Int64) throws {
        try connection.execute("UPDATE node SET number = \(new) WHERE number = \(old)")
        if let top = root, top.node == old {
            root = IndexReference(node: new, count: top.count, digest: top.digest)
        }
        for number in try rowNumbers() {
            guard var content = try connection.node(number, mostBytes: IndexNode.mostBytes),
                let proven = IndexNode(content: content)?.provenCount
            else { continue }
            for place in stride(from: proven, to: content.count, by: 8) {
                let row = content.withRawBytes { $0.littleEndian64(at: place) }
                guard row == UInt64(bitPattern: old) else { continue }
                var bytes: [UInt8] = []
                bytes.append(littleEndian: UInt64(bitPattern: new))
                content.replaceSubrange(place..<(place + 8), with: bytes)
            }
            try connection.writeNode(number, content)
        }
    }

    /// The numbers of the rows.
    func rowNumbers() throws -> [Int64] {
        try connection.once("SELECT number FROM node") { statement throws(StoreError) in
            var numbers: [Int64] = []
            while try statement.step() { numbers.append(statement.integer(0)) }
            return numbers
        }
    }

    private static func proven(_ content: [UInt8]) -> [UInt8] {
        Array(content.prefix(IndexNode(content: content)?.provenCount ?? 0))
    }

    func everyEntry() throws -> [IndexEntry] {
        let first = IndexKey(Bytes16(high: 0, low: 0), 0)
        let last = IndexKey(Bytes16(high: .max, low: .max), .max)
        return try entries(in: first...last)
    }

    func entries(in range: ClosedRange<IndexKey>) throws -> [IndexEntry] {
        var found: [IndexEntry] = []
        try reader.visit(range) {
            found.append($0)
            return true
        }
        return found
    }
}
