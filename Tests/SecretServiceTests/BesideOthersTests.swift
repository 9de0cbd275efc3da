import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI
@testable import SecureStoreSecretService

/// The collections of a store that another program has changed since they were read last.
final class BesideOthersTests: XCTestCase {
    private var items: ItemStore!
    private var store: CollectionStore!

    override func setUpWithError() throws {
        items = try ItemStore.inMemory(options: DefaultStore.options)
        store = CollectionStore("login", label: "Login", items)
        _ = try store.synchronize()
    }

    private func create(_ secret: String, in collection: String = "login") throws -> ItemReference {
        try store.create(
            [("a", "1")], label: nil, SecretBytes(utf8: secret), "text/plain", in: collection, replacing: true
        )
    }

    private func text(_ reference: ItemReference) throws -> String? {
        try items.first(ServiceItem.query.reference(reference))?.secret?.text()
    }

    /// Deletes an item as the command does it, so that it can be brought back.
    private func hide(_ reference: ItemReference) throws {
        try items.transaction { changes in XCTAssertTrue(try DeletedLogins.add(reference, in: changes)) }
    }

    private func bringBack(_ reference: ItemReference) throws {
        try DeletedLogins.restore(GenericPassword.self, reference, in: items)
    }

    func test_create_ofWhatAnotherProgramHasStored_replacesThat() throws {
        let others = try items.add(
            SecretToolItem([("a", "1")]).item(label: "Mail"), secret: SecretBytes(utf8: "old"))
        XCTAssertEqual(try create("new"), others)
        XCTAssertEqual(try text(others), "new")
        XCTAssertEqual(try items.count(ServiceItem.query), 1)
    }

    func test_create_whereTheItemWasDeleted_makesAnother() throws {
        let old = try create("old")
        _ = try store.synchronize()
        try hide(old)
        let new = try create("new")
        XCTAssertNotEqual(new, old)
        XCTAssertEqual(try [old, new].map(text), ["old", "new"])
    }

    func test_create_inACollectionThatWasDeleted_isRefused() throws {
        let name = try store.makeCollection(label: "work", alias: nil)
        _ = try store.synchronize()
        try CollectionStore("login", label: "Login", items).deleteCollection(name)
        XCTAssertThrowsError(try create("secret", in: name))
        XCTAssertEqual(try items.count(ServiceItem.query), 0)
    }

    func test_changes_ofAnItemThatWasDeleted_areRefusedAndChangeNothing() throws {
        let item = try create("old")
        _ = try store.synchronize()
        try hide(item)
        XCTAssertThrowsError(try store.setSecret(item, SecretBytes(utf8: "new"), "text/plain"))
        XCTAssertThrowsError(try store.setLabel(item, "label"))
        XCTAssertThrowsError(try store.setAttributes(item, [("a", "2")]))
        try bringBack(item)
        XCTAssertEqual(try text(item), "old")
        XCTAssertEqual(try store.item(item)?.attributes.first?.value, "1")
    }

    func test_delete_ofAnItemThatWasDeleted_leavesWhatCanBeBroughtBack() throws {
        let item = try create("old")
        _ = try store.synchronize()
        try hide(item)
        try store.delete(item)
        try bringBack(item)
        XCTAssertEqual(try text(item), "old")
    }

    func test_setAlias_toACollectionThatWasDeleted_isRefused() throws {
        let name = try store.makeCollection(label: "work", alias: nil)
        _ = try store.synchronize()
        try CollectionStore("login", label: "Login", items).deleteCollection(name)
        XCTAssertThrowsError(try store.setAlias("default", to: name))
    }

    func test_makeCollection_ofANameThatIsTakenMeanwhile_takesAnother() throws {
        let others = CollectionStore("login", label: "Login", items)
        let names = try [others, store].map { try $0.makeCollection(label: "work", alias: nil) }
        XCTAssertEqual(names, ["work", "work_2"])
    }

    func test_synchronize_ofAStoreThatIsOpenedAgain_tellsOnlyWhatHasChanged() throws {
        let item = try create("old")
        _ = try store.create(
            [("b", "1")], label: nil, SecretBytes(utf8: "other"), "text/plain", in: "login", replacing: true)
        _ = try store.synchronize()
        store.close()
        try items.update(ServiceItem.query.reference(item), Changes().secret(SecretBytes(utf8: "new")))
        store.take(items)
        let events = try store.synchronize()
        guard events.count == 1, case .item(.updated, item, _) = events[0] else {
            return XCTFail("\(events)")
        }
        XCTAssertEqual(try store.items(of: "login").count, 2)
    }
}
