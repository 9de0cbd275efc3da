import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Items that a command has found, and that another program changes before they are deleted.
final class ChangedMeanwhileTests: XCTestCase {
    private var store: ItemStore!

    override func setUpWithError() throws { store = try ItemStore.inMemory() }

    func test_clear_ofAnItemThatHasOtherAttributesMeanwhile_leavesIt() throws {
        let wanted = SecretToolItem([("a", "1")])
        let names = ["1", "2"].map { SecretToolItem([("a", "1"), ("b", $0)]).item(label: "") }
        for item in names { try store.add(item, secret: SecretBytes(utf8: "secret")) }
        let found = try store.reading { items in try wanted.matches(ItemWalk(of: store), in: items) }
        let other = SecretToolItem([("a", "2")]).item(label: "")
        try store.update(Query(identityOf: names[0]), Changes().set(.account, to: other.account))
        for match in found { try SecretToolItem.delete(match, in: store) }
        XCTAssertTrue(try store.contains(other))
        XCTAssertFalse(try store.contains(names[1]))
    }

    func test_securityDelete_ofAnItemThatHasAnotherNameMeanwhile_leavesIt() throws {
        let item = GenericPassword(service: "mail", account: "maria")
        let reference = try store.add(item, secret: SecretBytes(utf8: "secret"))
        let query = Query<GenericPassword>().where(.account, equals: "maria")
        try store.update(query, Changes().set(.account, to: "anna"))
        XCTAssertThrowsError(try Command.delete(reference, matching: query, in: store)) {
            XCTAssertEqual(($0 as? StoreError)?.status, .itemNotFound)
        }
        XCTAssertEqual(try store.count(Query<GenericPassword>().where(.account, equals: "anna")), 1)
    }
}
