import FoundationEssentials
import XCTest

@testable import SecureStore

final class QueryTests: XCTestCase {
    func test_where_always_leavesTheOriginalAsItWas() {
        let query = Query<GenericPassword>()
        _ = query.where(.service, equals: "mail")
        XCTAssertEqual(query, Query<GenericPassword>())
    }

    func test_where_twiceOnOneAttribute_keepsBoth() {
        let twice = Query<GenericPassword>().where(.service, equals: "a").where(.service, equals: "b")
        XCTAssertEqual(twice.selection.conditions.map(\.value), [.string("a"), .string("b")])
    }

    func test_synchronizable_withoutScope_isNo() {
        XCTAssertEqual(Query<KeyItem>().selection.synchronizable, .no)
    }

    func test_reference_always_seesBothKindsOfItems() {
        let reference = ItemReference(.key, Bytes16(high: 1, low: 2))
        XCTAssertEqual(Query<KeyItem>().reference(reference).selection.synchronizable, .any)
    }

    func test_init_withIdentityOfItem_asksForEveryPart() throws {
        let item = try InternetPassword(server: "s", account: "a", port: 1, label: "l")
        let names = Query(identityOf: item).selection.conditions.map(\.name)
        XCTAssertEqual(names, ClassTable.identity(of: .internetPassword) + ClassTable.variant)
    }

    func test_init_withIdentityOfItem_asksForItsGroup() {
        let query = Query(identityOf: GenericPassword(accessGroup: "team"))
        XCTAssertEqual(query.selection.condition(.accessGroup), .string("team"))
    }

    func test_init_withIdentityOfSynchronizableItem_seesTheseAlone() {
        let query = Query(identityOf: GenericPassword(isSynchronizable: true))
        XCTAssertEqual(query.selection.synchronizable, .only)
    }

    func test_isWholeClass_withScopeAlone_isTrue() {
        XCTAssertTrue(Query<GenericPassword>().synchronizable(.any).selection.isWholeClass)
    }

    func test_isWholeClass_withAnyCondition_isFalse() {
        let reference = ItemReference(.internetPassword, Bytes16(high: 1, low: 2))
        let queries = [
            Query<InternetPassword>().where(.server, equals: "s"),
            Query<InternetPassword>().hostOrSubdomain(of: "s"),
            Query<InternetPassword>().reference(reference),
        ]
        for query in queries { XCTAssertFalse(query.selection.isWholeClass) }
    }
}
