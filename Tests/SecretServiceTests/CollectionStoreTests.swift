import Foundation
import SecureStore
import SecureStoreCLI
import XCTest

@testable import SecureStoreSecretService

/// The collections of a store, without a bus.
final class CollectionStoreTests: XCTestCase {
    private var store: CollectionStore!

    override func setUpWithError() throws {
        let items = try ItemStore.inMemory(options: DefaultStore.options)
        store = CollectionStore("login", label: "Login", items)
        _ = try store.synchronize()
    }

    @discardableResult
    private func create(
        _ attributes: [AttributeIndex.Pair], _ secret: String = "secret", in collection: String = "login",
        replacing: Bool = true
    ) throws -> ItemReference {
        defer { _ = try? store.synchronize() }
        return try store.create(
            attributes, label: "label", SecretBytes(utf8: secret), "text/plain", in: collection,
            replacing: replacing)
    }

    private func text(_ reference: ItemReference) throws -> String? {
        try store.secret(reference)?.secret.text()
    }

    // MARK: - Items

    func test_create_withExactlyTheSameAttributes_replaces() throws {
        let first = try create([("a", "1"), ("b", "2")], "old")
        XCTAssertEqual(try create([("b", "2"), ("a", "1")], "new"), first)
        XCTAssertEqual(try text(first), "new")
    }

    func test_create_withFewerAttributes_replacesNothing() throws {
        let first = try create([("a", "1"), ("b", "2")], "old")
        XCTAssertNotEqual(try create([("a", "1")]), first)
        XCTAssertNotEqual(try create([]), first)
        XCTAssertEqual(try text(first), "old")
    }

    func test_create_ofTwins_keepsBoth() throws {
        let first = try create([("a", "1")], "first", replacing: false)
        let second = try create([("a", "1")], "second", replacing: false)
        XCTAssertEqual(try store.search([("a", "1")], in: nil).count, 2)
        XCTAssertEqual(try [first, second].map(text), ["first", "second"])
    }

    func test_setAttributes_toThoseOfAnother_keepsBoth() throws {
        let (first, second) = (try create([("a", "1")]), try create([("a", "2")]))
        try store.setAttributes(second, [("a", "1")])
        _ = try store.synchronize()
        XCTAssertEqual(Set(try store.search([("a", "1")], in: nil)), [first, second])
        XCTAssertEqual(try store.search([("a", "2")], in: nil), [])
    }

