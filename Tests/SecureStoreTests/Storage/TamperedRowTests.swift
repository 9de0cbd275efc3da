import XCTest

@testable import SecureStore

/// What somebody can do to a closed store with SQLite and no key: all of it is noticed.
final class TamperedRowTests: StoreTestCase {
    private struct Row {
        let name: String
        let sql: String
        let line: UInt

        init(_ name: String, _ sql: String, line: UInt = #line) {
            (self.name, self.sql, self.line) = (name, sql, line)
        }

        /// Changes the first row, perhaps to what the second has.
        init(_ name: String, set change: String, line: UInt = #line) {
            self.init(name, "UPDATE item SET \(change) WHERE number = 1", line: line)
        }

        init(_ name: String, takeFromSecond columns: String, line: UInt = #line) {
            let values = "(SELECT \(columns) FROM item WHERE number = 2)"
            self.init(name, set: "(\(columns)) = \(values)", line: line)
        }
    }

    /// Runs the SQL on a store of its own for every row of the table; the samples are rows 1 to 5.
    private func forEach(_ rows: [Row], _ body: (TamperSamples, Row) throws -> Void) throws {
        for row in rows {
            let samples = try TamperSamples(in: try makeStore())
            try tamper(row.sql)
            try body(samples, row)
            try FileManager.default.removeItem(atPath: path)
        }
    }

    // MARK: - One row

    /// Changes of row 1 that leave its id and class.
    private let changesOfFirstRow = [
        Row("attributes of another row", takeFromSecond: "attributes"),
        Row("secret of another row", takeFromSecond: "seal, secret"),
        Row("ciphertext of another secret", takeFromSecond: "secret"),
        Row("seal of another secret", takeFromSecond: "seal"),
        Row("all fields of another row", takeFromSecond: "attributes, seal, secret"),
        Row("attributes as secret", set: "seal = substr(attributes, 1, 40), secret = substr(attributes, 41)"),
        Row("secret as attributes", set: "attributes = CAST(seal || secret AS BLOB)"),
        Row("secret cut off", set: "secret = substr(secret, 1, 20)"),
        Row("secret made empty", set: "secret = x''"),
        Row("secret taken away", set: "seal = NULL, secret = NULL"),
        Row("attributes made empty", set: "attributes = x''"),
        Row("access", set: "access = 2"),
        Row("access that there is not", set: "access = 99"),
        Row("key set", set: "keyset = 2"),
        Row("generation", set: "generation = 2"),
    ]

    /// Changes after which no row is where the index says.
    private let changesOfNumber = [
        Row("number", set: "number = 77"),
        Row("number below the first", set: "number = -1"),
    ]

    func test_find_ofChangedRow_throwsDecode() throws {
        try forEach(changesOfFirstRow + changesOfNumber) { samples, row in
            let store = try openStore()
            assertThrows(.decode, row.name, line: row.line) { try samples.items[0].fault(store) }
        }
    }

    func test_find_ofOtherItemsBesideChangedRow_isUnchanged() throws {
        try forEach(changesOfFirstRow + changesOfNumber) { samples, row in
            let store = try openStore()
            for item in samples.items.dropFirst() {
                XCTAssertNil(try item.fault(store), row.name, line: row.line)
            }
        }
    }

    func test_verify_afterChangedRow_namesItemByIdAndClass() throws {
        try forEach(changesOfFirstRow) { samples, row in
            let damaged = try openStore().verify().damaged
            XCTAssertEqual(damaged.map(\.reference), [samples.items[0].reference], row.name, line: row.line)
        }
    }

    // MARK: - Tokens

    private let changesOfTokens = [
        Row("identity", set: "identity = zeroblob(16)"),
        Row("group", set: "grp = zeroblob(16)"),
        Row("variant", set: "variant = zeroblob(16)"),
        Row("search token", set: "first = zeroblob(16)"),
        Row("search token gone", set: "first = NULL"),
        Row("search token too many", set: "third = zeroblob(16)"),
        Row("token of a wrong size", set: "identity = x'00'"),
    ]

    func test_find_withChangedTokens_isErrorOrUnchanged() throws {
        try forEach(changesOfTokens) { samples, row in
            XCTAssertNil(samples.fault(at: path, options), row.name, line: row.line)
        }
    }

    func test_verify_afterChangedTokens_namesItem() throws {
        try forEach(changesOfTokens) { samples, row in
            let damaged = try openStore().verify().damaged
            XCTAssertEqual(damaged.map(\.reference), [samples.items[0].reference], row.name, line: row.line)
        }
    }

    // MARK: - Rows as a whole

    private let changesOfTheSet = [
        Row("one dropped", "DELETE FROM item WHERE number = 3"),
        Row("the last dropped", "DELETE FROM item WHERE number = 5"),
        Row("all dropped", "DELETE FROM item"),
        Row("doubled", copyOfFirst(number: "90")),
        Row("doubled below the first", copyOfFirst(number: "-5")),
        Row("doubled at the very least number", copyOfFirst(number: "-9223372036854775808")),
        Row("identities exchanged", exchange("identity")),
        Row("ids exchanged", exchange("id")),
        Row("numbers exchanged", exchange("number")),
        Row("class", set: "class = 2"),
        Row("class that there is not", set: "class = 200"),
        Row("id", set: "id = randomblob(16)"),
        Row("id of a wrong size", set: "id = x'00'"),
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

    func test_read_afterChangeOfTheSet_isErrorOrUnchanged() throws {
        try forEach(changesOfTheSet) { samples, row in
            XCTAssertNil(samples.fault(at: path, options), row.name, line: row.line)
        }
    }

    func test_verify_afterChangeOfTheSet_isNotIntact() throws {
        try forEach(changesOfTheSet) { _, row in
            XCTAssertFalse(try openStore().verify().isIntact, row.name, line: row.line)
        }
    }

    func test_find_ofDroppedItem_throwsDecode() throws {
        let samples = try TamperSamples(in: try makeStore())
        try tamper("DELETE FROM item WHERE number = 3")
        let store = try openStore()
        assertThrows(.decode) { try samples.items[2].fault(store) }
    }

    func test_verify_ofUntouchedStore_isIntact() throws {
        _ = try TamperSamples(in: try makeStore())
        XCTAssertTrue(try openStore().verify().isIntact)
    }
}
