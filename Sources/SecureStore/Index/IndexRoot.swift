/// A reference to a node of the index: where the node is stored, and what it must be.
struct IndexReference: Equatable, Sendable {
    /// The number of its row; no digest covers it, since the place of a node proves nothing.
    let node: Int64
    /// The number of entries below the node.
    let count: UInt32
    let digest: Bytes16
}

/// The top node of an index; nil when it has no entries.
typealias IndexRoot = IndexReference?

extension IndexReference {
    static let byteCount = 28

    /// Writes a root into the sealed state, as 28 bytes; all zeros for an index without entries.
    static func append(_ root: IndexRoot, to record: inout [UInt8]) {
        record.append(littleEndian: UInt64(bitPattern: root?.node ?? 0))
        record.append(littleEndian: root?.count ?? 0)
        (root?.digest ?? Bytes16(high: 0, low: 0)).append(to: &record)
    }

    /// Reads what ``append(_:to:)`` wrote; the outer nil means anything else.
    static func read(_ bytes: RawSpan) -> IndexRoot? {
        guard bytes.byteCount == byteCount, let node = bytes.littleEndian64(at: 0),
            let count = bytes.littleEndian32(at: 8), let digest = Bytes16(bytes.extracting(12...))
        else { return nil }
        if count == 0 { return .some(nil) }
        return IndexReference(node: Int64(bitPattern: node), count: count, digest: digest)
    }
}
