import Foundation
import StoreExerciser
import SecureStoreTesting
import XCTest

@testable import SecureStore

/// Older formats: two that are made up, and those that were.
final class MigrationTests: StoreTestCase {
    private var migratingOptions: StoreOptions { optionsThatMigrate(MadeUpFormats.migrations) }

    private func version() throws -> String? {
        try PlainDatabase(path).rows("PRAGMA user_version").first?.first
    }

    private func open(_ migrations: [Migration]) throws -> ItemStore {
        try ItemStore.open(at: path, options: optionsThatMigrate(migrations))
    }

    func test_open_ofOlderFormat_migratesAndKeepsEveryItem() throws {
        for origin in [0, 1] {
            let expected = try makeOlderStore(origin, items: 20)
            XCTAssertEqual(try itemsOfIntactStore(at: path, migratingOptions), expected, "format \(origin)")
            XCTAssertEqual(try version(), "4")
            try FileManager.default.removeItem(atPath: path)
        }
    }

    func test_open_afterMigration_needsNoMigrationAnyMore() throws {
        let expected = try makeOlderStore(0, items: 3)
        _ = try open(MadeUpFormats.migrations)
        XCTAssertEqual(try itemsOfIntactStore(at: path), expected)
    }

    func test_open_ofOlderFormatWithoutItsStep_throwsAndChangesNothing() throws {
        _ = try makeOlderStore(0, items: 3)
        let before = try contents()
        let all = MadeUpFormats.migrations
        for migrations in [[], [all[0]], [all[1]], all.dropLast()] {
            assertThrows(.invalidKeychain) { try self.open(migrations) }
            XCTAssertEqual(try contents(), before)
        }
    }

    func test_open_withStepThatFails_throwsAndKeepsTheOldFormat() throws {
        let good = MadeUpFormats.migrations
        let rows: [(name: String, step: Migration, line: UInt)] = [
            ("wrong SQL", good[1].with(sql: good[1].sql + "; nonsense"), #line),
            ("no such table", good[1].with(sql: "DROP TABLE nothing"), #line),
            ("other tables afterwards", good[1].with(sql: good[1].sql + "; CREATE TABLE a(b)"), #line),
            ("nothing done", good[1].with(sql: ""), #line),
        ]
        let expected = try makeOlderStore(0, items: 3)
        for row in rows {
            XCTAssertThrowsError(try open([good[0], row.step] + good.dropFirst(2)), row.name, line: row.line)
            XCTAssertEqual(try version(), "0", row.name, line: row.line)
        }
        XCTAssertEqual(try itemsOfIntactStore(at: path, migratingOptions), expected)
    }

    func test_open_ofOlderFormatWithOtherTables_throwsAndChangesNothing() throws {
        _ = try makeOlderStore(1, items: 3)
        try tamper("CREATE TRIGGER mine AFTER DELETE ON item BEGIN DELETE FROM slot; END")
        let before = try contents()
        assertThrows(.invalidKeychain) { try self.open(MadeUpFormats.migrations) }
        XCTAssertEqual(try contents(), before)
    }

    func test_open_ofLaterFormat_throwsWrongSecVersionAndChangesNothing() throws {
        _ = try makeStore()
        try tamper("PRAGMA user_version = 5")
        let before = try contents()
        assertThrows(.wrongSecVersion) { try self.open(MadeUpFormats.migrations) }
        XCTAssertEqual(try contents(), before)
    }

    func test_add_whereAnEarlierProgramReplacedTheStore_saysSo() throws {
        let store = try makeStore()
        try PlainDatabase(path).run("DROP TABLE link; PRAGMA user_version = 3")
        XCTAssertThrowsError(try store.add(password("new"), secret: nil)) { error in
            XCTAssertEqual((error as? StoreError)?.status, .wrongSecVersion)
            XCTAssertTrue((error as? StoreError)?.reason.contains("open it again") ?? false, "\(error)")
        }
    }

    func test_open_ofOlderFormatWhileLocked_throwsDatabaseLockedAndChangesNothing() throws {
        _ = try makeOlderStore(1, items: 3)
        let other = try Connection(path: path, role: .writing)
        try other.statement(.beginWriting).run()
        var hasty = migratingOptions
        hasty.patience = .milliseconds(100)
        assertThrows(.databaseLocked) { try ItemStore.open(at: self.path, options: hasty) }
        try other.statement(.rollback).run()
        XCTAssertEqual(try version(), "1")
    }

    func test_restore_ofBackupOfOlderFormat_migratesTheCopyAlone() throws {
        let expected = try makeOlderStore(0, items: 3)
        try FileManager.default.moveItem(atPath: path, toPath: backupPath)
        let before = try contents()[backupPath.lastPart]
        let restored = try ItemStore.restore(from: backupPath, to: path, options: migratingOptions)
        XCTAssertEqual(try items(of: restored.store), expected)
        XCTAssertEqual(try contents()[backupPath.lastPart], before)
    }
}

extension StoreTestCase {
    /// The test's options, with steps from formats that never were.
    func optionsThatMigrate(_ migrations: [Migration]) -> StoreOptions {
        var options = StoreOptions(
            now: { [clock] in clock.now }, TestTerms(allowsAnyCost: true, migrations: migrations))
        options.deviceKey = self.options.deviceKey
        return options
    }

    /// Makes a store of a format that never was, and returns its items.
    func makeOlderStore(_ version: Int, items count: Int, at other: String? = nil) throws -> [String:
        SecretBytes]
    {
        let path = other ?? path
        let store = try ItemStore.create(at: path, options: options)
        try store.transaction { changes throws(StoreError) in
            for number in 0..<count {
                try changes.add(password("\(number)"), secret: SecretBytes.random(count: 40))
            }
        }
        let expected = try items(of: store)
        try tamper(MadeUpFormats.toFormat1, at: path)
        if version == 0 { try tamper(MadeUpFormats.toFormat0, at: path) }
        try PlainDatabase(path).run("PRAGMA wal_checkpoint(TRUNCATE)")
        return expected
    }
}

extension Migration {
    fileprivate func with(sql: String) -> Migration { Migration(from: origin, tables: tables, sql: sql) }
}
