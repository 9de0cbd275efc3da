import Foundation
import XCTest

@testable import SecureStore

final class TextQueryTests: StoreTestCase {
    private func store() throws -> ItemStore {
        let store = try makeStore()
        for account in ["tenant-7/a", "tenant-7/b", "tenant-70/a", "Tenant-7/c", "caf\u{e9}"] {
            try store.add(password(account))
        }
        return store
    }

    private func accounts(_ queries: Query<GenericPassword>...) throws -> [[String]] {
        let store = try store()
        return try queries.map { try store.page($0, limit: 99).matches.map(\.item.account) }
    }

    func test_startsWith_comparesTheBeginningExactly() throws {
        let found = try accounts(
            Query().where(.account, startsWith: "tenant-7/"), Query().where(.account, startsWith: "enant"),
            Query().where(.account, startsWith: "cafe\u{301}"))
        XCTAssertEqual(found, [["tenant-7/a", "tenant-7/b"], [], []])
    }

    func test_contains_comparesEveryPlaceExactly() throws {
        let found = try accounts(
            Query().where(.account, contains: "7/"), Query().where(.account, contains: "0/a"),
            Query().where(.account, contains: "tenant-7/a and more"))
        XCTAssertEqual(found, [["tenant-7/a", "tenant-7/b", "Tenant-7/c"], ["tenant-70/a"], []])
    }

    func test_texts_ofOneAttribute_mustAllHold() throws {
        let query = Query<GenericPassword>().where(.account, startsWith: "tenant")
            .where(.account, contains: "7/").where(.service, equals: "mail")
        XCTAssertEqual(try accounts(query), [["tenant-7/a", "tenant-7/b"]])
    }

    func test_emptyText_isNoCondition() throws {
        XCTAssertEqual(try accounts(Query().where(.account, contains: ""))[0].count, 5)
    }

    func test_text_ofAttributeThatIsNotThere_doesNotMatch() throws {
        XCTAssertEqual(try accounts(Query().where(.comment, contains: "x")), [[]])
    }

    func test_count_opensNoSecretAndCountsMatches() throws {
        let store = try store()
        XCTAssertEqual(try store.count(Query<GenericPassword>()), 5)
        XCTAssertEqual(try store.count(Query<GenericPassword>().where(.account, startsWith: "tenant-")), 3)
        XCTAssertEqual(try store.count(Query<KeyItem>()), 0)
        try store.transaction { changes in
            try changes.add(password("new"))
            XCTAssertEqual(try changes.count(Query<GenericPassword>()), 6)
        }
    }

    func test_delete_byText_deletesThoseAlone() throws {
        let store = try store()
        XCTAssertEqual(try store.delete(Query<GenericPassword>().where(.account, startsWith: "tenant-7/")), 2)
        XCTAssertEqual(try store.itemCount(), 3)
    }

    func test_delete_byTextWhileLocked_deletesNothing() throws {
        let store = try store()
        store.lock()
        assertThrows(.interactionNotAllowed) {
            try store.delete(Query<GenericPassword>().where(.account, startsWith: "tenant-7/"))
        }
        XCTAssertEqual(try store.itemCount(), 5)
    }

    func test_contains_ofATextThatNearlyMatchesEverywhere_takesTheTimeOfReadingIt() throws {
        let store = try makeStore()
        let long = String(repeating: "a", count: 20_000)
        try store.add(GenericPassword(service: "mail", account: "maria", label: long))
        let nearly = Query<GenericPassword>().where(.label, contains: long.prefix(10_000) + "b")
        let start = Glibc.clock()
        XCTAssertEqual(try store.count(nearly), 0)
        XCTAssertLessThan(Glibc.clock() - start, CLOCKS_PER_SEC)
        XCTAssertEqual(
            try store.count(Query<GenericPassword>().where(.label, contains: String(long.prefix(10_000)))), 1)
    }

    func test_emptyText_matchesItemsWithoutTheAttribute() throws {
        XCTAssertEqual(
            try accounts(Query().where(.label, startsWith: "").where(.label, contains: ""))[0].count, 5)
    }

    // MARK: - Dates

    /// Items that were changed a second after one another, with the time of the first.
    private func agedStore() throws -> (store: ItemStore, start: Date) {
        let (store, start) = (try makeStore(), clock.now)
        for account in ["0", "1", "2"] {
            try store.add(password(account))
            clock.advance(by: 1)
        }
        return (store, start)
    }

    func test_dates_ofEachKindOfRange_lieWithinIt() throws {
        let (store, start) = try agedStore()
        let (one, two, all) = (start + 1, start + 2, Query<GenericPassword>())
        let queries: [(Query<GenericPassword>, String)] = [
            (all.where(.modificationDate, in: one...), "12"), (all.where(.modificationDate, in: ..<one), "0"),
            (all.where(.modificationDate, in: ...one), "01"),
            (all.where(.modificationDate, in: one..<two), "1"),
            (all.where(.creationDate, in: one...two), "12"), (all.where(.creationDate, in: one..<one), ""),
        ]
        for (query, expected) in queries {
            XCTAssertEqual(try store.all(query).map(\.item.account).joined(), expected)
        }
    }

    func test_dates_withABoundThatIsNoInstant_matchNothing() throws {
        let (store, start) = try agedStore()
        let (none, all) = (Date(timeIntervalSinceReferenceDate: .nan), Query<GenericPassword>())
        XCTAssertEqual(try store.count(all.where(.creationDate, in: none..<start + 9)), 0)
        XCTAssertEqual(try store.count(all.where(.creationDate, in: start...none)), 0)
    }

    func test_dates_ofDeletion_areACondition() throws {
        let (store, start) = try agedStore()
        XCTAssertEqual(try store.delete(Query<GenericPassword>().where(.creationDate, in: (start + 1)...)), 2)
    }
}
