import FoundationEssentials
import XCTest

@testable import SecureStore

final class UpdateTests: StoreTestCase {
    private func store(_ accounts: String...) throws -> ItemStore {
        let store = try makeStore()
        for account in accounts { try store.add(password(account), secret: secret(account)) }
        return store
    }

    private let all = Query<GenericPassword>()

    /// A salvaged item, or one from another host, brings its generation.
    func test_update_inAStoreChangedAsOftenAsCanBe_throwsInvalidKeychain() throws {
        let store = try makeStore()
        try store.add(password("maria"))
        try store.engine.commit { session throws(StoreError) in
            let found = try session.add(password("last").attributes, nil)
            try session.remove(found)
            _ = try found.attributes.map { attributes throws(StoreError) in
                try session.insert(attributes, nil, generation: .max - 1)
            }
        }
        assertThrows(.invalidKeychain) {
            try store.update(self.all.where(.account, equals: "maria"), Changes().set(.label, to: "new"))
        }
        assertThrows(.invalidKeychain) { try store.add(password("more")) }
        XCTAssertEqual(try store.delete(all.where(.account, equals: "maria")), 1)
    }

    func test_update_ofEachClass_changesLabelAndKeepsSecret() throws {
        let store = try makeStore()
        for item in try SampleItems.all() { try assertLabelChanges(item, store) }
    }

    private func assertLabelChanges<Item: StorableItem>(_ item: Item, _ store: ItemStore) throws {
        let reference = try store.add(item, secret: secret("secret"))
        XCTAssertEqual(try store.update(Query(identityOf: item), Changes().set(.label, to: "new")), 1)
        let match = try store.only(Query<Item>().where(.label, equals: "new"))
        XCTAssertEqual(match.reference, reference)
        XCTAssertEqual(match.secret?.text, "secret")
    }

    func test_update_withoutMatch_throwsItemNotFound() throws {
        let store = try store("maria")
        assertThrows(.itemNotFound) { try store.update(query("adam"), Changes().set(.label, to: "l")) }
    }

    func test_update_ofSeveral_changesEveryOne() throws {
        let store = try store("maria", "adam", "zoe")
        XCTAssertEqual(try store.update(Query<GenericPassword>(), Changes().set(.label, to: "l")), 3)
        XCTAssertEqual(try store.copyMatching(all).map(\.item.label), ["l", "l", "l"])
    }

    func test_update_toTakenIdentity_throwsDuplicateItemAndChangesNothing() throws {
        let store = try store("maria", "adam")
        let before = try store.copyMatching(all)
        assertThrows(.duplicateItem) {
            try store.update(query("adam"), Changes().set(.label, to: "l").set(.account, to: "maria"))
        }
        XCTAssertEqual(try store.copyMatching(all), before)
    }

    func test_update_ofSeveralToOneIdentity_throwsDuplicateItemAndChangesNothing() throws {
        let store = try store("maria", "adam", "zoe")
        let before = try store.copyMatching(all)
        assertThrows(.duplicateItem) {
            try store.update(Query<GenericPassword>(), Changes().set(.account, to: "new"))
        }
        XCTAssertEqual(try store.copyMatching(all), before)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_update_toItsOwnIdentity_isFine() throws {
        let store = try store("maria")
        XCTAssertEqual(try store.update(query("maria"), Changes().set(.account, to: "maria")), 1)
    }

    func test_update_ofSecret_keepsAttributes() throws {
        let store = try store("maria")
        try store.update(query("maria"), Changes().secret(try secret("new")))
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "new")
    }

    func test_update_withoutChanges_movesTheModificationDateAlone() throws {
        let store = try store("maria")
        let before = try store.only(query("maria"))
        clock.advance(by: 60)
        try store.update(query("maria"), Changes())
        let after = try store.only(query("maria"))
        XCTAssertEqual(after.item.modificationDate, clock.now)
        XCTAssertEqual(after.item.creationDate, before.item.creationDate)
        XCTAssertEqual(after.secret, before.secret)
    }

    func test_update_whenTheClockWentBack_movesTheModificationDateForward() throws {
        let store = try store("maria")
        let before = try XCTUnwrap(store.only(query("maria")).item.modificationDate)
        for seconds in [0.0, -3600, 0.000_1] {
            clock.advance(by: seconds)
            try store.update(query("maria"), Changes())
        }
        let after = try XCTUnwrap(store.only(query("maria")).item.modificationDate)
        XCTAssertEqual(after.timeIntervalSince(before), 0.003, accuracy: 0.000_001)
    }

    func test_update_ofModificationDate_takesTheClocks() throws {
        let store = try store("maria")
        clock.advance(by: 60)
        let changes = Changes<GenericPassword>().set(.modificationDate, to: .distantFuture)
        try store.update(query("maria"), changes)
        XCTAssertEqual(try store.only(query("maria")).item.modificationDate, clock.now)
    }

    func test_update_ofCreationDate_takesTheGiven() throws {
        let store = try store("maria")
        let long = Date(timeIntervalSinceReferenceDate: 5.5)
        try store.update(query("maria"), Changes().set(.creationDate, to: long))
        XCTAssertEqual(try store.only(query("maria")).item.creationDate, long)
    }

    func test_update_toValueThatIsNone_throwsParam() throws {
        let store = try store("maria")
        let never = Date(timeIntervalSinceReferenceDate: .nan)
        assertThrows(.param) { try store.update(query("maria"), Changes().set(.creationDate, to: never)) }
    }

    func test_update_ofIdentity_isFoundByTheNewOneAlone() throws {
        let store = try store("maria")
        try store.update(query("maria"), Changes().set(.account, to: "adam"))
        XCTAssertNil(try store.first(query("maria")))
        XCTAssertEqual(try store.first(query("adam"))?.secret?.text, "maria")
    }

    func test_update_ofAccessibility_keepsTheSecret() throws {
        let store = try store("maria")
        for access in Accessibility.allCases where access != .whenPasscodeSetThisDeviceOnly {
            try store.update(query("maria"), Changes().set(.accessibility, to: access))
            let match = try store.only(query("maria").where(.accessibility, equals: access))
            XCTAssertEqual(match.secret?.text, "maria")
        }
    }

    func test_update_ofEverySecretAtOnce_throwsParamAndChangesNothing() throws {
        let store = try store("maria", "adam")
        let changes = Changes<GenericPassword>().secret(try secret("new"))
        let all = [Query<GenericPassword>(), Query().where(.account, startsWith: "")]
        for query in all {
            assertThrows(.param) { try store.update(query, changes) }
            assertThrows(.param) { try store.transaction { try $0.update(query, changes) } }
        }
        XCTAssertEqual(
            try store.copyMatching(Query<GenericPassword>()).map(\.secret?.text), ["maria", "adam"])
    }

    func test_update_refused_leavesTheSequenceNumber() throws {
        let store = try store("maria", "adam")
        let before = try store.sequenceNumber()
        assertThrows(.duplicateItem) {
            try store.update(query("adam"), Changes().set(.account, to: "maria"))
        }
        XCTAssertEqual(try store.sequenceNumber(), before)
    }
}
