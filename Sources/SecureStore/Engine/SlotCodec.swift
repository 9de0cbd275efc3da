/// Wraps the unlock key into a slot, and out of it.
enum SlotCodec {
    static let saltByteCount = 16
    /// How many passphrases a store may have.
    static let mostPassphrases = 8

    /// A slot around the unlock key.
    static func seal(
        _ unlockKey: borrowing SealingKey, under wrapping: borrowing SealingKey, store: Bytes16,
        number: Int64,
        kind: SlotKind, salt: [UInt8], cost: PassphraseCost?
    ) throws(StoreError) -> SlotRow {
        var row = SlotRow(
            number: number, kind: kind.rawValue, salt: salt, passes: Int64(cost?.passes ?? 0),
            memory: Int64(cost?.memory ?? 0), commitment: [], sealed: [], checksum: [])
        let context = context(row, store)
        row.commitment = wrapping.commitment("securestore slot commitment", context)
        let key = try wrapping.derive("securestore slot", context)
        row.sealed = try FileFormat.associatedData(.slot, store: store, number: UInt64(bitPattern: number))
            .withBytes {
                data throws(StoreError) in try key.box(unlockKey, associatedData: data)
            }
        row.checksum = checksum(row)
        return row
    }

    /// The unlock key, or why this credential does not give it.
    ///
    /// The checksum is no secret: it tells a slot that rotted from a passphrase that is wrong.
    static func open(
        _ row: SlotRow, under wrapping: borrowing SealingKey, store: Bytes16
    ) throws(StoreError) -> SealingKey {
        let context = context(row, store)
        let commitment = wrapping.commitment("securestore slot commitment", context)
        guard constantTimeEqual(commitment, row.commitment) else {
            throw StoreError(.authFailed, "the credential does not open slot \(row.number)")
        }
        let key = try wrapping.derive("securestore slot", context)
        let data = FileFormat.associatedData(.slot, store: store, number: UInt64(bitPattern: row.number))
        let opened = try data.withBytes { data throws(StoreError) in
            try key.openKey(row.sealed, associatedData: data)
        }
        guard let opened else { throw damaged(row) }
        return opened
    }

    /// Refuses a slot whose fields have the wrong size or do not fit their checksum, before any of them is used.
    static func check(_ row: SlotRow) throws(StoreError) {
        guard SlotKind(rawValue: row.kind) != nil, row.salt.count == saltByteCount,
            row.commitment.count == 32,
            row.sealed.count == SealingKey.boxByteCount,
            row.checksum == checksum(row)
        else { throw damaged(row) }
        guard row.kind == SlotKind.passphrase.rawValue else { return }
        guard let passes = Int(exactly: row.passes), let memory = Int(exactly: row.memory),
            PassphraseCost(passes: passes, memory: memory).isAcceptableToRead
        else {
            throw StoreError(
                .invalidDatabaseBlob,
                "slot \(row.number) asks for more work than this program is willing to do")
        }
    }

    private static func damaged(_ row: SlotRow) -> StoreError {
        StoreError(.invalidDatabaseBlob, "slot \(row.number) is damaged")
    }

    private static func context(_ row: SlotRow, _ store: Bytes16) -> [UInt8] {
        var context: [UInt8] = [row.kind]
        store.append(to: &context)
        context.append(littleEndian: UInt64(bitPattern: row.number))
        context += row.salt
        return context
    }

    private static func checksum(_ row: SlotRow) -> [UInt8] {
        var fields: [UInt8] = []
        append(row, to: &fields)
        return digest32(fields)
    }

    /// Every field but the checksum, in order and with its length.
    static func append(_ row: SlotRow, to bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt64(bitPattern: row.number))
        bytes.append(row.kind)
        bytes.append(littleEndian: UInt64(bitPattern: row.passes))
        bytes.append(littleEndian: UInt64(bitPattern: row.memory))
        for field in [row.salt, row.commitment, row.sealed] {
            bytes.append(littleEndian: UInt32(truncatingIfNeeded: field.count))
            bytes += field
        }
    }
}
