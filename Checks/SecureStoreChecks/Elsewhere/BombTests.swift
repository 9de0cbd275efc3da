import Foundation
import XCTest

@testable import SecureStore

/// A small file that asks for endless work, and work that is planted under an open store: an error, and soon.
final class BombTests: StoreTestCase {
    /// A statement over 68 billion rows.
    ///
    /// It names no table of its own by `WITH`, which would be refused at once, as a view is.
    private let endless =
        "SELECT count(*) FROM "
        + (0..<12).map { "json_each('[0,0,0,0,0,0,0,0]') AS t\($0)" }.joined(separator: ", ")

    /// Makes a store, backs it up, and lets its schema lead to more rows than anybody can read.
    private func makeBomb() throws {
        try makeStore().backup(to: backupPath)
        var bomb = try PageBomb(path)
        bomb.growSchema()
        try bomb.write(to: path)
        setMode(0o600, of: path)
    }

    /// Asserts that this status comes before anybody would give up waiting.
    private func assertThrowsSoon<R>(
        _ status: StoreStatus, _ name: String = "", line: UInt = #line, _ body: () throws -> R
    ) {
        let start = ContinuousClock.now
        assertThrows(status, name, line: line, body)
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(60), name, line: line)
    }

    private func removeEverything() throws {
        for name in try contents().keys { try FileManager.default.removeItem(atPath: "\(directory)/\(name)") }
    }

    // MARK: - The schema

    func test_open_ofSchemaThatNeverEnds_throwsInvalidKeychain() throws {
        try makeBomb()
        assertThrowsSoon(.invalidKeychain) { try self.openStore() }
    }

    func test_information_ofSchemaThatNeverEnds_throwsInvalidKeychain() throws {
        try makeBomb()
        assertThrowsSoon(.invalidKeychain) { try ItemStore.information(at: self.path) }
    }

    func test_restore_fromSchemaThatNeverEnds_throwsInvalidKeychainAndChangesNothing() throws {
        try makeBomb()
        let before = try contents()
        assertThrowsSoon(.invalidKeychain) {
            try ItemStore.restore(from: self.path, to: self.directory + "/other", options: self.options)
        }
        XCTAssertEqual(try contents(), before)
    }

    func test_restore_overSchemaThatNeverEnds_setsItAside() throws {
        try makeBomb()
        let restoration = try ItemStore.restore(from: backupPath, to: path, options: options)
        XCTAssertEqual(restoration.setAside, [path + ".damaged-1"])
        XCTAssertTrue(try restoration.store.verify().isIntact)
    }

    func test_salvage_ofSchemaThatNeverEnds_savesTheItems() throws {
        try makeStore().add(password("one"), secret: secret("kept"))
        var bomb = try PageBomb(path)
        bomb.growSchema()
        try bomb.write(to: path)
        let report = try ItemStore.salvage(from: path, to: directory + "/new", options: options)
        XCTAssertEqual(report.recovered, 1)
    }

    // MARK: - Any statement

    func test_verifyAndCompact_ofTableThatNeverEnds_throwInvalidKeychain() throws {
        for table in ["item", "node"] {
            try makeStore().add(password("maria"), secret: secret("one"))
            let found = try PlainDatabase(path).rows(
                "SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'")
            var bomb = try PageBomb(path)
            bomb.growTable(at: try XCTUnwrap(found.first?.first.flatMap(Int.init)))
            try bomb.write(to: path)
            setMode(0o600, of: path)
            let store = try openStore()
            XCTAssertEqual(try store.first(query("maria"))?.secret?.text, "one", table)
            assertThrows(.invalidKeychain, table) { try store.verify() }
            assertThrows(.invalidKeychain, table) { try store.compact() }
            try removeStore()
        }
    }

    func test_statement_thatNeverEnds_throwsInvalidKeychain() throws {
        _ = try makeStore()
        for role in [Connection.Role.reading, .walking, .writing] {
            let connection = try Connection(path: path, role: role)
            assertThrowsSoon(.invalidKeychain, "\(role)") { try connection.number(self.endless) }
            XCTAssertEqual(try connection.number("SELECT count(*) FROM store"), 1)
        }
    }

    func test_statement_thatNeverEnds_takesASecondAndAQuarterForEachMebibyte() throws {
        for mebibytes in [0, 8] {
            let large = try SecretBytes.random(count: mebibytes << 20)
            try makeStore().add(password("large"), secret: large)
            let connection = try Connection(path: path, role: .reading)
            let time = processorTime {
                assertThrows(.invalidKeychain) { try connection.number(self.endless) }
            }
            let most = Duration.seconds(1) + .milliseconds(250) * mebibytes
            XCTAssertGreaterThanOrEqual(time, most, "\(mebibytes) MiB")
            XCTAssertLessThan(time, most * 4, "\(mebibytes) MiB")
            try removeEverything()
        }
    }

    func test_script_thatNeverEnds_throwsInvalidKeychain() throws {
        _ = try makeStore()
        let connection = try Connection(path: path, role: .writing)
        assertThrowsSoon(.invalidKeychain) { try connection.execute(self.endless) }
    }

    // MARK: - Under an open store

    func test_add_withTriggerPlantedAfterTheOpen_throwsInvalidKeychainAndRunsNothing() throws {
        let rows: [(name: String, sql: String, line: UInt)] = [
            ("endless", "UPDATE state SET keys = (\(endless))", #line),
            ("a slot", "INSERT INTO keyset(number, main) VALUES(7, x'00')", #line),
        ]
        for row in rows {
            let store = try makeStore()
            try tamper("CREATE TRIGGER t AFTER INSERT ON item BEGIN \(row.sql); END")
            assertThrowsSoon(.invalidKeychain, row.name, line: row.line) {
                try store.add(password("one"), secret: secret("one"))
            }
            XCTAssertEqual(try PlainDatabase(path).rows("SELECT count(*) FROM keyset"), [["1"]])
            try removeEverything()
        }
    }

    func test_changePassphrase_withTriggerThatPutsSlotsBack_throwsInvalidKeychain() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("one"), cost: .cheapest)
        try tamper(
            """
            CREATE TRIGGER t AFTER DELETE ON slot BEGIN INSERT INTO slot VALUES(old.number + 100, old.kind, old.salt,
            old.passes, old.memory, old.recipient, old.shield, old.sealed, old.checksum); END
            """)
        assertThrowsSoon(.invalidKeychain) {
            try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        }
        XCTAssertEqual(try PlainDatabase(path).rows("SELECT count(*) FROM slot"), [["1"]])
    }

    func test_find_withViewPlantedAfterTheOpen_throwsInvalidKeychain() throws {
        let store = try makeStore()
        try tamper("ALTER TABLE state RENAME TO kept; CREATE VIEW state AS SELECT * FROM kept")
        assertThrowsSoon(.invalidKeychain) { try store.first(Query(identityOf: password("one"))) }
    }
}
