import FoundationEssentials
import XCTest

@testable import SecureStore

final class SetTests: StoreTestCase {
    func test_set_ofNewItem_addsIt() throws {
        let store = try makeStore()
        let reference = try store.set(password("maria"), secret: secret("one"))
        let match = try store.requireUnique(query("maria"))
        XCTAssertEqual(match.reference, reference)
        XCTAssertEqual(match.secret?.text, "one")
    }

    func test_set_ofItemOfEachClassThatIsThere_keepsReferenceAndCreationDate() throws {
        let store = try makeStore()
        for item in try SampleItems.all() { try assertReplaces(item, store) }
    }

    private func assertReplaces<Item: StorableItem>(_ item: Item, _ store: ItemStore) throws {
        let created = clock.now
        let reference = try store.add(item, secret: secret("one"))
        clock.advance(by: 60)
        XCTAssertEqual(try store.set(item, secret: secret("two")), reference)
        let match = try store.requireUnique(Query(identityOf: item))
        XCTAssertEqual(match.secret?.text, "two")
        XCTAssertEqual(match.item.creationDate, created)
        XCTAssertEqual(match.item.modificationDate, clock.now)
    }

    func test_set_withOtherAttributes_replacesAllOfThem() throws {
        let store = try makeStore()
        var item = password("maria")
        (item.label, item.comment) = ("l", "c")
        try store.set(item, secret: secret("one"))
        item = password("maria", .always)
        item.label = "m"
        try store.set(item)
        let match = try store.requireUnique(query("maria"))
        XCTAssertEqual([match.item.label, match.item.comment], ["m", nil])
        XCTAssertEqual(match.item.accessibility, .always)
        XCTAssertNil(match.secret)
    }

    func test_set_inAnotherGroup_isAnotherItem() throws {
        let store = try makeStore()
        let first = try store.set(password("maria"))
        let second = try store.set(GenericPassword(service: "mail", account: "maria", accessGroup: "team"))
        XCTAssertNotEqual(first, second)
    }

    func test_set_ofSynchronizableTwin_isAnotherItem() throws {
        let store = try makeStore()
        let first = try store.set(GenericPassword(service: "mail"))
        let second = try store.set(GenericPassword(service: "mail", isSynchronizable: true))
        XCTAssertNotEqual(first, second)
    }

    func test_set_withAttributesTheStoreDecides_ignoresThem() throws {
        let store = try makeStore()
        let odd: [AttributeName: AttributeValue] = [
            .tombstone: .number(1), .multiUser: .data(Data([1])), .digest: .data(Data(count: 20)),
        ]
        let item = try GenericPassword(attributes: ItemAttributes(.genericPassword, odd))
        for _ in 0..<2 { try store.set(item) }
        let attributes = try store.requireUnique(Query<GenericPassword>()).item.attributes
        XCTAssertEqual(attributes[.tombstone], .number(0))
        XCTAssertEqual(attributes[.multiUser], .data(Data()))
        XCTAssertNil(attributes[.digest])
    }

    func test_replace_ofTheGenerationRead_returnsTheNext() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        let match = try store.requireUnique(query("maria"))
        let next = try store.replace(match.item, secret: secret("two"), ifGeneration: match.generation)
        let after = try store.requireUnique(query("maria"))
        XCTAssertEqual(after.generation, next)
        XCTAssertEqual(after.secret?.text, "two")
    }

    func test_replace_afterAnotherChange_throwsRecordModified() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        let match = try store.requireUnique(query("maria"))
        try store.update(query("maria"), Changes())
        assertThrows(.recordModified) {
            try store.replace(match.item, secret: secret("two"), ifGeneration: match.generation)
        }
        XCTAssertEqual(try store.requireUnique(query("maria")).secret?.text, "one")
    }

    func test_replace_ofDeletedItem_throwsItemNotFound() throws {
        let store = try makeStore()
        try store.add(password("maria"))
        let match = try store.requireUnique(query("maria"))
        try store.delete(query("maria"))
        assertThrows(.itemNotFound) {
            try store.replace(match.item, secret: nil, ifGeneration: match.generation)
        }
    }
}