    func test_setAttributes_toItsOwn_keepsTheItemAsItIs() throws {
        let reference = try create([("a", "1"), ("b", "2")])
        try store.setAttributes(reference, [("b", "2"), ("a", "1")])
        XCTAssertEqual(try store.item(reference)?.item.account, #"{"a": "1", "b": "2"}"#)
    }

    func test_attributes_withOneNameTwice_areThoseThatAreStored() throws {
        let twice = ["1", "2"].map { BusValue.entry(.text("a"), .text($0)) }
        let attributes = try Interface.attributes(.list(of: "{ss}", twice))
        let reference = try create(attributes)
        XCTAssertEqual(try create(attributes), reference)
        XCTAssertEqual(try store.search(attributes, in: nil), [reference])
    }

    func test_created_ofADateThatNoNumberHolds_isTheLatest() throws {
        let reference = try create([("a", "1")])
        for (seconds, shown) in [(1e19, 253_402_300_799), (-1e19, 0), (7.9, 7)] as [(Double, UInt64)] {
            try store.store?.update(
                ServiceItem.query.reference(reference),
                Changes().set(.creationDate, to: Date(timeIntervalSince1970: seconds)))
            XCTAssertEqual(try store.item(reference)?.created, shown)
        }
    }

    func test_search_forAnItemOfTheCommand_findsIt() throws {
        let item = SecretToolItem([("service", "mail")]).item(label: "Mail")
        let reference = try store.store?.add(item, secret: SecretBytes(utf8: "found"))
        XCTAssertEqual(try store.synchronize().count, 1)
        XCTAssertEqual(try store.search([("service", "mail")], in: "login"), [try XCTUnwrap(reference)])
    }

    func test_item_ofAnotherProgram_isNotShown() throws {
        try store.store?.add(GenericPassword(service: "mail", account: "{}"), secret: SecretBytes(utf8: "x"))
        XCTAssertEqual(try store.synchronize().count, 0)
        XCTAssertEqual(try store.search([], in: nil), [])
    }

    // MARK: - Collections

    func test_makeCollection_keepsItsItemsApart() throws {
        let name = try store.makeCollection(label: "Müll & more", alias: "work")
        _ = try store.synchronize()
        XCTAssertEqual(name, "M_c3_bcll_20_26_20more")
        XCTAssertEqual(store.collections[name]?.label, "Müll & more")
        XCTAssertEqual(store.aliases, ["work": name])
        let (here, there) = (try create([("a", "1")], in: name), try create([("a", "1")]))
        XCTAssertEqual(try store.search([("a", "1")], in: name), [here])
        XCTAssertEqual(try store.search([("a", "1")], in: "login"), [there])
    }

    func test_collection_whoseNameNoPathCanHave_isNotShown() throws {
        for (service, name) in [("collection", "a b"), ("collection", ""), ("alias", "é")] {
            try store.store?.add(
                GenericPassword(
                    service: "secret-service \(service)", account: name, label: "login",
                    accessGroup: StoreOptions.hiddenGroup))
        }
        _ = try store.synchronize()
        XCTAssertEqual(Array(store.collections.keys), ["login"])
        XCTAssertEqual(store.aliases, [:])
    }

    func test_makeCollection_ofATakenLabel_getsAnotherName() throws {
        for name in ["work", "work_2", "login_2"] {
            XCTAssertEqual(
                try store.makeCollection(label: name == "login_2" ? "login" : "work", alias: nil), name)
            _ = try store.synchronize()
        }
    }

    func test_deleteCollection_takesItsItemsAndNamesAlong() throws {
        let name = try store.makeCollection(label: "work", alias: "default")
        _ = try store.synchronize()
        try create([("a", "1")], in: name)
        let kept = try create([("a", "1")])
        try store.deleteCollection(name)
        XCTAssertEqual(try store.synchronize().count, 2)
        XCTAssertEqual(try store.search([], in: nil), [kept])
        XCTAssertEqual(store.aliases, [:])
        XCTAssertEqual(Array(store.collections.keys), ["login"])
    }

    /// Another program's view of the same store.
    private func other() throws -> CollectionStore {
        let other = CollectionStore("login", label: "Login", store.store)
        _ = try other.synchronize()
        return other
    }

    func test_deleteCollection_withANameThatOthersGaveIt_takesThatAlong() throws {
        let name = try store.makeCollection(label: "work", alias: nil)
        _ = try store.synchronize()
        try other().setAlias("mine", to: name)
        try store.deleteCollection(name)
        XCTAssertEqual(try other().aliases, [:])
    }

    func test_create_inACollectionThatOthersDeleted_storesNothing() throws {
        let name = try store.makeCollection(label: "work", alias: nil)
        _ = try store.synchronize()
        try other().deleteCollection(name)
        XCTAssertThrowsError(try create([("a", "1")], in: name)) {
            XCTAssertEqual(($0 as? BusError)?.name, "org.freedesktop.Secret.Error.NoSuchObject")
        }
        XCTAssertEqual(try store.store?.count(ServiceItem.query), 0)
    }

    func test_setLabel_ofAnItemThatOthersDeleted_isNoObject() throws {
        let reference = try create([("a", "1")])
        try store.store?.delete(ServiceItem.query.reference(reference))
        XCTAssertThrowsError(try store.setLabel(reference, "again")) {
            XCTAssertEqual(BusError.failed($0).name, "org.freedesktop.Secret.Error.NoSuchObject")
        }
    }

    func test_setLabel_ofTheStoreItself_isKept() throws {
        for label in ["first", "second"] {
            try store.setLabel(ofCollection: "login", label)
            XCTAssertEqual(try other().collections["login"]?.label, label)
        }
    }

    func test_setLabel_ofACollectionThatOthersDeleted_throws() throws {
        let name = try store.makeCollection(label: "work", alias: nil)
        _ = try store.synchronize()
        try other().deleteCollection(name)
        XCTAssertThrowsError(try store.setLabel(ofCollection: name, "again"))
        XCTAssertEqual(Array(try other().collections.keys), ["login"])
    }

    func test_lock_keepsTheNamesOfWhatIsThere_andGivesNothing() throws {
        let reference = try create([("a", "1")])
        store.store?.lock()
        XCTAssertTrue(store.isLocked)
        XCTAssertEqual(try store.search([("a", "1")], in: nil), [reference])
        XCTAssertThrowsError(try store.secret(reference)) { XCTAssertEqual($0 as? BusError, .isLocked) }
        XCTAssertThrowsError(try create([("a", "2")])) { XCTAssertEqual($0 as? BusError, .isLocked) }
    }

    // MARK: - What is told

    func test_create_beforeItemsWereRead_tellsThatItemAlone() throws {
        let earlier = try create([("a", "1")])
        let other = CollectionStore("login", label: "Login", store.store)
        other.wasLocked = false
        XCTAssertEqual(try other.synchronize(readingItems: false).count, 0)
        let reference = try other.create(
            [("a", "2")], label: nil, SecretBytes(utf8: "secret"), "text/plain", in: "login", replacing: false
        )
        let events = try other.synchronize(readingItems: false)
        guard events.count == 1, case .item(.added, reference, "login")? = events.first else {
            return XCTFail("one addition is told")
        }
        XCTAssertEqual(try other.search([("a", "1")], in: nil), [earlier])
    }

    func test_synchronize_afterChanges_tellsEachOnce() throws {
        let reference = try create([("a", "1")], in: "login")
        try store.setLabel(reference, "other")
        guard case .item(.updated, reference, "login")? = try store.synchronize().first else {
            return XCTFail("an update is told")
        }
        try store.delete(reference)
        guard case .item(.deleted, reference, "login")? = try store.synchronize().first else {
            return XCTFail("a deletion is told")
        }
        XCTAssertEqual(try store.synchronize().count, 0)
    }
}
