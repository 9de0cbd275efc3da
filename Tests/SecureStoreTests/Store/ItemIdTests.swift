import XCTest

@testable import SecureStore

/// An id names the row of its item, but one that came from another store may name a row of another item here.
final class ItemIdTests: ExportTestCase {
    private func add(_ names: [String], to store: ItemStore) throws -> [ItemReference] {
        try names.map { try store.add(password($0), secret: secret($0)) }
    }

    private func names(_ store: ItemStore, _ references: [ItemReference]) throws -> [String?] {
        try references.map { try store.first(Query<GenericPassword>().reference($0))?.item.account }
    }

    func test_add_ofItem_givesIdThatNamesItsRow() throws {
        let store = try makeStore()
        let references = try add(["a", "b"], to: store)
        XCTAssertEqual(references.map(\.id.low), [1, 2])
        XCTAssertNotEqual(references[0].id.high, references[1].id.high)
    }

    func test_find_byIdFromAnotherStore_findsTheImportedItem() throws {
        let there = try add(["a", "b", "c"], to: try makeStore())
        try export(try openStore())
        let target = try makeTarget()
        let here = try add(["x", "y"], to: target)
        try importAll(into: target)
        XCTAssertEqual(try names(target, there), ["a", "b", "c"])
        XCTAssertEqual(try names(target, here), ["x", "y"])
        XCTAssertTrue(try target.verify().isIntact)
    }

    func test_find_byIdOfAnotherStoresItem_isNotTheRowOfThatNumber() throws {
        let there = try add(["a"], to: try makeStore())
        let target = try makeTarget()
        _ = try add(["x"], to: target)
        XCTAssertEqual(try names(target, there), [nil])
    }

    func test_find_byIdFromAnotherStore_needsNoOtherRow() throws {
        let there = try add(["a"], to: try makeStore())
        try export(try openStore())
        let target = try makeTarget()
        let here = try add(["x"], to: target)
        try importAll(into: target)
        try Connection(path: targetPath, role: .writing).execute(
            "UPDATE item SET generation = 7 WHERE number = 1")
        XCTAssertEqual(try names(target, there), ["a"])
        assertThrows(.decode) { try self.names(target, here) }
    }

    func test_delete_ofImportedItemByItsId_takesItsEntryAway() throws {
        let there = try add(["a"], to: try makeStore())
        try export(try openStore())
        let target = try makeTarget()
        try importAll(into: target)
        try target.delete(Query<GenericPassword>().reference(there[0]))
        XCTAssertTrue(try target.verify().isIntact)
        try importAll(into: target)
        XCTAssertEqual(try names(target, there), ["a"])
    }

    func test_import_ofIdThatIsThere_givesTheItemAnotherOne() throws {
        let store = try makeStore()
        let references = try add(["a"], to: store)
        try export(store)
        let changes = Changes<GenericPassword>().set(.account, to: "b")
        try store.update(Query<GenericPassword>().reference(references[0]), changes)
        try importAll(into: store)
        XCTAssertEqual(try names(store, references), ["b"])
        XCTAssertEqual(try store.copyMatching(Query<GenericPassword>()).count, 2)
        XCTAssertTrue(try store.verify().isIntact)
    }
}
