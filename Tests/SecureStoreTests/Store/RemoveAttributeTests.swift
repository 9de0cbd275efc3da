import FoundationEssentials
import XCTest

@testable import SecureStore

/// Attributes are taken away by name.
final class RemoveAttributeTests: StoreTestCase {
    private let query = Query<GenericPassword>().where(.service, equals: "mail")

    private func makeStoreWithMail() throws -> ItemStore {
        let store = try makeStore()
        var item = GenericPassword(service: "mail", account: "maria", label: "Mail")
        item.comment = "old"
        item.generic = Data([1])
        item.isInvisible = true
        try store.add(item, secret: secret("hunter2"))
        return store
    }

    func test_update_thatRemovesAttributes_leavesTheOthersAndTheSecret() throws {
        let store = try makeStoreWithMail()
        try store.update(query, Changes().remove(.comment).remove(.generic).remove(.isInvisible))
        let match = try store.only(query)
        XCTAssertNil(match.item.comment)
        XCTAssertNil(match.item.generic)
        XCTAssertNil(match.item.isInvisible)
        XCTAssertEqual(match.item.label, "Mail")
        XCTAssertEqual(match.secret, try secret("hunter2"))
    }

    func test_find_byARemovedAttribute_findsNothing() throws {
        let store = try makeStoreWithMail()
        try store.update(query, Changes().remove(.label))
        XCTAssertNil(try store.first(Query<GenericPassword>().where(.label, equals: "Mail")))
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_update_thatRemovesAPartOfTheIdentity_makesItEmpty() throws {
        let store = try makeStoreWithMail()
        try store.update(query, Changes().remove(.account))
        XCTAssertEqual(try store.only(query).item.account, "")
    }

    func test_update_thatSetsWhatItRemoves_doesTheLast() throws {
        let store = try makeStoreWithMail()
        let changes = Changes<GenericPassword>().remove(.label).set(.comment, to: "x")
        try store.update(query, changes.set(.label, to: "Post").remove(.comment))
        let item = try store.only(query).item
        XCTAssertEqual(item.label, "Post")
        XCTAssertNil(item.comment)
    }

    func test_update_thatRemovesWhatEveryItemHas_throwsParamAndChangesNothing() throws {
        let store = try makeStoreWithMail()
        let before = try store.only(query)
        assertThrows(.param) { try store.update(self.query, Changes().remove(.accessibility)) }
        assertThrows(.param) { try store.update(self.query, Changes().remove(.accessGroup)) }
        assertThrows(.param) { try store.update(self.query, Changes().remove(.creationDate)) }
        XCTAssertEqual(try store.only(query).generation, before.generation)
        XCTAssertEqual(try store.only(query).item.comment, "old")
    }
}
