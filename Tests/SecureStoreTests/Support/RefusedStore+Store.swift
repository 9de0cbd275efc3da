@testable import SecureStore

/// The causes for which a reader refuses the store, a look-up, or the whole that it checks.
extension RefusedStore {
    /// As SQL that leaves a store that SQLite takes for sound; then what only bytes and keys can do.
    static let stores: [RefusedStore] = [
        .bytes(.store, .invalidKeychain, 0, 0x58, "the file is not a store"),
        .bytes(.store, .invalidKeychain, 18, 1, "does not name the journal mode"),
        .bytes(.store, .invalidKeychain, 19, 1, "does not name the journal mode"),
        .beside(.invalidDBLocation, "-journal", "a rollback journal lies beside"),
        .sql(.store, .invalidKeychain, "PRAGMA application_id = 7", "not a store"),
        .sql(.store, .wrongSecVersion, "PRAGMA user_version = 5", "has format 5"),
        .sql(.store, .wrongSecVersion, "PRAGMA user_version = 1", "has format 1"),
        .sql(.store, .invalidKeychain, "PRAGMA user_version = 0", "has format 0"),
        .sql(.store, .invalidKeychain, "PRAGMA journal_mode = DELETE", "does not name the journal mode"),
        .sql(.store, .invalidKeychain, "CREATE INDEX added ON item(id)", "the tables are not those"),
        .sql(.store, .invalidKeychain, "CREATE VIEW added AS SELECT 1", "the tables are not those"),
        .sql(
            .store, .invalidKeychain, "CREATE TRIGGER added AFTER INSERT ON item BEGIN SELECT 1; END",
            "the tables are not those"),
        .sql(.store, .invalidKeychain, "ANALYZE", "the tables are not those"),
        .sql(.store, .invalidKeychain, "DROP TABLE state", "the tables are not those"),
        .sql(.store, .invalidKeychain, "DELETE FROM store", "the header row is missing"),
        .sql(.store, .invalidKeychain, "UPDATE store SET id = zeroblob(15)", "has a id of a wrong size"),
        .sql(.store, .invalidKeychain, "UPDATE store SET commitment = zeroblob(31)", "of a wrong size"),
        .sql(.store, .invalidKeychain, "UPDATE store SET commitment = zeroblob(32)", "not the store's"),
        .sql(.store, .invalidKeychain, "DELETE FROM state", "the state is missing"),
        .sql(.store, .invalidKeychain, "UPDATE state SET sealed = zeroblob(276)", "of a wrong size"),
        .sql(.store, .invalidKeychain, "UPDATE state SET sealed = zeroblob(277)", "does not open"),
        .sql(.store, .invalidKeychain, "UPDATE state SET keys = 2", "the state belongs to other keys"),
        .state(.store, .invalidKeychain, "next number 0", "a next number that no row can have") {
            $0[..<16] + ForgedPlaintext.number(0) + $0[24...]
        },
        .state(.store, .invalidKeychain, "byte 132 is 2", "a truth value that is none") {
            $0[..<132] + [2] + $0[133...]
        },
    ]

    private static let more = "WITH RECURSIVE n(x) AS (SELECT 2 UNION ALL SELECT x + 1 FROM n WHERE x < "
    private static let slotColumns = "salt, passes, memory, recipient, shield, sealed, checksum"

