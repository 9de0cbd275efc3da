import XCTest

@testable import SecureStore

final class TransactionTests: StoreTestCase {
    private struct Refused: Error {}

    func test_transaction_thatReturns_keepsAllItsChanges() throws {
        let store = try makeStore()
        try store.transaction { changes in
            for account in ["maria", "adam"] { try changes.add(password(account)) }
            try changes.update(query("adam"), Changes().set(.label, to: "l"))
        }
        XCTAssertEqual(try store.itemCount(), 2)
        XCTAssertEqual(try store.first(query("adam"))?.item.label, "l")
    }

    func test_transaction_always_isOneChangeOfTheStore() throws {
        let store = try makeStore()
        let before = try store.sequenceNumber()
        try store.transaction { changes in
            for account in ["maria", "adam"] { try changes.add(password(account)) }
        }
        XCTAssertEqual(try store.sequenceNumber(), before + 1)
    }

    func test_transaction_withoutChanges_leavesTheSequenceNumber() throws {
        let store = try makeStore()
        let before = try store.sequenceNumber()
        try store.transaction { _ in }
        XCTAssertEqual(try store.sequenceNumber(), before)
    }

    func test_transaction_thatThrows_undoesAllItsChanges() throws {
        let store = try makeStore()
        try store.add(password("zoe"), secret: secret("one"))
        XCTAssertThrowsError(
            try store.transaction { changes in
                try changes.add(password("maria"))
                try changes.set(password("zoe"), secret: secret("two"))
                try changes.delete(query("zoe"))
                throw Refused()
            }
        ) { XCTAssertTrue($0 is Refused) }
        XCTAssertEqual(try store.itemCount(), 1)
        XCTAssertEqual(try store.only(query("zoe")).secret?.text, "one")
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_transaction_withErrorOfTheStore_throwsThatOne() throws {
        let store = try makeStore()
        assertThrows(.duplicateItem) {
            try store.transaction { changes in
                try changes.add(password("maria"))
                try changes.add(password("maria"))
            }
        }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_transaction_withErrorCaughtInside_keepsTheRest() throws {
        let store = try makeStore()
        try store.transaction { changes in
            try changes.add(password("maria"), secret: secret("one"))
            assertThrows(.duplicateItem) { try changes.add(password("maria")) }
            try changes.add(password("adam"))
        }
        XCTAssertEqual(try store.itemCount(), 2)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_transaction_withUpdateRefusedInside_undoesThatOneAlone() throws {
        let store = try makeStore()
        try store.transaction { changes in
            for account in ["maria", "adam", "zoe"] { try changes.add(password(account)) }
            let all = Query<GenericPassword>()
            assertThrows(.duplicateItem) { try changes.update(all, Changes().set(.account, to: "new")) }
        }
        XCTAssertNil(try store.first(query("new")))
        XCTAssertEqual(try store.itemCount(), 3)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_transaction_always_seesItsOwnChanges() throws {
        try makeStore().transaction { changes in
            try changes.add(password("maria"), secret: secret("one"))
            XCTAssertEqual(try changes.copyMatching(query("maria")).first?.secret?.text, "one")
            try changes.delete(query("maria"))
            assertThrows(.itemNotFound) { try changes.copyMatching(query("maria")) }
        }
    }

    func test_transaction_beforeItEnds_isSeenByNobodyElse() throws {
        let (store, other) = (try makeStore(), try openStore())
        try store.transaction { changes in
            try changes.add(password("maria"))
            XCTAssertNil(try other.first(query("maria")))
        }
        XCTAssertNotNil(try other.first(query("maria")))
    }

    func test_transaction_always_returnsWhatItsBodyDoes() throws {
        let reference = try makeStore().transaction { changes in try changes.add(password("maria")) }
        XCTAssertEqual(reference.itemClass, .genericPassword)
    }

    func test_replace_insideTransaction_comparesWithItsOwnChanges() throws {
        try makeStore().transaction { changes in
            try changes.add(password("maria"))
            let second = try changes.replace(password("maria"), secret: nil, ifGeneration: 1)
            XCTAssertEqual(second, 2)
            assertThrows(.recordModified) {
                try changes.replace(password("maria"), secret: nil, ifGeneration: 1)
            }
        }
    }

    func test_transaction_afterFailureOfTheFile_refusesToGoOn() throws {
        let store = try makeStore()
        try store.add(password("zoe"))
        assertThrows(.diskFull) {
            try store.transaction { changes in
                // SQLite undoes the whole transaction when the file cannot grow.
                try changes.session.connection.execute("PRAGMA max_page_count = 1")
                assertThrows(.diskFull) {
                    try changes.add(password("maria"), secret: SecretBytes.random(count: 1 << 16))
                }
                try changes.session.connection.execute("PRAGMA max_page_count = 1000000")
                assertThrows(.diskFull) { try changes.add(password("adam")) }
                assertThrows(.diskFull) { try changes.first(query("zoe")) }
            }
        }
        XCTAssertEqual(try store.itemCount(), 1)
        XCTAssertTrue(try store.verify().isIntact)
    }
}
