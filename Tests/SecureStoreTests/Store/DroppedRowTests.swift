import XCTest

@testable import SecureStore

/// A store from which somebody took a row away, closed or while it is open: that item is damaged, and no other.
final class DroppedRowTests: StoreTestCase {
    private func storeWithDroppedRow() throws -> ItemStore {
        let store = try makeStore()
        for account in ["dropped", "maria"] { try store.add(password(account), secret: secret(account)) }
        try tamper("DELETE FROM item WHERE number = 1")
        return store
    }

    func test_search_forTheDroppedItem_throwsDecode() throws {
        for store in [try storeWithDroppedRow(), try openStore()] {
            assertThrows(.decode) { try store.copyMatching(query("dropped")) }
            assertThrows(.decode) { try store.first(query("dropped")) }
            assertThrows(.decode) { try store.list(query("dropped")) { _ in } }
            assertThrows(.decode) {
                try store.value(Int.self, of: GenericPassword(service: "mail", account: "dropped"))
            }
        }
    }

    func test_change_ofTheDroppedItem_throwsDecode() throws {
        let store = try storeWithDroppedRow()
        assertThrows(.decode, "update") { try store.update(query("dropped"), Changes()) }
        assertThrows(.decode, "delete") { try store.delete(query("dropped")) }
        assertThrows(.decode, "removeAll") { try store.deleteIfPresent(query("dropped")) }
        assertThrows(.decode, "deleteAll") { try store.deleteAll(of: GenericPassword.self) }
        assertThrows(.decode, "replace") {
            try store.replace(password("dropped"), secret: nil, ifGeneration: 1)
        }
    }

    func test_addSetAndGetOrCreate_ofTheDroppedItem_doNotMakeItAgain() throws {
        let store = try storeWithDroppedRow()
        assertThrows(.decode) { try store.add(password("dropped")) }
        assertThrows(.decode) { try store.set(password("dropped")) }
        assertThrows(.decode) {
            try store.getOrCreate(password("dropped")) {
                XCTFail("made again")
                return try secret("new")
            }
        }
    }

    func test_search_insideTransaction_throwsDecode() throws {
        let store = try storeWithDroppedRow()
        try store.transaction { changes in
            assertThrows(.decode) { try changes.copyMatching(query("dropped")) }
            assertThrows(.decode) { try changes.copyMatching(Query<GenericPassword>()) }
        }
    }

    func test_anyCall_onAnotherItem_works() throws {
        let store = try storeWithDroppedRow()
        XCTAssertEqual(try store.copyMatching(query("maria")).first?.secret?.text, "maria")
        XCTAssertEqual(try store.update(query("maria"), Changes().set(.label, to: "l")), 1)
        XCTAssertNoThrow(try store.set(password("maria"), secret: secret("new")))
        XCTAssertEqual(try store.copyMatching(query("maria")).first?.secret?.text, "new")
        XCTAssertNil(try store.first(query("nobody")))
        XCTAssertEqual(try store.delete(query("maria")), 1)
    }

    func test_list_throwsUnlessTheLossIsTaken() throws {
        let store = try storeWithDroppedRow()
        assertThrows(.decode) { try store.list(Query<GenericPassword>()) { _ in } }
        var (seen, losses): ([String], [Status]) = ([], [])
        try store.list(
            Query<GenericPassword>(),
            unreadable: { reference, error in
                XCTAssertNil(reference)
                losses.append(error.status)
            }
        ) { seen.append($0.item.account) }
        XCTAssertEqual(seen, ["maria"])
        XCTAssertEqual(losses, [.decode])
    }

    func test_itemCount_withDroppedRow_countsWhatThereShouldBe() throws {
        XCTAssertEqual(try storeWithDroppedRow().itemCount(), 2)
    }
}
