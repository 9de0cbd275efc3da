import FoundationEssentials
import XCTest

@testable import SecureStore

final class FindTests: StoreTestCase {
    private func storeWithThree() throws -> ItemStore {
        let store = try makeStore()
        for account in ["zoe", "maria", "adam"] { try store.add(password(account), secret: secret(account)) }
        return store
    }

    private func accounts(_ matches: [ItemMatch<GenericPassword>]) -> [String] { matches.map(\.item.account) }

    func test_copyMatching_withoutLimit_isEveryMatch() throws {
        let found = try storeWithThree().copyMatching(Query<GenericPassword>())
        XCTAssertEqual(accounts(found), ["zoe", "maria", "adam"])
    }

    func test_copyMatching_byServiceOfAll_comesOldestFirst() throws {
        let query = Query<GenericPassword>().where(.service, equals: "mail")
        XCTAssertEqual(accounts(try storeWithThree().copyMatching(query)), ["zoe", "maria", "adam"])
    }

    func test_copyMatching_ofAtMostTwo_isTheTwoOldest() throws {
        let found = try storeWithThree().copyMatching(Query<GenericPassword>(), limit: 2)
        XCTAssertEqual(accounts(found), ["zoe", "maria"])
    }

    func test_copyMatching_ofMoreThanThereAre_isAll() throws {
        let found = try storeWithThree().copyMatching(Query<GenericPassword>(), limit: 9)
        XCTAssertEqual(found.count, 3)
    }

    func test_copyMatching_withLimitBelowOne_throwsParam() throws {
        let store = try storeWithThree()
        for limit in [0, -1, .min] {
            assertThrows(.param) { try store.copyMatching(Query<GenericPassword>(), limit: limit) }
        }
    }

    func test_copyMatching_afterUpdate_keepsTheOrder() throws {
        let store = try storeWithThree()
        try store.update(query("zoe"), Changes().set(.account, to: "other"))
        let found = try store.copyMatching(Query<GenericPassword>())
        XCTAssertEqual(accounts(found), ["other", "maria", "adam"])
    }

    func test_copyMatching_ofWhatIsNotThere_throwsItemNotFound() throws {
        let store = try storeWithThree()
        let queries = [
            query("nobody"), query("Maria"), query("maria "), query("mari"),
            Query().where(.label, equals: ""), Query().where(.comment, equals: ""),
            Query().where(.service, equals: "mail").where(.account, equals: ""),
        ]
        for query in queries { assertThrows(.itemNotFound) { try store.copyMatching(query) } }
    }

    func test_copyMatching_withOtherNormalization_throwsItemNotFound() throws {
        let store = try makeStore()
        try store.add(password("\u{e9}"))
        assertThrows(.itemNotFound) { try store.copyMatching(query("e\u{301}")) }
    }

    func test_copyMatching_byEachAttribute_finds() throws {
        let store = try makeStore()
        var item = GenericPassword(service: "s", account: "a", label: "l")
        (item.kind, item.comment, item.alias, item.creator, item.type) = ("k", "c", "n", 1, 2)
        (item.isInvisible, item.isNegative, item.generic) = (true, false, Data([9]))
        try store.add(item)
        let queries: [Query<GenericPassword>] = [
            Query().where(.service, equals: "s"), Query().where(.account, equals: "a"),
            Query().where(.label, equals: "l"), Query().where(.kind, equals: "k"),
            Query().where(.comment, equals: "c"), Query().where(.alias, equals: "n"),
            Query().where(.creator, equals: 1), Query().where(.type, equals: 2),
            Query().where(.isInvisible, equals: true),
            Query().where(.isNegative, equals: false), Query().where(.generic, equals: Data([9])),
            Query().where(.accessGroup, equals: "default"),
            Query().where(.accessibility, equals: .whenUnlocked),
            Query().where(.creationDate, equals: clock.now),
            Query().where(.modificationDate, equals: clock.now),
        ]
        for query in queries { XCTAssertNotNil(try store.first(query), "\(query)") }
    }

    func test_copyMatching_returningAttributes_opensNoSecret() throws {
        let found = try storeWithThree().copyMatching(query("maria"), returning: .attributes)
        XCTAssertEqual(accounts(found), ["maria"])
        XCTAssertNil(found[0].secret)
    }

