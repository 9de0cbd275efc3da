@testable import SecureStore

/// Something that somebody does to a closed store with SQL and no key; the first row is `maria`'s.
struct ForeignHand: Sendable {
    let name, sql: String
    let line: UInt

    init(_ name: String, _ sql: String, line: UInt = #line) {
        (self.name, self.sql, self.line) = (name, sql, line)
    }

    /// Changes the first row.
    init(_ name: String, set change: String, line: UInt = #line) {
        self.init(name, "UPDATE item SET \(change) WHERE number = 1", line: line)
    }

    /// Gives the first row what the second has.
    init(_ name: String, takeFromSecond columns: String, line: UInt = #line) {
        let values = "(SELECT \(columns) FROM item WHERE number = 2)"
        self.init(name, set: "(\(columns)) = \(values)", line: line)
    }

    // MARK: - One row

    /// Changes of the first row that leave its id and class.
    static let ofFirstRow = [
        Self("attributes of another row", takeFromSecond: "attributes"),
        Self("secret of another row", takeFromSecond: "seal, secret"),
        Self("ciphertext of another secret", takeFromSecond: "secret"),
        Self("seal of another secret", takeFromSecond: "seal"),
        Self("all fields of another row", takeFromSecond: "attributes, seal, secret"),
        Self(
            "attributes as secret", set: "seal = substr(attributes, 1, 40), secret = substr(attributes, 41)"),
        Self("secret as attributes", set: "attributes = CAST(seal || secret AS BLOB)"),
        Self("secret cut off", set: "secret = substr(secret, 1, 20)"),
        Self("secret made empty", set: "secret = x''"),
        Self("secret taken away", set: "seal = NULL, secret = NULL"),
        Self("attributes made empty", set: "attributes = x''"),
        Self("access", set: "access = 2"),
        Self("access that there is not", set: "access = 99"),
        Self("key set", set: "keyset = 2"),
        Self("generation", set: "generation = 2"),
    ]

    /// Changes after which no row is where the index says.
    static let ofNumber = [
        Self("number", set: "number = 77"),
        Self("number below the first", set: "number = -1"),
        Self("row dropped", "DELETE FROM item WHERE number = 1"),
    ]

    static let ofTokens = [
        Self("identity", set: "identity = zeroblob(16)"),
        Self("group", set: "grp = zeroblob(16)"),
        Self("variant", set: "variant = zeroblob(16)"),
        Self("search token", set: "first = zeroblob(16)"),
        Self("search token gone", set: "first = NULL"),
        Self("search token too many", set: "third = zeroblob(16)"),
        Self("token of a wrong size", set: "identity = x'00'"),
    ]

    // MARK: - Rows as a whole

    static let ofTheSet = [
        Self("one dropped", "DELETE FROM item WHERE number = 3"),
        Self("the last dropped", "DELETE FROM item WHERE number = 5"),
        Self("all dropped", "DELETE FROM item"),
        Self("doubled", copyOfFirst(number: "90")),
        Self("doubled below the first", copyOfFirst(number: "-5")),
        Self("doubled at the very least number", copyOfFirst(number: "-9223372036854775808")),
        Self("identities exchanged", exchange("identity")),
        Self("ids exchanged", exchange("id")),
        Self("numbers exchanged", exchange("number")),
        Self("class", set: "class = 2"),
        Self("class that there is not", set: "class = 200"),
        Self("id", set: "id = randomblob(16)"),
        Self("id of a wrong size", set: "id = x'00'"),
    ]

    private static func copyOfFirst(number: String) -> String {
        """
        CREATE TEMP TABLE kept AS SELECT * FROM item WHERE number = 1;
        UPDATE kept SET number = \(number), id = randomblob(16), identity = randomblob(16);
        INSERT INTO item SELECT * FROM kept
        """
    }

    /// Exchanges the values of a unique column between the first two rows.
    private static func exchange(_ column: String) -> String {
        """
        CREATE TEMP TABLE kept AS SELECT number, \(column) AS value FROM item WHERE number < 3;
        CREATE TEMP TABLE both AS SELECT * FROM item WHERE number < 3;
        DELETE FROM item WHERE number < 3;
        UPDATE both SET \(column) = (SELECT value FROM kept WHERE kept.number = 3 - both.number);
        INSERT INTO item SELECT * FROM both
        """
    }

    // MARK: - From another store, which is attached as `other`

    static let fromAnother = [
        Self("rows of another store", replacing("item")),
        Self(
            "fields of another store",
            """
            UPDATE main.item SET (attributes, seal, secret) =
                (SELECT attributes, seal, secret FROM other.item WHERE number = 1)
            """),
    ]

    private static func replacing(_ table: String) -> String {
        "DELETE FROM main.\(table); INSERT INTO main.\(table) SELECT * FROM other.\(table)"
    }

    // MARK: - What leads to the keys

    /// Changes after which the store does not open, with the status.
    static let ofTheWayIn: [(status: StoreStatus, hands: [Self])] = [
        (
            .invalidDatabaseBlob,
            ["store", "slot"].map { Self("\($0) of another store", replacing($0)) } + [
                Self("store's id", "UPDATE store SET id = randomblob(16)"),
                Self("slot's key", "UPDATE slot SET sealed = randomblob(120)"),
                Self("slot's shield", "UPDATE slot SET shield = randomblob(72)"),
                Self("slot's recipient", "UPDATE slot SET recipient = randomblob(32)"),
                Self("slot's checksum", "UPDATE slot SET checksum = randomblob(32)"),
                Self("slot's salt", "UPDATE slot SET salt = randomblob(16)"),
                Self("slot's number", "UPDATE slot SET number = 2"),
                Self("slot's kind", "UPDATE slot SET kind = 1000"),
            ]
        ),
        (
            .invalidKeychain,
            ["keyset", "state"].map { Self("\($0) of another store", replacing($0)) } + [
                Self("no header", "DELETE FROM store"),
                Self("store's id made empty", "UPDATE store SET id = x''"),
                Self("commitment", "UPDATE store SET commitment = randomblob(32)"),
                Self("no key set", "DELETE FROM keyset"),
                Self("key set's number", "UPDATE keyset SET number = 2"),
                Self("key set's main key", "UPDATE keyset SET main = randomblob(72)"),
                Self("key set without device", "UPDATE keyset SET device = NULL"),
                Self("key set with passcode", "UPDATE keyset SET passcode = device"),
                Self("two key sets", "INSERT INTO keyset SELECT 2, main, device, passcode FROM keyset"),
                Self("no state", "DELETE FROM state"),
                Self("state", "UPDATE state SET sealed = randomblob(277)"),
                Self("state cut off", "UPDATE state SET sealed = substr(sealed, 1, 228)"),
                Self("state's keys", "UPDATE state SET keys = 2"),
            ]
        ),
    ]
}
