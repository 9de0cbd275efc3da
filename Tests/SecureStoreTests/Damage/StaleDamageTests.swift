import Foundation
import XCTest

@testable import SecureStore

/// Tests of what was damaged for a while and is whole again: a warm store must not go on with the damage.
final class StaleDamageTests: StoreTestCase {
    /// The bytes of a column of the only row, as SQLite's text for them.
    private func column(_ name: String, of table: String, _ database: PlainDatabase) throws -> String {
        try XCTUnwrap(try database.rows("SELECT hex(\(name)) FROM \(table)").first?.first)
    }

    private static func text(_ content: Data, at place: Int) -> String {
        Hexadecimal.text(of: content[place...].prefix(16)).uppercased()
    }

    private func assertAnswersAfterRepair(of name: String) throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        let database = try PlainDatabase(path)
        let good = try column(name, of: "item", database)
        let bad = good.dropLast(2) + (good.hasSuffix("00") ? "FF" : "00")
        try database.run("UPDATE item SET \(name) = x'\(bad)'")
        assertThrows(.decode) { _ = try store.first(query("maria")) }
        try database.run("UPDATE item SET \(name) = x'\(good)'")
        XCTAssertEqual(try openStore().first(query("maria"))?.secret?.text, "one")
        XCTAssertEqual(try store.first(query("maria"))?.secret?.text, "one")
    }

    func test_find_afterDamagedSecretWasPutRight_answersIt() throws {
        try assertAnswersAfterRepair(of: "secret")
    }

    func test_find_afterDamagedAttributesWerePutRight_answersIt() throws {
        try assertAnswersAfterRepair(of: "attributes")
    }

    func test_find_afterRowNumbersInABlockWerePutRight_answersIt() throws {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<100 { try changes.add(password("\(number)"), secret: secret("one")) }
        }
        let database = try PlainDatabase(path)
        let blocks = try database.rows(
            "SELECT number, hex(content) FROM node WHERE substr(content, 1, 1) = x'01'")
        // The numbers are the end, which no digest covers.
        func write(_ content: (String) -> String) throws {
            for block in blocks {
                try database.run(
                    "UPDATE node SET content = x'\(content(block[1]))' WHERE number = \(block[0])")
            }
        }
        let all = Query<GenericPassword>().where(.service, equals: "mail")
        try write { $0.dropLast(2) + ($0.hasSuffix("40") ? "41" : "40") }
        assertThrows(.invalidKeychain) { _ = try store.count(all) }
        try write { $0 }
        XCTAssertEqual(try store.count(all), 100)
    }

    func test_find_afterStateWasDamagedAndPutRightWithoutCommit_answers() throws {
        try makeStore().add(password("maria"), secret: secret("one"))
        let store = try openStore()
        let database = try PlainDatabase(path)
        let sealed = try column("sealed", of: "state", database)
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        let place = try XCTUnwrap(content.indices.first { Self.text(content, at: $0) == sealed.prefix(32) })
        let good = content[place..<place + 16]
        let file = try XCTUnwrap(FileHandle(forUpdatingAtPath: path))
        for (bytes, status) in [(Data(good.map { $0 ^ 1 }), StoreStatus.invalidKeychain), (good, nil)] {
            try file.seek(toOffset: UInt64(place))
            try file.write(contentsOf: bytes)
            guard let status else { continue }
            for _ in 0..<2 { assertThrows(status) { _ = try store.first(query("maria")) } }
        }
        XCTAssertEqual(try store.first(query("maria"))?.secret?.text, "one")
    }
}