    static let keys: [RefusedStore] = [
        .sql(.store, .invalidKeychain, "DELETE FROM keyset", "not one or two key sets"),
        .sql(
            .store, .invalidKeychain,
            "\(more)3) INSERT INTO keyset SELECT x, main, device, passcode FROM keyset, n",
            "not one or two key sets"),
        .sql(.store, .invalidKeychain, "UPDATE keyset SET number = -1", "an impossible number"),
        .sql(.store, .invalidKeychain, "UPDATE keyset SET number = 4294967296", "an impossible number"),
        .sql(.store, .invalidKeychain, "UPDATE keyset SET main = zeroblob(71)", "main has a wrong size"),
        .sql(.store, .invalidKeychain, "UPDATE keyset SET device = zeroblob(73)", "device has a wrong size"),
        .sql(.store, .invalidKeychain, "UPDATE keyset SET passcode = x''", "passcode has a wrong size"),
        .sql(.store, .invalidKeychain, "UPDATE keyset SET main = zeroblob(72)", "main root does not open"),
        .sql(.store, .invalidKeychain, "UPDATE keyset SET passcode = zeroblob(72)", "the state speaks of"),
        .sql(.store, .invalidKeychain, "DELETE FROM slot", "the credential opens no slot"),
        .sql(
            .store, .invalidKeychain, "\(more)65) INSERT INTO slot SELECT x, 3, \(slotColumns) FROM slot, n",
            "more than 64 slots"),
        .sql(
            .store, .invalidDatabaseBlob,
            "\(more)10) INSERT INTO slot SELECT x, 2, \(slotColumns) FROM slot, n", "more than 8 passphrases"),
        .sql(.store, .invalidDatabaseBlob, "UPDATE slot SET kind = -1", "an unknown kind"),
        .sql(.store, .invalidDatabaseBlob, "UPDATE slot SET kind = 256", "an unknown kind"),
        .sql(.store, .invalidDatabaseBlob, "UPDATE slot SET salt = zeroblob(15)", "of a wrong size"),
        .sql(.store, .invalidDatabaseBlob, "UPDATE slot SET recipient = zeroblob(33)", "of a wrong size"),
        .sql(.store, .invalidDatabaseBlob, "UPDATE slot SET shield = zeroblob(71)", "of a wrong size"),
        .sql(.store, .invalidDatabaseBlob, "UPDATE slot SET sealed = x''", "of a wrong size"),
        .sql(.store, .invalidDatabaseBlob, "UPDATE slot SET checksum = zeroblob(31)", "of a wrong size"),
        .sql(.store, .invalidDatabaseBlob, "UPDATE slot SET salt = zeroblob(16)", "its checksum differs"),
    ]

    static let indexes: [RefusedStore] = [
        .sql(.index, .invalidKeychain, "DELETE FROM node", "of the index is missing"),
        .sql(.index, .invalidKeychain, "UPDATE node SET number = 2", "of the index is missing"),
        .sql(
            .index, .invalidKeychain, "UPDATE node SET content = CAST(content || x'00' AS BLOB)",
            "has a wrong size"),
        .sql(
            .index, .invalidKeychain, "UPDATE node SET content = zeroblob(length(content))",
            "not the one that the items' rows give"),
        .node("a node of kind 2") { [2] + $0[1...] },
        .node("a leaf that shares 3 groups") { $0[..<2] + [3] + $0[3...] },
        .node("a mark of 2 behind the keys of a leaf") { leaf in
            let marks = 3 + 8 * Int(leaf[2]) + Int(leaf[1]) * (24 - 8 * Int(leaf[2]))
            let place = leaf[marks...].firstIndex(of: 0) ?? marks
            return leaf[..<place] + [2] + leaf[(place + 1)...]
        },
        .node("a block that begins at bit 192", block: true) { $0[..<1] + [32] + $0[2...] },
        .node("part 0", block: true) { $0[..<27] + [0] + $0[28...] },
        .node("part 1", block: true) { $0[..<27] + [1] + $0[28...] },
        .node("part 128", block: true) { $0[..<27] + [128] + $0[28...] },
    ]

    static let wholes: [RefusedStore] = [
        .state(.whole, nil, "another count", "there are 3 items, the state speaks of 4") {
            $0[..<8] + [4] + $0[9...]
        },
        .state(.whole, nil, "another sum", "the items are not the ones") {
            $0[..<32] + [$0[32] ^ 1] + $0[33...]
        },
        .sql(.whole, nil, "INSERT INTO node VALUES(9, x'00')", "there are 2 nodes of the index"),
        .sql(.whole, nil, "UPDATE item SET secret = x'00' WHERE number = 5", "it has half a secret"),
        .node("an entry for another row", refused: .whole) { leaf in
            let place = 2 + 24 * Int(leaf[1])
            return leaf[..<place] + [leaf[place] ^ 4] + leaf[(place + 1)...]
        },
        .slot("checksum = zeroblob(32)", "its checksum differs"),
        .bytes(.whole, nil, 39, 1, "SQLite finds damage"),
    ]
}
