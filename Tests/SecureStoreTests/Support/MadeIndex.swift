@testable import SecureStore

/// An index in a database of its own, written and read by the library's code.
///
/// Nothing is remembered between two calls unless a test does, so that each reads what the last one has written.
final class MadeIndex {
    let connection: Connection
    private(set) var root: IndexRoot = nil
    private let key: NodeKey
    private var nextNode: Int64 = 1

    init(_ key: NodeKey, _ entries: [IndexEntry] = []) throws {
        self.key = key
        connection = try Connection(path: nil, role: .writing)
        try Schema.create(in: connection)
        let changes = IndexChanges()
        for entry in entries { changes.insert(entry) }
        try apply(changes)
    }

    /// Under a key of the test's own.
    convenience init(_ entries: [IndexEntry] = []) throws {
        let bytes = [UInt8](repeating: 7, count: SealingKey.byteCount)
        let key = try bytes.withRawBytes { bytes throws(StoreError) in try SealingKey(copying: bytes) }
        try self.init(NodeKey(key), entries)
    }

    /// As a writer that remembers what it has read and written, or as a new one.
    func apply(_ changes: IndexChanges, _ nodes: ProvenNodes = ProvenNodes()) throws {
        var writer = IndexWriter(connection, nodes, key, nextNode: nextNode)
        root = try writer.apply(changes.take()[...], to: root)
        nextNode = writer.nextNode
    }

    var reader: IndexReader {
        IndexReader(connection: connection, nodes: ProvenNodes(), key: key, root: root)
    }

    /// What the digest of the top node covers.
    func top() throws -> [UInt8] {
        guard let root, let content = try connection.node(root.node, mostBytes: IndexNode.mostBytes) else {
            return []
        }
        return Self.proven(content)
    }

    /// What the digests of all rows cover, sorted: where a row lies is nothing of the index.
    func rows() throws -> [[UInt8]] {
        try connection.once("SELECT content FROM node") { statement throws(StoreError) in
            var rows: [[UInt8]] = []
            while try statement.step() { rows.append(Self.proven(statement.blob(0))) }
            return rows.sorted { $0.lexicographicallyPrecedes($1) }
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
