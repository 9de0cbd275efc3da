/// The columns of an item's row that have a fixed size: everything but the sealed fields.
struct ItemColumns: Equatable, Sendable {
    /// Position in the order of creation; never used twice in a store.
    var number: Int64
    var id: Bytes16
    var itemClass: UInt8
    var access: UInt8
    var keyset: UInt32
    var generation: Int64
    /// Token of the class's part of the identity.
    var identity: Bytes16
    /// Token of the access group.
    var group: Bytes16
    /// Token of what else tells items apart.
    var variant: Bytes16
    /// Tokens of the searchable attributes.
    var first: Bytes16?
    var second: Bytes16?
    var third: Bytes16?

    /// How much of a row a select reads.
    enum Width: Int, CaseIterable {
        /// What opening the attributes needs.
        case attributes
        /// The secret as well.
        case secret
        /// The tokens as well, for changes and for checking.
        case whole
        /// Tokens without the secret's ciphertext: what the authenticated set covers.
        case digest

        var names: String {
            let head =
                "item.id, item.class, item.access, item.keyset, item.generation, item.attributes, item.seal"
            let tokens = "item.identity, item.grp, item.variant, item.first, item.second, item.third"
            switch self {
            case .attributes: return head
            case .secret: return "\(head), item.secret"
            case .whole: return "\(head), item.secret, \(tokens)"
            case .digest: return "\(head), NULL, \(tokens)"
            }
        }
    }
}

/// A row as it is written: fixed columns and sealed fields.
struct SealedItem: Sendable {
    var columns: ItemColumns
    /// Seal and ciphertext of the attributes.
    var attributes: [UInt8]
    /// Seal and ciphertext of the secret; nil when the item has none.
    ///
    /// The row keeps the two apart, so that the set can be checked without reading every secret.
    var secret: [UInt8]?

    static let sealByteCount = 40
}

/// The row that a select stands on; valid until the statement moves on.
struct ItemRow {
    private let statement: Statement

    init(_ statement: Statement) { self.statement = statement }

    /// The version of the keys in the snapshot that was read.
    var keysVersion: Int64 { statement.integer(0) }
    /// True for the single row of a select that found no item.
    var isAbsent: Bool { statement.isNull(1) }
    var number: Int64 { statement.integer(1) }
    var id: Bytes16? { statement.bytes16(2) }
    var itemClass: UInt8? { UInt8(exactly: statement.integer(3)) }
    var access: UInt8? { UInt8(exactly: statement.integer(4)) }
    var keyset: UInt32? { UInt32(exactly: statement.integer(5)) }
    var generation: Int64 { statement.integer(6) }
    var hasSecret: Bool { !statement.isNull(8) }

    func withAttributes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try statement.withBlob(7, body)
    }

    func withSecretSeal<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try statement.withBlob(8, body)
    }

    /// Needs the width `secret` or `whole`.
    func withSecret<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try statement.withBlob(9, body)
    }

    /// Every fixed column, or nil when one of them holds what no writer of ours puts there.
    ///
    /// Needs the tokens.
    var columns: ItemColumns? {
        guard let id, let itemClass, let access, let keyset, let identity = statement.bytes16(10),
            let group = statement.bytes16(11), let variant = statement.bytes16(12)
        else { return nil }
        var columns = ItemColumns(
            number: number, id: id, itemClass: itemClass, access: access, keyset: keyset,
            generation: generation,
            identity: identity, group: group, variant: variant)
        for (index, path) in [(13, \ItemColumns.first), (14, \ItemColumns.second), (15, \ItemColumns.third)] {
            guard !statement.isNull(Int32(index)) else { continue }
            guard let token = statement.bytes16(Int32(index)) else { return nil }
            columns[keyPath: path] = token
        }
        return columns
    }
}
