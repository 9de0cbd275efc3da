struct SlotRow: Equatable, Sendable {
    var number: Int64
    var kind: UInt8
    var salt: [UInt8]
    var passes: Int64
    var memory: Int64
    /// The public key that the unlock key is sealed to.
    var recipient: [UInt8]
    /// The box around the key that proves who sealed the slot, for those who have the unlock key.
    var shield: [UInt8]
    var sealed: [UInt8]
    var checksum: [UInt8]

    static let byteCounts = (salt: 16, recipient: 32, shield: 72, checksum: 32)
    /// The lengths of `sealed`: around the unlock key, and with a fleet's write key behind it.
    static let sealedByteCounts = (alone: 120, withWriteKey: 200)

    var hasRightSizes: Bool {
        (salt.count, recipient.count, shield.count, checksum.count) == Self.byteCounts
            && (sealed.count == Self.sealedByteCounts.alone || mayWrite)
    }

    /// True if the slot also holds the key with which changes of a fleet are signed.
    var mayWrite: Bool { sealed.count == Self.sealedByteCounts.withWriteKey }
}

/// The wrapped roots of one key set.
struct KeysetRow: Equatable, Sendable {
    var number: UInt32
    var main: [UInt8]
    var device: [UInt8]?
    var passcode: [UInt8]?

    static let boxByteCount = 72

    var hasRightSizes: Bool {
        [main, device ?? main, passcode ?? main].allSatisfy { $0.count == Self.boxByteCount }
    }
}

/// The tables that hold what opens the store, and the sealed state.
///
/// Each value is small. SQLite refuses a larger one before it is copied.
extension Connection {
    private static let commitmentByteCount = 32
    private static let writerByteCount = 32

    /// The store's id, the commitment to its unlock key, and the public write key if it is in a fleet.
    func storeHeader() throws(StoreError) -> (id: Bytes16, commitment: [UInt8], writer: [UInt8]?) {
        try once("SELECT id, commitment, writer FROM store WHERE one = 1") { statement throws(StoreError) in
            guard try stepToSmall(statement), let id = statement.bytes16(0),
                statement.byteCount(1) == Self.commitmentByteCount,
                statement.isNull(2) || statement.byteCount(2) == Self.writerByteCount
            else {
                throw StoreError(
                    .invalidKeychain, "the store's header row is missing or damaged; \(NextStep.salvage)")
            }
            return (id, statement.blob(1), statement.isNull(2) ? nil : statement.blob(2))
        }
    }

    func insertHeader(id: Bytes16, commitment: [UInt8], writer: [UInt8]?) throws(StoreError) {
        try run(
            "INSERT INTO store(one, id, commitment, writer) VALUES(1, ?1, ?2, ?3)",
            .bytes(id.array), .bytes(commitment), .bytes(writer))
    }

    /// Every slot, in the order of their numbers.
    func slots() throws(StoreError) -> [SlotRow] {
        let sql = """
            SELECT number, kind, salt, passes, memory, recipient, shield, sealed, checksum
            FROM slot ORDER BY number LIMIT 65
            """
        return try once(sql) { statement throws(StoreError) in
            var rows: [SlotRow] = []
            while try stepToSmall(statement) {
                rows.append(try slot(statement))
            }
            guard 1...64 ~= rows.count else {
                throw StoreError(
                    .invalidKeychain,
                    rows.isEmpty
                        ? "the store has no slots: it is damaged, and nothing opens it; restore a backup"
                        : "the store has more than 64 slots, so it is damaged; \(NextStep.salvage)")
            }
            return rows
        }
    }

    private func slot(_ statement: Statement) throws(StoreError) -> SlotRow {
        guard let kind = UInt8(exactly: statement.integer(1)) else {
            throw StoreError(
                .invalidDatabaseBlob, "slot \(statement.integer(0)) has no known kind; \(NextStep.salvage)")
        }
        let slot = SlotRow(
            number: statement.integer(0), kind: kind, salt: statement.blob(2),
            passes: statement.integer(3), memory: statement.integer(4),
            recipient: statement.blob(5), shield: statement.blob(6),
            sealed: statement.blob(7), checksum: statement.blob(8))
        guard slot.hasRightSizes else {
            throw StoreError(
                .invalidDatabaseBlob,
                "slot \(slot.number) is damaged: a column has an impossible size; \(NextStep.salvage)")
        }
        return slot
    }

    func insertSlot(_ slot: SlotRow) throws(StoreError) {
        let sql = """
            INSERT INTO slot(number, kind, salt, passes, memory, recipient, shield, sealed, checksum)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """
        try run(
            sql, .number(slot.number), .number(Int64(slot.kind)), .bytes(slot.salt), .number(slot.passes),
            .number(slot.memory), .bytes(slot.recipient), .bytes(slot.shield), .bytes(slot.sealed),
            .bytes(slot.checksum))
    }

