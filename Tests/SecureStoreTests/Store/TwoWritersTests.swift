import XCTest

@testable import SecureStore

/// Two objects that write to one store by turns, as two processes do: each remembers what it has proven.
final class TwoWritersTests: StoreTestCase {
    func test_changes_byTurns_keepTheIndexWhole() throws {
        let stores = [try makeStore(), try openStore()]
        try stores[0].transaction { changes in
            for number in 0..<200 { try changes.add(password("\(number)")) }
        }
        var random = SeededGenerator(seed: 1)
        for round in 0..<Effort.rounds(160) {
            // Entries that come in one round go in the next, so that the same nodes come again in other rows.
            let names = (0..<(1 + round / 2 % 12)).map { "more \($0)" }
            let store = stores[Int.random(in: 0...1, using: &random)]
            try store.transaction { changes in
                for name in names {
                    if round.isMultiple(of: 2) {
                        try changes.add(password(name))
                    } else {
                        try changes.delete(query(name))
                    }
                }
            }
            for store in stores {
                XCTAssertEqual(try store.first(query("more 0")) != nil, round.isMultiple(of: 2))
            }
        }
        XCTAssertTrue(try openStore().verify().isIntact)
    }

    func test_change_afterOneThatWasUndone_keepsTheIndexWhole() throws {
        let store = try makeStore()
        for round in 0..<Effort.rounds(40) {
            struct Undone: Error {}
            XCTAssertThrowsError(
                try store.transaction { changes in
                    for number in 0..<60 { try changes.add(password("\(round) \(number)")) }
                    throw Undone()
                })
            for number in 0..<3 { try store.add(password("\(round) \(number)")) }
        }
        XCTAssertTrue(try store.verify().isIntact)
    }
}
