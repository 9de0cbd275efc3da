import Foundation
import XCTest

@testable import SecureStore

final class AccessGroupTests: StoreTestCase {
    private func store(_ groups: [String]?) throws -> ItemStore {
        var options = self.options
        options.accessGroups = groups
        if !FileManager.default.fileExists(atPath: path) { _ = try makeStore() }
        return try ItemStore.open(at: path, options: options)
    }

    private func item(_ group: String?) -> GenericPassword {
        GenericPassword(service: "mail", accessGroup: group)
    }

    func test_add_withoutGroup_takesTheFirst() throws {
        let store = try store(["a", "b"])
        try store.add(item(nil))
        XCTAssertEqual(try store.only(Query<GenericPassword>()).item.accessGroup, "a")
    }

    func test_add_withoutGroupInAnOpenStore_takesDefault() throws {
        let store = try store(nil)
        try store.add(item(nil))
        XCTAssertEqual(try store.only(Query<GenericPassword>()).item.accessGroup, "default")
    }

    func test_defaultAccessGroup_isTheOneThatAnAddTakes() throws {
        XCTAssertEqual(try store(["a", "b"]).defaultAccessGroup, "a")
        XCTAssertEqual(try store(nil).defaultAccessGroup, "default")
        XCTAssertNil(try store([]).defaultAccessGroup)
    }

    func test_anyCall_withGroupOfOthers_throwsMissingEntitlement() throws {
        let store = try store(["a"])
        try store.add(item("a"))
        let query = Query<GenericPassword>().where(.accessGroup, equals: "c")
        assertThrows(.missingEntitlement) { try store.add(self.item("c")) }
        assertThrows(.missingEntitlement) { try store.set(self.item("c")) }
        assertThrows(.missingEntitlement) { try store.copyMatching(query) }
        assertThrows(.missingEntitlement) { try store.update(query, Changes()) }
        assertThrows(.missingEntitlement) { try store.delete(query) }
        assertThrows(.missingEntitlement) { try store.list(query) { _ in } }
        assertThrows(.missingEntitlement) {
            try store.update(Query<GenericPassword>(), Changes().set(.accessGroup, to: "c"))
        }
    }

    func test_anyCall_withoutAnyGroup_throwsMissingEntitlement() throws {
        let store = try store([])
        let query = Query<GenericPassword>().where(.service, equals: "mail")
        assertThrows(.missingEntitlement) { try store.add(self.item(nil)) }
        assertThrows(.missingEntitlement) { try store.set(self.item(nil)) }
        assertThrows(.missingEntitlement) { try store.getOrCreate(self.item(nil)) { try secret("one") } }
        assertThrows(.missingEntitlement) { try store.copyMatching(query) }
        assertThrows(.missingEntitlement) { try store.update(query, Changes()) }
        assertThrows(.missingEntitlement) { try store.delete(query) }
        assertThrows(.missingEntitlement) { try store.deleteAll(of: GenericPassword.self) }
    }

