import XCTest

@testable import SecureStore

final class ItemSequenceTests: StoreTestCase {
    private let all = Query<GenericPassword>()

    private func store(_ count: Int) throws -> ItemStore {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<count { try changes.add(password("\(number)"), secret: secret("s\(number)")) }
        }
        return store
    }

    func test_items_givesEachOnceOldestFirst() async throws {
        let store = try store(600)
        var accounts: [String] = []
        for try await match in store.items(all) { accounts.append(match.item.account) }
        XCTAssertEqual(accounts, (0..<600).map { "\($0)" })
    }

    func test_items_opensSecretsUnlessAttributesAreAskedFor() async throws {
        let store = try store(1)
        for try await match in store.items(all) { XCTAssertEqual(match.secret?.text, "s0") }
        for try await match in store.items(all, returning: .attributes) { XCTAssertNil(match.secret) }
    }

    func test_items_ofNone_endsAtOnce() async throws {
        for try await match in try makeStore().items(all) { XCTFail("\(match)") }
    }

    func test_items_thatAreLeftEarly_readOnePage() async throws {
        let store = try store(600)
        var iterator = store.items(all).makeAsyncIterator()
        let first = try await iterator.next()
        XCTAssertEqual(first?.item.account, "0")
        // An item that is deleted behind the page that was read is not seen any more.
        try await store.delete(query("599"))
        var count = 1
        while try await iterator.next() != nil { count += 1 }
        XCTAssertEqual(count, 599)
    }

    func test_items_ofOneThatCannotBeRead_throwsItsStatus() async throws {
        let store = try makeStore()
        try await store.add(password("zoe", .afterFirstUnlock))
        try await store.add(password("maria"))
        store.lock()
        do {
            for try await _ in store.items(all) {}
            XCTFail("a locked item was handed out")
        } catch {
            XCTAssertEqual(error.status, .interactionNotAllowed)
        }
    }

    func test_items_inACancelledTask_throwsUserCanceled() async throws {
        let store = try store(1)
        let all = all
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            for try await _ in store.items(all) {}
        }
        let result = await task.result
        XCTAssertThrowsError(try result.get()) {
            XCTAssertEqual(($0 as? StoreError)?.status, .userCanceled)
        }
    }

    // MARK: - Damage

    func test_items_aroundDamagedItem_giveThoseBeforeItAndTheError() async throws {
        let store = try store(300)
        try tamper("UPDATE item SET secret = zeroblob(32) WHERE number = 200")
        var iterator = store.items(all).makeAsyncIterator()
        for number in 0..<199 {
            let match = try await iterator.next()
            XCTAssertEqual(match?.item.account, "\(number)")
        }
        do throws(StoreError) {
            _ = try await iterator.next()
            XCTFail("a damaged item was handed out")
        } catch { XCTAssertEqual(error.status, .decode) }
        let end = try await iterator.next()
        XCTAssertNil(end)
    }

    func test_items_overOneDamagedLeaf_giveAllOthersBeforeTheError() async throws {
        _ = try store(300)
        let leaves = try PlainDatabase(path).rows(
            "SELECT number, hex(content) FROM node WHERE substr(content, 1, 1) = x'00'")
        for leaf in leaves {
            try tamper("UPDATE node SET content = zeroblob(8) WHERE number = \(leaf[0])")
            var count = 0
            do {
                for try await _ in try openStore().items(all, returning: .attributes) { count += 1 }
            } catch let error as StoreError {
                XCTAssertTrue(error.reason.hasPrefix("items are missing, from number"), error.reason)
                return XCTAssertTrue(268..<300 ~= count, "\(count)")
            }
            try tamper("UPDATE node SET content = x'\(leaf[1])' WHERE number = \(leaf[0])")
        }
        XCTFail("no leaf of the index leads to items")
    }
}
