import Foundation
import XCTest

@testable import SecureStore

/// A file made to hurt whoever opens it gives an error, soon and in little memory.
final class CraftedFileTests: StoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    /// Asserts that opening is refused with this status within a second or so.
    private func assertRefused(
        _ status: StoreStatus, _ name: String, line: UInt = #line, _ credential: Credential = .deviceKey
    ) {
        let worked = processorTime {
            assertThrows(status, name, line: line) { try self.openStore(credential) }
        }
        XCTAssertLessThan(worked, .seconds(5), name, line: line)
    }

    // MARK: - Code in the schema

    func test_open_withOtherTables_throwsInvalidKeychain() throws {
        let endless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n FROM t) SELECT max(n) FROM t"
        let rows: [(name: String, sql: String, line: UInt)] = [
            (
                "an endless view",
                """
                ALTER TABLE state RENAME TO kept; CREATE VIEW state AS
                SELECT one, (\(endless)) AS keys, sealed FROM kept
                """, #line
            ),
            (
                "a trigger",
                "CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM item WHERE number < new.number; END",
                #line
            ),
            (
                "a computed column", "ALTER TABLE item ADD COLUMN more TEXT AS (hex(zeroblob(100000000)))",
                #line
            ),
            ("another index", "CREATE INDEX more ON item(abs(number))", #line),
            ("a table less", "DROP TABLE node", #line),
            ("another table", "CREATE TABLE more(a)", #line),
            ("another column", "ALTER TABLE node RENAME COLUMN content TO bytes", #line),
            ("a view in place of a table", "DROP TABLE node; CREATE VIEW node AS SELECT 1 AS number", #line),
        ]
        for row in rows {
            _ = try makeStore()
            try tamper(row.sql)
            assertRefused(.invalidKeychain, row.name, line: row.line)
            try FileManager.default.removeItem(atPath: path)
        }
    }

    func test_open_withTwoThousandTables_throwsInvalidKeychainSoon() throws {
        _ = try makeStore()
        try tamper("BEGIN; \((0..<2_000).map { "CREATE TABLE t\($0)(a);" }.joined()) COMMIT")
        assertRefused(.invalidKeychain, "many tables")
    }

    // MARK: - Work

    /// Gives the passphrase slot another cost, and the checksum that fits it.
    private func setCost(passes: Int64, memory: Int64) throws {
        let connection = try Connection(path: path, role: .reading)
        var slot = try connection.slots()[0]
        (slot.passes, slot.memory) = (passes, memory)
        let checksum = SlotCodec.checksum(slot, try connection.storeHeader().id).hexadecimal
        try tamper("UPDATE slot SET passes = \(passes), memory = \(memory), checksum = x'\(checksum)'")
    }

    func test_open_withCostBeyondBounds_throwsInvalidDatabaseBlob() throws {
        let rows: [(passes: Int64, memory: Int64, line: UInt)] = [
            (1, 1 << 40, #line), (1 << 32, 8_192, #line), (.max, .max, #line), (-1, 8_192, #line),
            (1, -1, #line), (0, 0, #line), (1, 1, #line), (16, 1 << 30, #line),
        ]
        let phrase = try secret("phrase")
        _ = try ItemStore.create(
            at: path, unlockingWith: .passphrase(phrase, cost: .cheapest), options: options)
        for row in rows {
            try setCost(passes: row.passes, memory: row.memory)
            assertRefused(.invalidDatabaseBlob, "\(row)", line: row.line, .passphrase(phrase))
        }
    }

    func test_open_withCostWithinBoundsButChanged_throwsAuthFailed() throws {
        let phrase = try secret("phrase")
        _ = try ItemStore.create(
            at: path, unlockingWith: .passphrase(phrase, cost: .cheapest), options: options)
        try setCost(passes: 2, memory: 8_192)
        assertRefused(.authFailed, "another cost", .passphrase(phrase))
    }

    func test_open_withThousandSlots_throwsInvalidKeychain() throws {
        _ = try makeStore()
        try tamper(
            """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO slot
            SELECT i, kind, salt, passes, memory, recipient, shield, sealed, checksum FROM slot, n
            """)
        assertRefused(.invalidKeychain, "many slots")
    }

    func test_open_withThousandKeySets_throwsInvalidKeychain() throws {
        _ = try makeStore()
        try tamper(
            """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            INSERT INTO keyset SELECT i, main, device, passcode FROM keyset, n
            """)
        assertRefused(.invalidKeychain, "many key sets")
    }

    // MARK: - Memory

    func test_open_withHugeBlob_throws() throws {
        let rows: [(sql: String, status: StoreStatus, line: UInt)] = [
            ("UPDATE store SET commitment = zeroblob(50000000)", .invalidKeychain, #line),
            ("UPDATE slot SET sealed = zeroblob(50000000)", .invalidKeychain, #line),
            ("UPDATE keyset SET main = zeroblob(50000000)", .invalidKeychain, #line),
            ("UPDATE state SET sealed = zeroblob(50000000)", .invalidKeychain, #line),
            ("UPDATE state SET sealed = zeroblob(5000000)", .invalidKeychain, #line),
        ]
        for row in rows {
            _ = try makeStore()
            try tamper(row.sql)
            assertRefused(row.status, row.sql, line: row.line)
            try FileManager.default.removeItem(atPath: path)
        }
    }

    func test_find_ofHugeField_throws() throws {
        let rows: [(sql: String, status: StoreStatus, line: UInt)] = [
            ("UPDATE item SET secret = zeroblob(50000000)", .invalidKeychain, #line),
            ("UPDATE item SET attributes = zeroblob(50000000)", .decode, #line),
            ("UPDATE item SET attributes = zeroblob(3000000)", .decode, #line),
        ]
        for row in rows {
            try makeStore().add(mail, secret: secret("one"))
            try tamper(row.sql)
            assertThrows(row.status, row.sql, line: row.line) {
                try self.openStore().only(Query(identityOf: self.mail))
            }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    func test_verify_withThousandRowsTooMany_countsThem() throws {
        try makeStore().add(mail, secret: secret("one"))
        try tamper(
            """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1001) INSERT INTO item
            SELECT i, randomblob(16), class, access, keyset, generation, randomblob(16), grp, variant,
                first, second, third, attributes, seal, secret FROM item, n
            """)
        let report = try openStore().verify()
        XCTAssertEqual(report.problems, ["there are 1001 items, and the store's state speaks of 1"])
    }
}