    func test_anyCall_onItemOfOthers_doesNotSeeIt() throws {
        try store(["c"]).add(item("c"))
        let store = try store(["a", "b"])
        let query = Query<GenericPassword>().where(.service, equals: "mail")
        assertThrows(.itemNotFound) { try store.copyMatching(query) }
        assertThrows(.itemNotFound) { try store.update(query, Changes()) }
        assertThrows(.itemNotFound) { try store.delete(query) }
        assertThrows(.itemNotFound) { try store.deleteAll(of: GenericPassword.self) }
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_copyMatching_byReferenceOfItemOfOthers_throwsItemNotFound() throws {
        let reference = try store(["c"]).add(item("c"))
        let store = try store(["a"])
        assertThrows(.itemNotFound) { try store.copyMatching(Query<GenericPassword>().reference(reference)) }
    }

    func test_copyMatching_withoutGroup_searchesAllOfTheCallers() throws {
        for group in ["a", "b", "c"] { try store([group]).add(item(group)) }
        let found = try store(["a", "b"]).copyMatching(Query<GenericPassword>())
        XCTAssertEqual(found.map(\.item.accessGroup), ["a", "b"])
    }

    func test_calls_withoutGroup_meanTheItemInAnyGroupOfTheCaller() throws {
        let store = try store(["a", "b"])
        try store.add(item("b"), secret: secret("old"))
        XCTAssertEqual(try store.secret(of: item(nil)), try secret("old"))
        try store.set(item(nil), secret: secret("new"))
        XCTAssertEqual(try store.copyMatching(Query<GenericPassword>()).map(\.item.accessGroup), ["b"])
        try store.update(item(nil), Changes().set(.label, to: "l"))
        XCTAssertEqual(try store.match(of: item(nil))?.item.label, "l")
        XCTAssertEqual(try store.getOrCreate(item(nil)) { try secret("made") }.secret, try secret("new"))
        XCTAssertTrue(try store.deleteIfPresent(item(nil)))
        XCTAssertFalse(try store.contains(item(nil)))
    }

    func test_calls_withoutGroupOfItemInTwo_areAmbiguousAndChangeNothing() throws {
        let store = try store(["a", "b"])
        for group in ["a", "b"] { try store.add(item(group), secret: secret(group)) }
        let status = StoreStatus.multipleValuesUnsupported
        assertThrows(status) { try store.secret(of: self.item(nil)) }
        assertThrows(status) { try store.set(self.item(nil), secret: secret("new")) }
        assertThrows(status) { try store.replace(self.item(nil), secret: nil, ifGeneration: 1) }
        assertThrows(status) { try store.update(self.item(nil), Changes().set(.label, to: "l")) }
        assertThrows(status) { try store.delete(self.item(nil)) }
        assertThrows(status) { try store.deleteIfPresent(self.item(nil)) }
        assertThrows(status) { try store.getOrCreate(self.item(nil)) { try secret("made") } }
        XCTAssertTrue(try store.contains(item(nil)))
        XCTAssertEqual(
            try ["a", "b"].map { try store.secret(of: item($0)) }, try ["a", "b"].map { try secret($0) })
    }

    func test_add_ofTwinsInTwoGroups_keepsBoth() throws {
        let store = try store(["a", "b"])
        try store.add(item("a"))
        XCTAssertNoThrow(try store.add(item("b")))
        assertThrows(.duplicateItem) { try store.add(self.item("b")) }
    }

    func test_update_toAnotherGroup_movesTheItemAndKeepsItsReference() throws {
        let store = try store(["a", "b"])
        let reference = try store.add(item("a"))
        try store.update(Query<GenericPassword>(), Changes().set(.accessGroup, to: "b"))
        let match = try store.only(Query<GenericPassword>().where(.accessGroup, equals: "b"))
        XCTAssertEqual(match.reference, reference)
    }

    func test_update_toGroupWithTwin_throwsDuplicateItem() throws {
        let store = try store(["a", "b"])
        for group in ["a", "b"] { try store.add(item(group)) }
        assertThrows(.duplicateItem) {
            let query = Query<GenericPassword>().where(.accessGroup, equals: "a")
            try store.update(query, Changes().set(.accessGroup, to: "b"))
        }
    }

    func test_group_always_isExactText() throws {
        try store(["Team"]).add(item("Team"))
        XCTAssertNil(try store(["team"]).first(Query<GenericPassword>()))
    }

    func test_emptyGroup_thatIsNotListed_throwsMissingEntitlement() throws {
        assertThrows(.missingEntitlement) { try self.store(nil).add(self.item("")) }
        XCTAssertNoThrow(try store([""]).add(item("")))
    }

    func test_wildcard_amongTheCallersGroups_meansAll() throws {
        try store(["c"]).add(item("c"))
        XCTAssertNotNil(try store(["a", "*"]).first(Query<GenericPassword>()))
    }

    func test_wildcard_inQuery_isAnOrdinaryName() throws {
        let store = try store(nil)
        try store.add(item("a"))
        assertThrows(.itemNotFound) {
            try store.copyMatching(Query<GenericPassword>().where(.accessGroup, equals: "*"))
        }
    }

    func test_deletedItem_inGroupsThatDoNotNameIt_isNotThere() throws {
        let (all, item) = (["default", "*", StoreOptions.hiddenGroup], item("default"))
        let first = try store(all)
        try first.add(item, secret: secret("old"))
        try first.update(item, Changes().set(.accessGroup, to: StoreOptions.hiddenGroup))
        for groups in [nil, ["*"], ["default"]] as [[String]?] {
            let store = try store(groups)
            XCTAssertEqual(try store.count(Query<GenericPassword>()), 0)
            XCTAssertNil(try store.secret(of: self.item(nil)))
            assertThrows(.missingEntitlement) { try store.count(inGroup(StoreOptions.hiddenGroup)) }
        }
        let report = try store(nil).export(to: path + ".export", passphrase: secret("p"), cost: .cheapest)
        XCTAssertEqual([report.exported, report.inOtherGroups], [0, 1])
        // Another of the same name may come, and the deleted one is still there.
        try store(nil).add(item, secret: secret("new"))
        XCTAssertEqual(
            try store(all).all(Query<GenericPassword>()).compactMap(\.secret?.text), ["old", "new"])
    }

    private func inGroup(_ name: String) -> Query<GenericPassword> {
        Query<GenericPassword>().where(.accessGroup, equals: name)
    }

    func test_tokenGroup_always_isReadOnly() throws {
        let store = try store(["a", "com.apple.token"])
        assertThrows(.missingEntitlement) { try store.add(self.item("com.apple.token")) }
        try store.add(item("a"))
        assertThrows(.missingEntitlement) {
            try store.update(Query<GenericPassword>(), Changes().set(.accessGroup, to: "com.apple.token"))
        }
    }
}
