/// Reads a found row as a row of one of our tables.
///
/// The shape of a row tells the table, because what names it may be damaged too.
extension ScannedRow {
    /// A row of `store`.
    var header: (id: Bytes16, commitment: [UInt8])? {
        guard values.count == 4, isNull(0), let id = bytes16(1), let commitment = blob(2, 32)
        else { return nil }
        return (id, commitment)
    }

    /// A row of `slot`, if every column has a possible size.
    var slot: SlotRow? {
        let sizes = SlotRow.byteCounts
        guard values.count == 9, isNull(0), let kind = small(1), let salt = blob(2, sizes.salt),
            let passes = integer(3), let memory = integer(4), let recipient = blob(5, sizes.recipient),
            let shield = blob(6, sizes.shield),
            let sealed = blob(7, SlotRow.sealedByteCounts.alone)
                ?? blob(7, SlotRow.sealedByteCounts.withWriteKey),
            let checksum = blob(8, sizes.checksum)
        else { return nil }
        return SlotRow(
            number: number, kind: kind, salt: salt, passes: passes, memory: memory, recipient: recipient,
            shield: shield, sealed: sealed, checksum: checksum)
    }

    /// A row of `keyset`, if every column has a possible size.
    var keyset: KeysetRow? {
        let size = KeysetRow.boxByteCount
        guard values.count == 4, isNull(0), let number = UInt32(exactly: number), let main = blob(1, size)
        else { return nil }
        for column in [2, 3] where !isNull(column) && blob(column, size) == nil { return nil }
        return KeysetRow(number: number, main: main, device: blob(2, size), passcode: blob(3, size))
    }

    var state: (keysVersion: Int64, sealed: [UInt8])? {
        guard values.count == 3, isNull(0), let version = integer(1), let sealed = blob(2) else { return nil }
        return (version, sealed)
    }

    /// The content of a row of `node`.
    var node: [UInt8]? { values.count == 2 && isNull(0) ? blob(1) : nil }

    var item: SealedItem? {
        guard values.count == 15, isNull(0), let id = bytes16(1), let itemClass = small(2),
            let access = small(3),
            let keyset = integer(4).flatMap({ UInt32(exactly: $0) }), let generation = integer(5),
            let identity = bytes16(6), let group = bytes16(7), let variant = bytes16(8),
            let attributes = blob(12), attributes.count > SealedItem.sealByteCount, isNull(13) == isNull(14)
        else { return nil }
        for column in 9...11 where !isNull(column) && bytes16(column) == nil { return nil }
        var bytes = attributes
        if !isNull(13) {
            guard let seal = blob(13), seal.count == SealedItem.sealByteCount, let rest = blob(14) else {
                return nil
            }
            bytes += seal + rest
        }
        let columns = ItemColumns(
            number: number, id: id, itemClass: itemClass, access: access, keyset: keyset,
            generation: generation,
            identity: identity, group: group, variant: variant, first: bytes16(9), second: bytes16(10),
            third: bytes16(11))
        return SealedItem(
            columns: columns,
            fields: SealedFields(bytes, attributesEnd: attributes.count, hasSecret: !isNull(13)))
    }

    /// The id and class of an incomplete row of `item`, if they can still be read.
    var brokenItem: (id: Bytes16?, itemClass: UInt8?)? {
        guard values.count == 15, item == nil else { return nil }
        return (bytes16(1), small(2))
    }

    private func small(_ column: Int) -> UInt8? { integer(column).flatMap { UInt8(exactly: $0) } }
}
