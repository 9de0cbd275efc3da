import XCTest

@testable import SecureStore

/// One letter and two that look like it: equal strings in Swift, other bytes, and so other items.
final class NormalFormTests: StoreTestCase {
    private let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")

    private func storeOfBoth() throws -> ItemStore {
        let store = try makeStore()
        for account in [composed, decomposed] {
            try store.add(password(account), secret: secret("\(account.utf8.count)"))
        }
        return store
    }

    private func secrets(_ store: ItemStore) throws -> [String?] {
        try [composed, decomposed].map { try store.only(query($0)).secret?.text }
    }

    func test_add_ofNamesInBothForms_makesTwoItems() throws {
        XCTAssertEqual(password(composed), password(decomposed), "equal in Swift")
        let store = try storeOfBoth()
        XCTAssertEqual(try store.count(Query<GenericPassword>()), 2)
        XCTAssertEqual(try secrets(store), ["5", "6"])
        assertThrows(.duplicateItem) { try store.add(password(decomposed)) }
    }

    func test_change_ofOneForm_leavesTheOther() throws {
        let store = try storeOfBoth()
        try store.set(password(composed), secret: secret("new"))
        try store.update(query(decomposed), Changes().secret(secret("newer")))
        XCTAssertEqual(try secrets(store), ["new", "newer"])
        try store.delete(query(composed))
        XCTAssertEqual(try store.only(query(decomposed)).secret?.text, "newer")
        assertThrows(.itemNotFound) { try store.only(query(composed)) }
    }

    func test_update_fromOneFormToTheOther_renames() throws {
        let store = try makeStore()
        try store.add(password(composed), secret: secret("x"))
        try store.update(query(composed), Changes().set(.account, to: decomposed))
        assertThrows(.itemNotFound) { try store.only(query(composed)) }
        let found = try store.only(query(decomposed)).item.account
        XCTAssertEqual(Array(found.utf8), Array(decomposed.utf8))
    }
}
