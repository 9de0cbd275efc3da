import Foundation
import SecureStoreCLI
import XCTest

@testable import SecureStore
@testable import SecureStoreSecretService

/// The collections of a store in a file, which can be damaged, and locked from the start.
final class StoredCollectionTests: StoreTestCase {
    private var serviceOptions: StoreOptions {
        var options = options
        options.accessGroups = DefaultStore.options.accessGroups
        return options
    }

    /// A store with as many items of the attributes a=1, which nobody has open.
    private func fill(_ count: Int) throws {
        let items = try ItemStore.create(at: path, options: serviceOptions)
        for number in 1...count {
            try items.add(SecretToolItem([("a", "1")]).item(label: "", number: number), secret: secret("s"))
        }
    }

    private func collections(isLocked: Bool = false) throws -> CollectionStore {
        let items = try ItemStore.open(at: path, unlockingWith: .deviceKey, options: serviceOptions)
        if isLocked { items.lock() }
        return CollectionStore("login", label: "Login", items)
    }

    /// An open store with one item of a=1 in `login`, and one of a=2 in another collection.
    private func fillWithWork() throws -> (store: CollectionStore, work: String) {
        try fill(1)
        let store = try collections()
        let work = try store.makeCollection(label: "Work", alias: nil)
        _ = try store.create([("a", "2")], label: nil, secret("w"), "text/plain", in: work, replacing: true)
        return (store, work)
    }

    /// Writes over all of the index.
    private func damage() throws {
        try Connection(path: path, role: .writing).execute("UPDATE node SET content = zeroblob(8)")
    }

    func test_search_inAStoreThatCannotBeRead_throws() throws {
        try fill(1)
        try damage()
        let store = try collections()
        XCTAssertThrowsError(try store.search([("a", "1")], in: nil))
        XCTAssertThrowsError(try store.items(of: "login"))
        XCTAssertThrowsError(
            try store.create(
                [("a", "1")], label: nil, secret("s"), "text/plain", in: "login", replacing: true))
    }

    func test_items_afterAChangeThatCannotBeRead_throws() throws {
        try fill(1)
        let store = try collections()
        _ = try store.synchronize()
        XCTAssertEqual(try store.items(of: "login").count, 1)
        try ItemStore.open(at: path, unlockingWith: .deviceKey, options: serviceOptions).add(
            SecretToolItem([("a", "2")]).item(label: ""), secret: secret("s"))
        try damage()
        XCTAssertThrowsError(try store.synchronize())
        XCTAssertThrowsError(try store.items(of: "login"))
    }

    func test_collection_ofItemsWithoutAnEntry_isShownAndCanBeUsed() throws {
        let (before, work) = try fillWithWork()
        // As an import has it, which brings no items of the group that no list shows.
        let hidden = Query<GenericPassword>().where(.accessGroup, equals: StoreOptions.hiddenGroup)
        try before.store?.delete(hidden)
        before.close()
        let store = try collections()
        _ = try store.synchronize()
        XCTAssertEqual(store.collections[work]?.label, work)
        XCTAssertEqual(try store.items(of: work).count, 1)
        for item in try store.items(of: work) { try store.delete(item) }
        _ = try store.synchronize()
        _ = try store.create([("a", "3")], label: nil, secret("x"), "text/plain", in: work, replacing: true)
        try store.setLabel(ofCollection: work, "Office")
        _ = try store.synchronize()
        XCTAssertEqual(store.collections[work]?.label, "Office")
    }

    func test_collection_ofItemsWithoutAnEntry_canBeDeleted() throws {
        let (before, work) = try fillWithWork()
        try before.store?.delete(
            Query<GenericPassword>().where(.accessGroup, equals: StoreOptions.hiddenGroup))
        before.close()
        let store = try collections()
        _ = try store.synchronize()
        try store.deleteCollection(work)
        _ = try store.synchronize()
        XCTAssertNil(store.collections[work])
    }

    func test_standIn_forAnItemOfAnotherCollection_leadsToIt() throws {
        let (before, work) = try fillWithWork()
        before.close()
        let store = try collections(isLocked: true)
        let path = try store.search([("a", "2")], in: nil)[0]
        XCTAssertEqual(try store.collection(of: path), "login")
        try store.store?.unlock(with: .deviceKey)
        _ = try store.synchronize()
        XCTAssertEqual(try store.collection(of: path), work)
        XCTAssertEqual(try store.secret(path)?.secret.text(), "w")
    }

    func test_standIn_wherePolicyTellsCollectionsApart_leadsToNoOther() throws {
        let before = try fillWithWork().store
        before.close()
        let store = try collections(isLocked: true)
        store.searchesAll = false
        let path = try store.search([("a", "2")], in: nil)[0]
        try store.store?.unlock(with: .deviceKey)
        _ = try store.synchronize()
        XCTAssertNil(try store.item(path))
    }

    func test_standIn_ofTheSearchBefore_outlivesManyOthers() throws {
        try fill(1)
        let store = try collections(isLocked: true)
        for number in 1...64 { _ = try store.search([("n", "\(number)")], in: nil) }
        let path = try store.search([("a", "1")], in: nil)[0]
        for number in 1...63 { _ = try store.search([("m", "\(number)")], in: nil) }
        try store.store?.unlock(with: .deviceKey)
        _ = try store.synchronize()
        XCTAssertEqual(try store.secret(path)?.secret.text(), "s")
    }

    func test_standIn_forAnItemThatWasDeleted_isNoOther() throws {
        try fill(2)
        let store = try collections(isLocked: true)
        let path = try store.search([("a", "1")], in: nil)[0]
        try store.store?.unlock(with: .deviceKey)
        for _ in 1...2 {
            _ = try store.synchronize()
            try store.delete(path)
        }
        _ = try store.synchronize()
        XCTAssertEqual(try store.items(of: "login").count, 1)
        XCTAssertNil(try store.collection(of: path))
    }
}
