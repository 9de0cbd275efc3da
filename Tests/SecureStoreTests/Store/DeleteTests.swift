import XCTest

@testable import SecureStore

final class DeleteTests: StoreTestCase {
    private func store(_ accounts: String...) throws -> ItemStore {
        let store = try makeStore()
        for account in accounts { try store.add(password(account), secret: secret(account)) }
        return store
    }

    func test_delete_ofEachClass_takesItAway() throws {
        let store = try makeStore()
        for item in try SampleItems.all() {
            try store.add(item)
            try assertDeletes(item, store)
        }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    private func assertDeletes<Item: StorableItem>(_ item: Item, _ store: ItemStore) throws {
        XCTAssertEqual(try store.delete(Query(identityOf: item)), 1, "\(Item.itemClass)")
        XCTAssertNil(try store.first(Query(identityOf: item)), "\(Item.itemClass)")
    }

    func test_delete_ofSeveral_takesEveryOne() throws {
        let store = try store("maria", "adam")
        XCTAssertEqual(try store.delete(Query<GenericPassword>().where(.service, equals: "mail")), 2)
    }

    func test_delete_withTwoValuesForOneAttribute_deletesNothing() throws {
        let store = try store("alice", "bob")
        let both = Query<GenericPassword>().where(.account, equals: "alice").where(.account, equals: "bob")
        assertThrows(.itemNotFound) { try store.delete(both) }
        XCTAssertEqual(try store.count(both), 0)
        XCTAssertEqual(try store.itemCount(), 2)
    }

    func test_delete_withTwoReferences_deletesNothing() throws {
        let store = try store("alice", "bob")
        let found = try store.copyMatching(Query<GenericPassword>()).map(\.reference)
        let both = Query<GenericPassword>().reference(found[0]).reference(found[1])
        assertThrows(.itemNotFound) { try store.delete(both) }
        XCTAssertEqual(try store.delete(Query<GenericPassword>().reference(found[1]).reference(found[1])), 1)
    }

    func test_delete_withTwoHosts_takesWhatIsOfBoth() throws {
        let store = try makeStore()
        for server in ["a.example", "mail.b.example"] { try store.add(InternetPassword(server: server)) }
        let apart = Query<InternetPassword>().hostOrSubdomain(of: "a.example").hostOrSubdomain(
            of: "b.example")
        assertThrows(.itemNotFound) { try store.delete(apart) }
        let both = Query<InternetPassword>().hostOrSubdomain(of: "b.example").hostOrSubdomain(of: "example")
        XCTAssertEqual(try store.delete(both), 1)
    }

    /// A locked item is judged by its tokens, of which one covers the whole identity.
    func test_delete_withTwoValuesWhileLocked_deletesNothing() throws {
        let store = try makeStore()
        let item = try InternetPassword(server: "mail.example", account: "maria", port: 80)
        try store.add(item, secret: secret("one"))
        store.lock()
        let both = Query(identityOf: item).where(.port, equals: 81)
        assertThrows(.itemNotFound) { try store.delete(both) }
        try store.unlock(with: .deviceKey)
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_delete_withTwoSpellingsWhileLocked_deletesNothing() throws {
        let store = try makeStore()
        let item = try InternetPassword(server: "mail.example", account: "maria", path: "/\u{e9}")
        try store.add(item, secret: secret("one"))
        // Equal as text, and other bytes.
        let both = Query(identityOf: item).where(.path, equals: "/e\u{301}")
        assertThrows(.itemNotFound) { try store.delete(both) }
        store.lock()
        assertThrows(.itemNotFound) { try store.delete(both) }
        try store.unlock(with: .deviceKey)
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_delete_withoutMatch_throwsItemNotFound() throws {
        let store = try store("maria")
        assertThrows(.itemNotFound) { try store.delete(query("adam")) }
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_delete_withoutCondition_throwsParam() throws {
        let store = try store("maria")
        let queries = [
            Query<GenericPassword>(), Query(), Query().synchronizable(.any),
        ]
        for query in queries { assertThrows(.param) { try store.delete(query) } }
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_delete_whereATextIsEmpty_throwsParam() throws {
        let store = try store("maria", "adam")
        assertThrows(.param) { try store.delete(Query<GenericPassword>().where(.account, startsWith: "")) }
        assertThrows(.param) {
            try store.deleteIfPresent(Query<GenericPassword>().where(.label, contains: ""))
        }
        XCTAssertEqual(try store.itemCount(), 2)
    }

    func test_delete_withOtherAccessibility_throwsItemNotFound() throws {
        let store = try store("maria")
        assertThrows(.itemNotFound) {
            try store.delete(query("maria").where(.accessibility, equals: .always))
        }
    }

    func test_delete_byReference_takesThatOneAway() throws {
        let store = try store("maria")
        let reference = try store.add(password("adam"))
        try store.delete(Query<GenericPassword>().reference(reference))
        XCTAssertNotNil(try store.first(query("maria")))
        assertThrows(.itemNotFound) { try store.delete(Query<GenericPassword>().reference(reference)) }
    }

    func test_deleteAll_ofClass_leavesTheOthers() throws {
        let store = try store("maria", "adam")
        try store.add(SampleItems.key)
        XCTAssertEqual(try store.deleteAll(of: GenericPassword.self), 2)
        XCTAssertNotNil(try store.first(Query<KeyItem>()))
    }

    func test_deleteAll_ofSynchronizableItems_leavesThem() throws {
        let store = try store("maria")
        try store.add(GenericPassword(isSynchronizable: true))
        XCTAssertEqual(try store.deleteAll(of: GenericPassword.self), 1)
        XCTAssertNotNil(try store.first(Query<GenericPassword>().synchronizable(.only)))
    }

    func test_deleteAll_ofNone_throwsItemNotFound() throws {
        let store = try makeStore()
        assertThrows(.itemNotFound) { try store.deleteAll(of: KeyItem.self) }
    }

    func test_removeAll_withScope_returnsTheCount() throws {
        let store = try store("maria", "adam")
        XCTAssertEqual(try store.deleteIfPresent(Query<GenericPassword>().where(.service, equals: "mail")), 2)
        XCTAssertEqual(try store.deleteIfPresent(Query<GenericPassword>().where(.service, equals: "mail")), 0)
    }

    func test_removeAll_withoutScope_throwsParam() throws {
        let store = try store("maria")
        for query in [Query<GenericPassword>(), Query(), Query().synchronizable(.only)] {
            assertThrows(.param) { try store.deleteIfPresent(query) }
        }
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_delete_untilNotFound_ends() throws {
        let store = try store("maria", "adam")
        let mail = Query<GenericPassword>().where(.service, equals: "mail")
        var rounds = 0
        while try store.deleteIfPresent(mail) > 0 { rounds += 1 }
        XCTAssertEqual(rounds, 1)
    }

    func test_callsThatNameTheirItem_whereAnotherDiffersInARarePart_leaveThatOneAlone() throws {
        let store = try makeStore()
        let maria = password("maria")
        for part in ClassTable.variant {
            var attributes = maria.attributes
            try attributes.set(part, to: .string("other"))
            let other = try GenericPassword(attributes: attributes)
            try store.add(maria, secret: secret("one"))
            try store.add(other, secret: secret("two"))
            try store.update(maria, Changes().secret(secret("three")))
            XCTAssertEqual(try store.secret(of: other)?.text, "two", "\(part)")
            try store.delete(maria)
            XCTAssertEqual(try store.secret(of: other)?.text, "two", "\(part)")
            XCTAssertNil(try store.secret(of: maria), "\(part)")
            try store.delete(other)
        }
    }
}
