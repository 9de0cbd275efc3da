import FoundationEssentials
import XCTest

@testable import SecureStore

final class PageTests: StoreTestCase {
    private let all = Query<GenericPassword>()

    private func store(_ count: Int) throws -> ItemStore {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<count { try changes.add(password("\(number)"), secret: secret("s\(number)")) }
        }
        return store
    }

    private func pages(
        _ store: ItemStore, _ query: Query<GenericPassword>, of limit: Int
    ) throws -> [[String]] {
        var pages: [[String]] = []
        var cursor: PageCursor?
        repeat {
            let page = try store.page(query, after: cursor, limit: limit)
            pages.append(page.matches.map(\.item.account))
            cursor = page.next
        } while cursor != nil
        return pages
    }

    func test_page_afterPage_givesEachOnceOldestFirst() throws {
        let store = try store(7)
        XCTAssertEqual(try pages(store, all, of: 3), [["0", "1", "2"], ["3", "4", "5"], ["6"]])
        XCTAssertEqual(try pages(store, all, of: 7), [(0..<7).map { "\($0)" }])
        XCTAssertEqual(try pages(store, all, of: 1).count, 7)
    }

    func test_page_beyondOneRead_isFilled() throws {
        let store = try store(1_200)
        XCTAssertEqual(try pages(store, all, of: 1_100).map(\.count), [1_100, 100])
        let rare = all.where(.account, startsWith: "119")
        XCTAssertEqual(try store.page(rare, limit: 11).matches.count, 11)
        XCTAssertNil(try store.page(rare, limit: 12).next)
    }

    func test_page_ofEmptyStore_isEmptyAndTheLast() throws {
        let page = try makeStore().page(all, limit: 5)
        XCTAssertEqual(page.matches, [])
        XCTAssertNil(page.next)
    }

    func test_page_opensSecretsUnlessAttributesAreAskedFor() throws {
        let store = try store(1)
        XCTAssertEqual(try store.page(all, limit: 1).matches.first?.secret?.text, "s0")
        XCTAssertNil(try store.page(all, limit: 1, returning: .attributes).matches.first?.secret)
    }

    func test_page_withLimitBelowOne_throwsParam() throws {
        let store = try store(1)
        for limit in [0, -1, .min] { assertThrows(.param) { try store.page(self.all, limit: limit) } }
    }

    func test_page_ofDeletedAndAddedItems_goesOnWhereItWas() throws {
        let store = try store(4)
        let first = try store.page(all, limit: 2)
        try store.delete(query("1"))
        try store.delete(query("2"))
        try store.add(password("4"))
        let second = try store.page(all, after: first.next, limit: 9)
        XCTAssertEqual(second.matches.map(\.item.account), ["3", "4"])
    }

    func test_page_afterCursorThatWasText_goesOnInAnotherProcess() throws {
        let text = try store(3).page(all, limit: 2).next.map(\.description)
        let cursor = try XCTUnwrap(PageCursor(try XCTUnwrap(text)))
        XCTAssertEqual(try openStore().page(all, after: cursor, limit: 2).matches.map(\.item.account), ["2"])
    }

    func test_page_afterRotation_goesOnWhereItWas() throws {
        let store = try store(3)
        let next = try store.page(all, limit: 2).next
        try store.rotateKeys()
        XCTAssertEqual(try store.page(all, after: next, limit: 2).matches.map(\.item.account), ["2"])
    }

    func test_page_afterCursorOfAnotherStore_throwsParam() throws {
        let foreign = try ItemStore.inMemory()
        for account in ["a", "b"] { try foreign.add(password(account)) }
        let cursor = try foreign.page(all, limit: 1).next
        let store = try store(2)
        assertThrows(.param) { try store.page(self.all, after: cursor, limit: 1) }
    }

    func test_cursor_ofOtherText_isNil() throws {
        let text = try XCTUnwrap(store(2).page(all, limit: 1).next).description
        let name = String(text.prefix { $0 != "-" })
        let ends = ["", "-", "-0", "--1", "-+1", "-01", "-1-", "-1 ", "-9223372036854775808"]
        for end in ends { XCTAssertNil(PageCursor(name + end), end) }
        for wrong in ["", "x\(name.dropFirst())-1", "\(name.dropLast())-1"] {
            XCTAssertNil(PageCursor(wrong), wrong)
        }
        XCTAssertNotNil(PageCursor(name + "-9223372036854775807"))
        XCTAssertNil(PageCursor("F" + name.dropFirst() + "-1"))
    }

    func test_page_whileLocked_handsOverWhatCannotBeRead() throws {
        let store = try makeStore()
        let sealed = try store.add(password("maria"))
        try store.add(password("zoe", .afterFirstUnlock))
        store.lock()
        assertThrows(.interactionNotAllowed) { try store.page(self.all, limit: 2) }
        var unreadable: [ItemReference?] = []
        let page = try store.page(all, limit: 2, unreadable: { reference, _ in unreadable.append(reference) })
        XCTAssertEqual(page.matches.map(\.item.account), ["zoe"])
        XCTAssertEqual(unreadable, [sealed])
    }
}