    func test_copyMatching_byReference_finds() throws {
        let store = try makeStore()
        let reference = try store.add(GenericPassword(isSynchronizable: true))
        XCTAssertNotNil(try store.first(Query<GenericPassword>().reference(reference)))
    }

    func test_copyMatching_byReferenceOfAnotherClass_throwsItemNotFound() throws {
        let store = try makeStore()
        let id = try store.add(SampleItems.key).id
        let query = Query<GenericPassword>().reference(ItemReference(.genericPassword, id))
        assertThrows(.itemNotFound) { try store.copyMatching(query) }
    }

    func test_anyCall_byReferenceOfAnotherClass_throwsItemNotFound() throws {
        let store = try makeStore()
        let reference = try store.add(InternetPassword(server: "s"), secret: secret("one"))
        let query = Query<GenericPassword>().reference(reference)
        assertThrows(.itemNotFound) { try store.delete(query) }
        assertThrows(.itemNotFound) { try store.update(query, Changes().secret(secret("two"))) }
        assertThrows(.itemNotFound) { try store.copyMatching(query) }
        assertThrows(.itemNotFound) { try store.earlierSecrets(query) }
        XCTAssertEqual(try store.count(query), 0)
        XCTAssertEqual(try store.only(Query<InternetPassword>().reference(reference)).secret?.text, "one")
    }

    func test_copyMatching_byReferenceAndOtherCondition_needsBoth() throws {
        let store = try makeStore()
        let reference = try store.add(password("maria"))
        assertThrows(.itemNotFound) { try store.copyMatching(query("adam").reference(reference)) }
    }

    func test_copyMatching_ofHost_findsItAndThoseBelow() throws {
        let store = try makeStore()
        for server in ["example", "mail.example", "badexample", "example.org", "Mail.example"] {
            try store.add(try InternetPassword(server: server))
        }
        let query = Query<InternetPassword>().hostOrSubdomain(of: "example")
        let servers = try store.copyMatching(query).map(\.item.server)
        XCTAssertEqual(servers, ["example", "mail.example", "Mail.example"])
    }

    func test_copyMatching_ofCertificatesIssued_followsTheChain() throws {
        let store = try makeStore()
        for number in UInt8(1)...3 {
            var item = CertificateItem(issuer: Data([number]), serialNumber: Data([number]))
            item.subject = Data([number + 1])
            try store.add(item)
        }
        let query = Query<CertificateItem>().issued(byOneOf: [Data([2])])
        XCTAssertEqual(try store.copyMatching(query).map(\.item.issuer), [Data([2]), Data([3])])
        let both = query.issued(byOneOf: [Data([3])])
        XCTAssertEqual(try store.copyMatching(both).map(\.item.issuer), [Data([3])])
    }

    private func add(_ store: ItemStore, subject: UInt8?, issuer: UInt8, _ number: UInt8) throws {
        var item = CertificateItem(issuer: Data([issuer]), serialNumber: Data([number]))
        if let subject { item.subject = Data([subject]) }
        item.label = String(repeating: "l", count: 200)
        try store.add(item)
    }

    /// An authority that was renewed, or that another one has signed too, has two certificates.
    func test_copyMatching_ofCertificatesIssued_followsEachOfAnAuthoritysCertificates() throws {
        let store = try makeStore()
        try add(store, subject: 5, issuer: 9, 1)
        try add(store, subject: 5, issuer: 2, 2)
        try add(store, subject: nil, issuer: 5, 3)
        let query = Query<CertificateItem>().issued(byOneOf: [Data([2])])
        XCTAssertEqual(try store.copyMatching(query).map(\.item.serialNumber), [Data([2]), Data([3])])
    }

    func test_copyMatching_ofCertificatesIssued_followsMoreThanAHundredOfAnAuthority() throws {
        let store = try makeStore()
        for number in UInt8(0)..<150 {
            try add(store, subject: 5, issuer: number == 120 ? 2 : 10 + number, number)
        }
        try add(store, subject: nil, issuer: 5, 200)
        let query = Query<CertificateItem>().issued(byOneOf: [Data([2])])
        XCTAssertEqual(try store.copyMatching(query).map(\.item.serialNumber), [Data([120]), Data([200])])
    }
}
