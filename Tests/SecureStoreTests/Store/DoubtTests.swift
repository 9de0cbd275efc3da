import XCTest

@testable import SecureStore

/// A store from which somebody took a row away: nothing in it counts as absent, whoever asks.
final class DoubtTests: StoreTestCase {
    private func storeWithDroppedRow() throws -> ItemStore {
        let store = try makeStore()
        for account in ["dropped", "maria"] { try store.add(password(account), secret: secret(account)) }
        try Connection(path: path, role: .writing).execute("DELETE FROM item WHERE number = 1")
        return try openStore()
    }

    func test_search_forTheDroppedItem_throwsInvalidKeychain() throws {
        let store = try storeWithDroppedRow()
        assertThrows(.invalidKeychain) { try store.copyMatching(query("dropped")) }
        assertThrows(.invalidKeychain) { try store.first(query("dropped")) }
        assertThrows(.invalidKeychain) { try store.list(query("dropped")) { _ in } }
        assertThrows(.invalidKeychain) { try store.value(Int.self, service: "mail", account: "dropped") }
    }

    func test_change_ofTheDroppedItem_throwsInvalidKeychain() throws {
        let store = try storeWithDroppedRow()
        assertThrows(.invalidKeychain, "update") { try store.update(query("dropped"), Changes()) }
        assertThrows(.invalidKeychain, "delete") { try store.delete(query("dropped")) }
        assertThrows(.invalidKeychain, "removeAll") { try store.removeAll(query("dropped")) }
        assertThrows(.invalidKeychain, "deleteAll") { try store.deleteAll(of: Key.self) }
        assertThrows(.invalidKeychain, "replace") {
            try store.replace(password("dropped"), secret: nil, ifGeneration: 1)
        }
    }

    func test_setAndGetOrCreate_ofTheDroppedItem_doNotMakeItAgain() throws {
        let store = try storeWithDroppedRow()
        assertThrows(.invalidKeychain) { try store.set(password("dropped")) }
        assertThrows(.invalidKeychain) {
            try store.getOrCreate(password("dropped")) {
                XCTFail("made again")
                return try secret("new")
            }
        }
    }

    func test_search_insideTransaction_throwsInvalidKeychain() throws {
        let store = try storeWithDroppedRow()
        try store.transaction { changes in
            assertThrows(.invalidKeychain) { try changes.copyMatching(query("dropped")) }
            assertThrows(.invalidKeychain) {
                try changes.copyMatching(Query<GenericPassword>().limit(.all))
            }
            assertThrows(.invalidKeychain) { try changes.copyMatching(Query<Identity>()) }
        }
    }

    func test_find_ofAnotherItem_isNotTrustedToBeTodays() throws {
        let store = try storeWithDroppedRow()
        assertThrows(.invalidKeychain) { try store.copyMatching(query("maria")) }
        assertThrows(.invalidKeychain) { try store.update(query("maria"), Changes().set(.label, to: "l")) }
    }

    func test_find_ofRowPutBack_throwsInvalidKeychain() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("old"))
        let plain = try Connection(path: path, role: .writing)
        try plain.execute("CREATE TEMP TABLE kept AS SELECT * FROM item")
        try store.set(password("maria"), secret: secret("new"))
        try plain.execute("DELETE FROM item; INSERT INTO item SELECT * FROM kept")
        let reopened = try openStore()
        assertThrows(.invalidKeychain) { try reopened.copyMatching(query("maria")) }
    }

    /// One row is damaged, and shows it: the others are still what they say.
    private func storeWithDamagedRow() throws -> ItemStore {
        let store = try makeStore()
        for account in ["damaged", "maria"] { try store.add(password(account), secret: secret(account)) }
        try Connection(path: path, role: .writing).execute(
            "UPDATE item SET third = zeroblob(16) WHERE number = 1")
        return try openStore()
    }

    func test_anyCall_onItemBesideADamagedOne_works() throws {
        let store = try storeWithDamagedRow()
        XCTAssertEqual(try store.copyMatching(query("maria")).first?.secret?.text, "maria")
        XCTAssertEqual(try store.update(query("maria"), Changes().set(.label, to: "l")), 1)
        XCTAssertNoThrow(try store.set(password("maria"), secret: secret("new")))
        try store.transaction { changes in
            XCTAssertEqual(try changes.copyMatching(query("maria")).first?.secret?.text, "new")
        }
        XCTAssertEqual(try store.delete(query("maria")), 1)
    }
}
