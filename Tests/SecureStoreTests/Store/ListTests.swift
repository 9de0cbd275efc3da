import FoundationEssentials
import XCTest

@testable import SecureStore

final class ListTests: StoreTestCase {
    private func accounts(_ store: ItemStore, _ query: Query<GenericPassword> = Query()) throws -> [String] {
        var accounts: [String] = []
        try store.list(query) { accounts.append($0.item.account) }
        return accounts
    }

    func test_list_ofAll_comesOldestFirst() throws {
        let store = try makeStore()
        for account in ["zoe", "maria", "adam"] { try store.add(password(account)) }
        XCTAssertEqual(try accounts(store), ["zoe", "maria", "adam"])
    }

    func test_list_ofMoreThanAPage_givesEachOnce() throws {
        let store = try makeStore()
        try store.transaction { changes in
            for number in 0..<1_100 { try changes.add(password("\(number)")) }
        }
        XCTAssertEqual(try accounts(store), (0..<1_100).map { "\($0)" })
    }

    func test_list_opensSecretsUnlessAttributesAreAskedFor() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        try store.list(Query<GenericPassword>()) { XCTAssertEqual($0.secret?.text, "one") }
        try store.list(Query<GenericPassword>(), returning: .attributes) { XCTAssertNil($0.secret) }
    }

    func test_list_withClosureThatThrowsStoreErrorAlone_needsNoCast() throws {
        let store = try makeStore()
        try store.add(password("maria"))
        do throws(StoreError) {
            try store.list(Query<GenericPassword>()) { match throws(StoreError) in try store.add(match.item) }
        } catch {
            XCTAssertEqual(error.status, .duplicateItem)
        }
    }

    func test_list_withCondition_givesWhatMatches() throws {
        let store = try makeStore()
        for account in ["zoe", "maria"] { try store.add(password(account)) }
        XCTAssertEqual(try accounts(store, query("maria")), ["maria"])
    }

    func test_list_byReference_givesThatOneAlone() throws {
        let store = try makeStore()
        try store.add(password("zoe"))
        let reference = try store.add(password("maria"))
        XCTAssertEqual(try accounts(store, Query().reference(reference)), ["maria"])
    }

    /// Of the rows between those that match, none is asked for.
    func test_list_aroundRowsThatCannotBeRead_givesAllThatMatch() throws {
        let store = try makeStore()
        for number in 1...9 {
            let service = number.isMultiple(of: 2) ? "others" : "mine"
            try store.add(GenericPassword(service: service, account: "\(number)"), secret: secret("x"))
        }
        // More than a statement may read.
        try tamper("UPDATE item SET id = zeroblob(26214400) WHERE number IN (2, 6)")
        for store in [store, try openStore()] {
            let mine = Query<GenericPassword>().where(.service, equals: "mine")
            XCTAssertEqual(try store.copyMatching(mine).map(\.item.account), ["1", "3", "5", "7", "9"])
            XCTAssertEqual(try accounts(store, mine), ["1", "3", "5", "7", "9"])
        }
    }

    func test_list_ofCertificatesIssued_givesThoseAlone() throws {
        let store = try makeStore()
        for number in UInt8(1)...3 {
            try store.add(CertificateItem(issuer: Data([number]), serialNumber: Data([number])))
        }
        var issuers: [Data] = []
        try store.list(Query<CertificateItem>().issued(byOneOf: [Data([2])])) {
            issuers.append($0.item.issuer)
        }
        XCTAssertEqual(issuers, [Data([2])])
    }

    func test_list_ofNone_callsNothing() throws {
        try makeStore().list(Query<KeyItem>()) { _ in XCTFail("an item of an empty store") }
    }

    func test_list_whileItChangesTheStore_goesOn() throws {
        let store = try makeStore()
        for account in ["zoe", "maria"] { try store.add(password(account)) }
        try store.list(Query<GenericPassword>()) { match in
            try store.update(query(match.item.account), Changes().set(.label, to: "seen"))
            try store.delete(query(match.item.account).where(.label, equals: "seen"))
        }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_list_whileItChangesAStoreInMemory_goesOn() throws {
        let store = try ItemStore.inMemory()
        for account in ["zoe", "maria"] { try store.add(password(account)) }
        try store.list(Query<GenericPassword>()) { try store.delete(query($0.item.account)) }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_list_thatThrows_endsThere() throws {
        struct Enough: Error {}
        let store = try makeStore()
        for account in ["zoe", "maria"] { try store.add(password(account)) }
        var count = 0
        XCTAssertThrowsError(
            try store.list(Query<GenericPassword>()) { _ in
                count += 1
                throw Enough()
            }
        ) { XCTAssertTrue($0 is Enough) }
        XCTAssertEqual(count, 1)
    }

    func test_list_whileLocked_endsAtTheFirstThatCannotBeRead() throws {
        let store = try makeStore()
        try store.add(password("zoe", .afterFirstUnlock))
        try store.add(password("maria"))
        store.lock()
        assertThrows(.interactionNotAllowed) { try self.accounts(store) }
    }

    func test_list_whileLocked_handsOverWhatCannotBeRead() throws {
        let store = try makeStore()
        let sealed = try store.add(password("maria"))
        try store.add(password("zoe", .afterFirstUnlock))
        store.lock()
        var (seen, unreadable): ([String], [ItemReference]) = ([], [])
        try store.list(
            Query<GenericPassword>(),
            unreadable: { reference, _ in unreadable.append(contentsOf: [reference].compactMap(\.self)) }
        ) { seen.append($0.item.account) }
        XCTAssertEqual(seen, ["zoe"])
        XCTAssertEqual(unreadable, [sealed])
    }

    func test_list_aroundDamagedItem_givesEverythingInItsPlace() throws {
        let store = try makeStore()
        for number in 1...5 { try store.add(password("\(number)"), secret: secret("x")) }
        try tamper("UPDATE item SET secret = zeroblob(32) WHERE number = 4")
        var seen: [String] = []
        assertThrows(.decode) { try store.list(Query<GenericPassword>()) { seen.append($0.item.account) } }
        XCTAssertEqual(seen, ["1", "2", "3"])
        seen = []
        try store.list(Query<GenericPassword>(), unreadable: { _, _ in seen.append("damaged") }) {
            seen.append($0.item.account)
        }
        XCTAssertEqual(seen, ["1", "2", "3", "damaged", "5"])
    }

    /// A store with an authority and certificates that it has issued, which keeps nothing in memory.
    private func makeStoreOfAuthority() throws -> ItemStore {
        var options = options
        options.cacheByteCount = 0
        let store = try ItemStore.create(at: path, options: options)
        var authority = CertificateItem(issuer: Data([7]), serialNumber: Data([0]))
        (authority.subject, authority.label) = (Data([5]), String(repeating: "l", count: 200_000))
        try store.add(authority)
        for number in UInt8(1)...60 {
            try store.add(CertificateItem(issuer: Data([5]), serialNumber: Data([number])))
        }
        return store
    }

    /// The authority is read for each page, and is none of the rows that the pages lead to.
    func test_page_ofCertificatesIssued_isNotStoppedByTheirAuthority() throws {
        let store = try makeStoreOfAuthority()
        let query = Query<CertificateItem>().issued(byOneOf: [Data([7])])
        var (cursor, count): (PageCursor?, Int) = (nil, 0)
        repeat {
            let page = try store.page(query, after: cursor, limit: 1)
            (cursor, count) = (page.next, count + page.matches.count)
        } while cursor != nil
        XCTAssertEqual(count, 61)
    }

    func test_filter_ofCertificatesIssued_readsTheirAuthorityOnce() throws {
        let store = try makeStoreOfAuthority()
        let finder = try store.engine.snapshot().finder(store.engine.settings)
        let found = try finder.find(Selection(.certificate), .read(secrets: false))
        var (condition, known) = (CertificateCondition(), Finder.Issuers())
        condition.issuers = [[Data([9])]]
        let before = finder.rows.connection.itemBytes
        XCTAssertEqual(try finder.filter(found, condition, &known).count, 0)
        XCTAssertLessThan(finder.rows.connection.itemBytes - before, 400_000)
    }
}
