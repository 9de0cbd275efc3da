import Foundation
import XCTest

@testable import SecureStore

/// Rows of a crafted file that lead to the same bytes: reading ends when more was read than the file has.
final class SharedBytesTests: ExportTestCase {
    private let count = 300
    /// Twice the file, and the row that went beyond that, read twice.
    private let mostBytes = 20 << 20

    /// A closed store whose rows are all one row of two megabytes, which is not an item.
    private func makeSharedRows() throws {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<count { try changes.add(password("\(number)"), secret: secret("secret")) }
        }
        try tamper("UPDATE item SET attributes = zeroblob(2000000) WHERE number = 1")
        try tamper("PRAGMA wal_checkpoint(TRUNCATE)")
        let root = try itemRoot()
        try store.backup(to: backupPath)
        try FileManager.default.removeItem(atPath: path)
        var bomb = try PageBomb(backupPath)
        bomb.shareLongRow(among: count, ofTable: root)
        try bomb.write(to: path)
        setMode(0o600, of: path)
    }

    /// A closed store with items that have no secret.
    private func fill(_ count: Int) throws {
        let store = try makeStore()
        for number in 0..<count { try store.add(password("\(number)")) }
    }

    /// The page at which the table of items begins.
    private func itemRoot() throws -> Int {
        let rows = try PlainDatabase(path).rows("SELECT rootpage FROM sqlite_schema WHERE name = 'item'")
        return try XCTUnwrap(Int(rows[0][0]))
    }

    private func bytesRead(_ store: ItemStore) throws -> Int {
        try store.engine.database.read { $0.itemBytes }
    }

    func test_list_ofRowsThatShareTheirBytes_throwsDecodeBeforeItReadsMoreThanTheFile() throws {
        try makeSharedRows()
        let store = try openStore()
        assertThrows(.decode) { try store.list(Query<GenericPassword>(), unreadable: { _, _ in }) { _ in } }
        XCTAssertLessThan(try bytesRead(store), mostBytes)
    }

    func test_everyWalk_overRowsThatShareTheirBytes_throwsDecode() throws {
        try makeSharedRows()
        let store = try openStore()
        let rows: [(name: String, walk: () throws -> Void)] = [
            ("export", { _ = try self.export(store) }), ("rotate", { try store.rotateKeys() }),
        ]
        for row in rows { assertThrows(.decode, row.name) { try row.walk() } }
    }

    func test_each_overRowsThatShareTheirBytes_readsNoMoreThanTheFile() throws {
        try makeSharedRows()
        let store = try openStore()
        var read = 0
        assertThrows(.decode) {
            try store.engine.read(forWalk: true) { snapshot throws(StoreError) in
                defer { read = snapshot.connection.itemBytes }
                try snapshot.finder(store.engine.settings).each(.whole) { _ in }
            }
        }
        XCTAssertTrue((1..<mostBytes).contains(read), "\(read)")
    }

    func test_verify_ofRowsThatShareTheirBytes_namesThem() throws {
        try makeSharedRows()
        let report = try openStore().verify()
        XCTAssertTrue(
            report.problems.contains { $0.hasPrefix("the items take up more than the store's file has") },
            "\(report.problems)")
    }

    func test_find_amongItemsThatShareTheirBytesAndDoNotMatch_throwsDecodeSoon() throws {
        // A seal would lie behind the attributes, and be the same for all.
        try fill(12)
        try tamper("PRAGMA wal_checkpoint(TRUNCATE)")
        let others = directory + "/others"
        try FileManager.default.copyItem(atPath: path, toPath: others)
        let long = "UPDATE item SET attributes = CAST(attributes || zeroblob(1900000) AS BLOB)"
        try tamper("\(long) WHERE number = 1; PRAGMA wal_checkpoint(TRUNCATE)")
        try tamper("\(long); PRAGMA wal_checkpoint(TRUNCATE)", at: others)
        var bomb = try PageBomb(path)
        bomb.shareLongRow(among: try PageBomb(others), ofTable: try itemRoot())
        try bomb.write(to: path)
        let store = try openStore()
        let query = Query<GenericPassword>().where(.service, equals: "mail")
            .where(.accessGroup, equals: "other")
        assertThrows(.decode) { try store.copyMatching(query) }
        let read = try bytesRead(store)
        XCTAssertTrue((4 << 20..<mostBytes).contains(read), "\(read)")
    }

    func test_salvage_ofRowsThatShareTheirBytes_savesTheOthers() throws {
        try makeSharedRows()
        let report = try ItemStore.salvage(from: path, to: directory + "/new", options: options)
        XCTAssertEqual(report.recovered, count - 1)
    }

    func test_list_ofAttributesLongerThanAny_readsNoneOfThemAndNamesTheItem() throws {
        let store = try makeStore()
        for number in 0..<3 { try store.add(password("\(number)")) }
        try tamper("UPDATE item SET attributes = zeroblob(20000000) WHERE number = 2")
        var (found, unreadable): ([String], [String]) = ([], [])
        try store.list(Query<GenericPassword>(), unreadable: { unreadable.append($1.reason) }) {
            found.append($0.item.account)
        }
        XCTAssertEqual(found, ["0", "2"])
        XCTAssertEqual(unreadable.count, 1)
        XCTAssertLessThan(try bytesRead(store), 4_096)
    }

    func test_list_ofManyItemsAsLargeAsTheyMayBe_listsThemAll() throws {
        let store = try makeStore()
        for number in 0..<8 {
            var item = password("\(number)")
            item.comment = String(repeating: "a", count: 1_000_000)
            try store.add(item)
        }
        var count = 0
        for _ in 0..<3 { try store.list(Query<GenericPassword>()) { _ in count += 1 } }
        XCTAssertEqual(count, 24)
    }
}
