/// Seals the unlock key into a slot, and opens it again.
///
/// A slot works like a recipient. A change of the unlock key seals the new one to the public keys of all
/// slots, and needs none of their credentials. As anybody can seal to a public key, the sealed box lies in a
/// second box. Its key, the shield key, can only be had with the slot's credential or with the unlock key.
enum SlotCodec {
    static let most = 60
    static let mostPassphrases = 8
    /// The number of slots with which a store can still be read.
    static let mostToRead = 64

    // MARK: - Sealing

    /// Makes a new slot around the unlock key.
    static func make(
        _ unlockKey: borrowing SealingKey, under wrapping: borrowing SealingKey, store: Bytes16,
        number: Int64,
        kind: KeySlot.Kind, salt: [UInt8], cost: PassphraseCost?, writeKey: WriteKey? = nil
    ) throws(StoreError) -> SlotRow {
        var row = SlotRow(
            number: number, kind: kind.rawValue, salt: salt, passes: Int64(cost?.passes ?? 0),
            memory: Int64(cost?.memory ?? 0), recipient: [], shield: [], sealed: [], checksum: [])
        let secret = try secret(of: row, under: wrapping, store: store)
        row.recipient = try pair(secret).publicKey
        try fill(&row, unlockKey, writeKey, try shield(secret, row), store)
        return row
    }

    /// Makes the slot of a host that asks to be let in, of whose slot secret only the shield key is known.
    static func make(
        _ unlockKey: borrowing SealingKey, for request: HostRequest, shield: borrowing SealingKey,
        store: Bytes16, number: Int64, writeKey: WriteKey?
    ) throws(StoreError) -> SlotRow {
        var row = SlotRow(
            number: number, kind: KeySlot.Kind.host.rawValue, salt: request.salt, passes: 0, memory: 0,
            recipient: request.recipient, shield: [], sealed: [], checksum: [])
        try fill(&row, unlockKey, writeKey, shield, store)
        return row
    }

    /// Seals other keys into a slot; its credential is not needed.
    ///
    /// Only for a slot that the store's state vouches for, because the recipient's secret key opens it.
    static func reseal(
        _ row: SlotRow, from old: borrowing SealingKey, to new: borrowing SealingKey, store: Bytes16,
        writeKey: WriteKey? = nil
    ) throws(StoreError) -> SlotRow {
        let escrow = try escrow(row, old, store)
        guard let shield = try escrow.openKey(row.shield, data(.slotShield, row, store)) else {
            throw damaged(row)
        }
        var row = row
        try fill(&row, new, writeKey, shield, store)
        return row
    }

    private static func fill(
        _ row: inout SlotRow, _ unlockKey: borrowing SealingKey, _ writeKey: WriteKey?,
        _ shield: borrowing SealingKey, _ store: Bytes16
    ) throws(StoreError) {
        let escrow = try escrow(row, unlockKey, store)
        row.shield = try escrow.box(shield, data(.slotShield, row, store))
        var sealed = try RecipientKey.seal(unlockKey, to: row.recipient)
        if let writeKey { sealed += try RecipientKey.seal(writeKey.seed, to: row.recipient) }
        row.sealed = try shield.box(sealed, data(.slot, row, store))
        row.checksum = checksum(row, store)
    }

    // MARK: - Opening

    /// Derives the slot secret that a wrapping key gives in one slot; it is of no use in any other.
    static func secret(
        of row: SlotRow, under wrapping: borrowing SealingKey, store: Bytes16
    ) throws(StoreError) -> SealingKey {
        // A host asks for a slot before it knows the store, or the slot's number.
        let isHost = row.kind == KeySlot.Kind.host.rawValue
        return try wrapping.derive(
            "securestore slot",
            isHost ? context(row.kind, Bytes16(high: 0, low: 0), 0, row.salt) : context(row, store))
    }

