import XCTest

@testable import SecureStore

final class FirstTests: StoreTestCase {
    func test_first_withoutMatch_isNil() throws {
        XCTAssertNil(try makeStore().first(query("maria")))
    }

    func test_first_withSeveral_isTheOldest() throws {
        let store = try makeStore()
        for account in ["zoe", "adam"] { try store.add(password(account)) }
        let query = Query<GenericPassword>()
        XCTAssertEqual(try store.first(query)?.item.account, "zoe")
    }

    func test_only_withOne_isThatOne() throws {
        let store = try makeStore()
        for account in ["zoe", "adam"] { try store.add(password(account)) }
        XCTAssertEqual(try store.only(query("adam")).item.account, "adam")
    }

    func test_only_withoutMatch_throwsItemNotFound() throws {
        let store = try makeStore()
        assertThrows(.itemNotFound) { try store.only(query("maria")) }
    }

    func test_only_withSeveral_throwsMultipleValuesUnsupported() throws {
        let store = try makeStore()
        for account in ["zoe", "adam"] { try store.add(password(account)) }
        assertThrows(.multipleValuesUnsupported) {
            try store.only(Query<GenericPassword>().where(.service, equals: "mail"))
        }
    }
}
