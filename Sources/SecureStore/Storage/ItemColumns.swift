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
