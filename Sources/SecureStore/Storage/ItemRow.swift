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

    /// The columns of a row that are read.
    enum Width {
        /// Everything but the secret's ciphertext.
        case withoutSecret
        case whole
    }
}

/// A row to be written: the fixed columns and the sealed fields.
struct SealedItem: Sendable {
    let columns: ItemColumns
    let fields: SealedFields

    static let sealByteCount = 40
}

/// A copy of a row, as the file holds it; an object, because it is large.
final class ItemRow {
    let number: Int64
    let id: Bytes16?
    let itemClass: UInt8?
    /// Every fixed column; nil when one of them holds what our writers never put there.
    let columns: ItemColumns?
    let fields: SealedFields

    /// A limit that no box around attributes reaches.
    static let mostAttributes = 2 << 20

    /// Copies the row that a select stands on.
    init(_ statement: Statement) {
        number = statement.integer(0)
        id = statement.bytes16(1)
        itemClass = UInt8(exactly: statement.integer(2))
        columns = ItemColumns(statement)
        fields = SealedFields(statement)
    }
}

struct SealedFields: Sendable {
    /// True if the row has the seal of a secret.
    let hasSecret: Bool
    /// True if the row has the ciphertext of a secret, which may be empty; needs the width `whole`.
    let hasSecretBytes: Bool
    /// The sealed attributes, the seal of the secret and its ciphertext.
    let bytes: [UInt8]
    /// The ends of the attributes and of the seal of the secret.
    let ends: (attributes: Int, seal: Int)

    /// The fields in some bytes; a secret begins where the attributes end.
    init(_ bytes: [UInt8], attributesEnd end: Int, hasSecret: Bool) {
        (self.bytes, self.hasSecret, hasSecretBytes) = (bytes, hasSecret, hasSecret)
        ends = (end, hasSecret ? end + SealedItem.sealByteCount : end)
    }

    fileprivate init(_ statement: Statement) {
        hasSecret = !statement.isNull(7)
        hasSecretBytes = !statement.isNull(14)
        ends.attributes = statement.byteCount(6)
        ends.seal = ends.attributes + statement.byteCount(7)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(ends.seal + statement.byteCount(14))
        for column: Int32 in [6, 7, 14] { statement.withBlob(column) { bytes.append($0) } }
        self.bytes = bytes
    }

    var byteCount: Int { bytes.count }

    /// Lends the sealed attributes, the secret's seal, and its ciphertext, which needs the width `whole`.
    func withParts<R, E: Error>(
        _ body: (_ attributes: RawSpan, _ secretSeal: RawSpan, _ secret: RawSpan) throws(E) -> R
    ) throws(E) -> R {
        try bytes.withRawBytes { bytes throws(E) in
            try body(
                bytes.extracting(0..<ends.attributes), bytes.extracting(ends.attributes..<ends.seal),
                bytes.extracting(ends.seal...))
        }
    }
}

extension ItemColumns {
    /// The fixed columns of the row that a select stands on.
    fileprivate init?(_ statement: Statement) {
        guard let id = statement.bytes16(1), let itemClass = UInt8(exactly: statement.integer(2)),
            let access = UInt8(exactly: statement.integer(3)),
            let keyset = UInt32(exactly: statement.integer(4)), let identity = statement.bytes16(8),
            let group = statement.bytes16(9), let variant = statement.bytes16(10),
            let first = Self.token(statement, 11), let second = Self.token(statement, 12),
            let third = Self.token(statement, 13)
        else { return nil }
        self.init(
            number: statement.integer(0), id: id, itemClass: itemClass, access: access, keyset: keyset,
            generation: statement.integer(5), identity: identity, group: group, variant: variant,
            first: first, second: second, third: third)
    }

    /// A token that may be NULL; the outer nil means that the column holds something else.
    private static func token(_ statement: Statement, _ column: Int32) -> Bytes16?? {
        if statement.isNull(column) { return .some(nil) }
        return statement.bytes16(column).map { .some($0) }
    }
}