    /// Opens a slot and returns its keys; throws when this slot secret does not open it.
    ///
    /// The checksum is not secret. It tells a slot damaged on the disk from a wrong passphrase.
    static func open(
        _ row: SlotRow, with way: SlotSecret, store: Bytes16
    ) throws(StoreError) -> UnlockKey {
        let pair = try pair(way.key)
        guard constantTimeEqual(pair.publicKey, row.recipient) else {
            throw StoreError(
                .authFailed, "the credential does not open the store; try it again, or another one")
        }
        let shield = try shield(way.key, row)
        let sealed = shield.openBytes(row.sealed, data(.slot, row, store))
        let count = RecipientKey.sealedByteCount
        guard let sealed, let opened = try pair.open(Array(sealed.prefix(count))) else { throw damaged(row) }
        guard row.mayWrite else { return UnlockKey(opened, way, nil) }
        guard let seed = try pair.open(Array(sealed.dropFirst(count))) else { throw damaged(row) }
        return UnlockKey(opened, way, try WriteKey(seed: seed))
    }

    static func pair(_ secret: borrowing SealingKey) throws(StoreError) -> RecipientKey {
        try RecipientKey(seed: try secret.derive("securestore slot recipient", []))
    }

    static func shield(_ secret: borrowing SealingKey, _ row: SlotRow) throws(StoreError) -> SealingKey {
        guard row.kind == KeySlot.Kind.host.rawValue else {
            return try secret.derive("securestore slot shield", [])
        }
        return try HostRequest.shield(from: try HostRequest.code(of: secret), salt: row.salt)
    }

    /// The key of the box that keeps the shield key for processes that have the unlock key.
    static func escrow(
        _ row: SlotRow, _ unlockKey: borrowing SealingKey, _ store: Bytes16
    ) throws(StoreError) -> SealingKey {
        try unlockKey.derive("securestore slot escrow", context(row, store))
    }

    // MARK: - Checking

    /// Refuses a slot whose fields have a wrong size or do not match the checksum, before any is used.
    static func check(_ row: SlotRow, store: Bytes16) throws(StoreError) {
        guard KeySlot.Kind(rawValue: row.kind) != nil, row.hasRightSizes, row.checksum == checksum(row, store)
        else { throw damaged(row) }
        guard row.kind == KeySlot.Kind.passphrase.rawValue else { return }
        guard let passes = Int(exactly: row.passes), let memory = Int(exactly: row.memory),
            PassphraseCost(passes: passes, memory: memory).isAcceptableToRead
        else {
            throw StoreError(
                .invalidDatabaseBlob,
                "slot \(row.number) asks for \(row.passes) passes over \(row.memory) bytes; "
                    + "\(PassphraseCost.limits); \(NextStep.otherCredential)")
        }
    }

    private static func damaged(_ row: SlotRow) -> StoreError {
        StoreError(
            .invalidDatabaseBlob,
            "slot \(row.number) is damaged; remove it with another credential (removeSlot(_:), securestore slot "
                + "remove), or restore a backup")
    }

    private static func context(_ row: SlotRow, _ store: Bytes16) -> [UInt8] {
        context(row.kind, store, row.number, row.salt)
    }

    static func context(_ kind: UInt8, _ store: Bytes16, _ number: Int64, _ salt: [UInt8]) -> [UInt8] {
        var context = [kind] + store.array
        context.append(littleEndian: UInt64(bitPattern: number))
        return context + salt
    }

    private static func data(
        _ field: FileFormat.Field, _ row: SlotRow, _ store: Bytes16
    ) -> FixedBytes<32> {
        FileFormat.associatedData(field, store: store, number: UInt64(bitPattern: row.number))
    }

    /// The checksum of a slot, which covers the store's id too: with a wrong id, the slot is useless.
    static func checksum(_ row: SlotRow, _ store: Bytes16) -> [UInt8] {
        var fields = store.array
        append(row, to: &fields)
        return digest32(fields)
    }

    /// Appends every field except the checksum, in order and with its length.
    static func append(_ row: SlotRow, to bytes: inout [UInt8]) {
        bytes.append(littleEndian: UInt64(bitPattern: row.number))
        bytes.append(row.kind)
        bytes.append(littleEndian: UInt64(bitPattern: row.passes))
        bytes.append(littleEndian: UInt64(bitPattern: row.memory))
        for field in [row.salt, row.recipient, row.shield, row.sealed] {
            bytes.append(littleEndian: UInt32(truncatingIfNeeded: field.count))
            bytes += field
        }
    }
}