    /// Every key set, in the order of their numbers.
    func keysets() throws(StoreError) -> [KeysetRow] {
        try once("SELECT number, main, device, passcode FROM keyset ORDER BY number LIMIT 3") {
            statement throws(StoreError) in
            var rows: [KeysetRow] = []
            while try stepToSmall(statement) {
                guard let number = UInt32(exactly: statement.integer(0)) else {
                    throw StoreError(
                        .invalidKeychain, "a key set has an impossible number; \(NextStep.salvage)")
                }
                let row = KeysetRow(
                    number: number, main: statement.blob(1),
                    device: statement.isNull(2) ? nil : statement.blob(2),
                    passcode: statement.isNull(3) ? nil : statement.blob(3))
                guard row.hasRightSizes else {
                    throw StoreError(
                        .invalidKeychain,
                        "key set \(number) of the store has a box of an impossible size; \(NextStep.salvage)")
                }
                rows.append(row)
            }
            guard 1...2 ~= rows.count else {
                throw StoreError(
                    .invalidKeychain,
                    "the store has \(rows.isEmpty ? "no" : "more than two") key sets: it is damaged; \(NextStep.salvage)"
                )
            }
            return rows
        }
    }

    func insertKeyset(_ keyset: KeysetRow) throws(StoreError) {
        try run(
            "INSERT INTO keyset(number, main, device, passcode) VALUES(?1, ?2, ?3, ?4)",
            .number(Int64(keyset.number)), .bytes(keyset.main), .bytes(keyset.device),
            .bytes(keyset.passcode))
    }

    func replaceKeys(
        commitment: [UInt8], writer: [UInt8]?, _ slots: [SlotRow], _ keysets: [KeysetRow]
    ) throws(StoreError) {
        try execute("DELETE FROM slot; DELETE FROM keyset")
        for slot in slots { try insertSlot(slot) }
        for keyset in keysets { try insertKeyset(keyset) }
        try run(
            "UPDATE store SET commitment = ?1, writer = ?2 WHERE one = 1", .bytes(commitment), .bytes(writer))
    }

    private enum Value {
        case number(Int64)
        case bytes([UInt8]?)
    }

    /// Runs a statement that is not kept, with these values.
    private func run(_ sql: String, _ values: Value...) throws(StoreError) {
        try once(sql) { statement throws(StoreError) in
            for (index, value) in zip(Int32(1)..., values) {
                switch value {
                case .number(let number): try statement.bind(index, number)
                case .bytes(let bytes): try statement.bind(index, bytes)
                }
            }
            try statement.run()
        }
    }

    func readState() throws(StoreError) -> StateRow {
        let statement = try statement(.readState)
        defer { statement.reset() }
        return try readState(over: statement)
    }

    /// Reads the row with a statement that then stands on it.
    func readState(over statement: Statement) throws(StoreError) -> StateRow {
        guard try stepToSmall(statement) else {
            throw StoreError(.invalidKeychain, "the store's state row is missing; \(NextStep.salvage)")
        }
        return StateRow(keysVersion: statement.integer(0), sealed: statement.blob(1))
    }

    func writeState(keysVersion: Int64, sealed: [UInt8]) throws(StoreError) {
        let statement = try statement(.writeState)
        try statement.bind(1, keysVersion)
        try statement.bind(2, sealed)
        try statement.run()
    }

    func insertState(keysVersion: Int64, sealed: [UInt8]) throws(StoreError) {
        try run(
            "INSERT INTO state(one, keys, sealed) VALUES(1, ?1, ?2)", .number(keysVersion), .bytes(sealed))
    }

    // MARK: - Links

    /// The number of changes whose links are kept.
    static let mostLinks: UInt64 = 10_000

    /// The link of a change, and the chain of those before it; nil if there is none under its number.
    ///
    /// Both may be those of another change: whoever has the chain after it can tell.
    func link(of number: UInt64) throws(StoreError) -> (chain: [UInt8], link: [UInt8])? {
        let statement = try statement(.readLink)
        defer { statement.reset() }
        try statement.bind(1, Int64(number % Self.mostLinks))
        return try stepToSmall(statement) ? (statement.blob(0), statement.blob(1)) : nil
    }

    func deleteLinks() throws(StoreError) { try execute("DELETE FROM link") }

    /// Keeps the link of a change in place of that of a change long before it.
    func writeLink(_ link: [UInt8], of number: UInt64, after chain: [UInt8]) throws(StoreError) {
        let statement = try statement(.writeLink)
        try statement.bind(1, Int64(number % Self.mostLinks))
        try statement.bind(2, chain)
        try statement.bind(3, link)
        try statement.run()
    }
}
