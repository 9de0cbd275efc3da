import Foundation
import XCTest

@testable import SecureStore

/// No read leaves SQLite at a state, and no error leaves the connection where it was.
final class LeakedHoldTests: StoreTestCase {
    /// True if the journal can be truncated at once: no connection holds a state.
    private func isFree() throws -> Bool {
        let database = try PlainDatabase(path)
        return try database.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0][0] == "0"
    }

    private func makeWarmStore() throws -> ItemStore {
        let store = try makeStore()
        for name in ["maria", "marta", "miro"] { try store.add(password(name), secret: secret("one")) }
        for name in ["maria", "marta"] { for _ in 0..<3 { _ = try store.first(query(name)) } }
        return store
    }

    private func reads(_ store: ItemStore) -> [() throws -> Void] {
        let all = Query<GenericPassword>()
        return [
            { _ = try store.first(query("maria")) }, { _ = try store.first(query("miro")) },
            { _ = try store.first(query("nobody")) }, { _ = try store.itemCount() },
            { _ = try store.count(all) }, { _ = try store.lockSettings() }, { _ = try store.information() },
            { _ = try store.sequenceNumber() }, { _ = try store.verify() },
            { _ = try store.page(all, limit: 1) },
            { try store.list(all) { _ in throw StoreError(.param, "enough") } },
            { try store.list(all) { _ in _ = try store.first(query("miro")) } },
        ]
    }

    func test_reads_ofAllKinds_leaveTheJournalFree() throws {
        let store = try makeWarmStore()
        for (number, read) in reads(store).enumerated() {
            for turn in 0..<3 {
                if turn == 1 { try openStore().set(password("other"), secret: secret("\(number)")) }
                try? read()
                XCTAssertTrue(try isFree(), "read \(number), turn \(turn)")
            }
        }
    }

    func test_find_thatThrewOverADamagedRow_leavesTheConnectionAsItWas() throws {
        let store = try makeWarmStore()
        try tamper("UPDATE item SET first = randomblob(16) WHERE number = 3")
        for turn in 0..<3 {
            if turn == 1 { try openStore().set(password("other"), secret: secret("1")) }
            assertThrows(.decode) { _ = try store.first(query("miro")) }
            XCTAssertTrue(try isFree())
            try openStore().set(password("maria"), secret: secret("\(turn)"))
            XCTAssertEqual(try store.first(query("maria"))?.secret?.text, "\(turn)")
        }
    }

    func test_find_inListAfterOwnAndForeignChanges_answersTheLatest() throws {
        let (store, other) = (try makeWarmStore(), try openStore())
        var turn = 0
        try store.list(Query<GenericPassword>()) { _ in
            turn += 1
            try other.set(password("maria"), secret: secret("foreign \(turn)"))
            XCTAssertEqual(try store.first(query("maria"))?.secret?.text, "foreign \(turn)")
            try store.set(password("maria"), secret: secret("own \(turn)"))
            XCTAssertEqual(try store.first(query("maria"))?.secret?.text, "own \(turn)")
        }
        XCTAssertEqual(turn, 3)
    }

    func test_find_overtakenEachTimeBeforeItsRow_answersWithinTwoTurns() throws {
        let (store, other) = (try makeWarmStore(), try openStore())
        for round in 0..<20 {
            for _ in 0..<2 { _ = try store.first(query("maria")) }
            var turns = 0
            let count = try store.read { snapshot throws(StoreError) -> Int in
                turns += 1
                try other.set(password("maria"), secret: SecretBytes.random(count: 10))
                return try snapshot.finder(store.engine.settings).find(
                    query("miro").selection, .read(secrets: true)
                ).count
            }
            XCTAssertEqual(count, 1)
            XCTAssertLessThanOrEqual(turns, 2, "\(round)")
        }
    }
}
