/// The columns of an item's row that have a fixed size: everything but the sealed fields.
struct ItemColumns: Equatable, Sendable {
    /// Position in the order of creation; a store never uses a number twice.
    var number: Int64
    var id: Bytes16
    var itemClass: UInt8
    var access: UInt8
    var keyset: UInt32
    var generation: Int64
    /// Token of those attributes of the identity that only this class has.
    var identity: Bytes16
    /// Token of the access group.
    var group: Bytes16
    /// Token of everything else that tells items apart.
    var variant: Bytes16
    /// Tokens of the searchable attributes.
    var first: Bytes16?
    var second: Bytes16?
    var third: Bytes16?

    /// Which columns of a row are read.
    enum Width {
        /// Everything but the secret's ciphertext.
        case withoutSecret
        case whole
    }
}

/// A row to be written: the fixed columns and the sealed fields.
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

    /// More than the largest box around attributes.
    static let mostAttributes = 2 << 20

    init(_ statement: Statement) { self.statement = statement }

    /// How many bytes the columns without a fixed size have.
    var byteCount: Int { statement.byteCount(6) + statement.byteCount(14) }

    var number: Int64 { statement.integer(0) }
    var id: Bytes16? { statement.bytes16(1) }
    var itemClass: UInt8? { UInt8(exactly: statement.integer(2)) }
    var access: UInt8? { UInt8(exactly: statement.integer(3)) }
    var keyset: UInt32? { UInt32(exactly: statement.integer(4)) }
    var generation: Int64 { statement.integer(5) }
    /// Whether the row has the seal of a secret.
    var hasSecret: Bool { !statement.isNull(7) }
    /// Whether the row has the ciphertext of a secret, which may be empty; needs the width `whole`.
    var hasSecretBytes: Bool { !statement.isNull(14) }

    func withAttributes<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try statement.withBlob(6, body)
    }

    func withSecretSeal<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try statement.withBlob(7, body)
    }

    /// Needs the width `whole`.
    func withSecret<R, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try statement.withBlob(14, body)
    }

    /// Every fixed column; nil when one of them holds what our writers never put there.
    var columns: ItemColumns? {
        guard let id, let itemClass, let access, let keyset, let identity = statement.bytes16(8),
            let group = statement.bytes16(9), let variant = statement.bytes16(10),
            let first = token(11), let second = token(12), let third = token(13)
        else { return nil }
        return ItemColumns(
            number: number, id: id, itemClass: itemClass, access: access, keyset: keyset,
            generation: generation, identity: identity, group: group, variant: variant,
            first: first, second: second, third: third)
    }

    /// A token that may be NULL; the outer nil means that the column holds something else.
    private func token(_ column: Int32) -> Bytes16?? {
        if statement.isNull(column) { return .some(nil) }
        return statement.bytes16(column).map { .some($0) }
    }
}
