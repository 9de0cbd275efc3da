import FoundationEssentials
import XCTest

@testable import SecureStore

final class StoredIdentityTests: StoreTestCase {
    private func certificate(_ number: UInt8, hash: UInt8) -> CertificateItem {
        var item = CertificateItem(issuer: Data([1]), serialNumber: Data([number]), label: "c\(number)")
        item.publicKeyHash = Data([hash])
        return item
    }

    private func key(_ hash: UInt8, _ keyClass: KeyClass = .private) -> KeyItem {
        KeyItem(keyClass: keyClass, applicationLabel: Data([hash]), applicationTag: Data([9]), label: "key")
    }

    private let all = Query<IdentityItem>()

    func test_copyMatching_ofPair_isCertificateAndKeyWithItsSecret() throws {
        let store = try makeStore()
        let reference = try store.add(certificate(1, hash: 7), secret: secret("der"))
        try store.add(key(7), secret: secret("private"))
        let match = try store.only(Query<IdentityItem>())
        XCTAssertEqual(match.item.certificate.serialNumber, Data([1]))
        XCTAssertEqual(match.item.key.applicationLabel, Data([7]))
        XCTAssertEqual(match.secret?.text, "private")
        XCTAssertEqual(match.reference, ItemReference(.identity, reference.id))
    }

    /// A token's name tells two certificates apart, too.
    func test_add_ofIdentityWhoseCertificateIsThere_isOfThatCertificate() throws {
        let store = try makeStore()
        var references: [ItemReference] = []
        var attributes = certificate(1, hash: 7).attributes
        for token in ["a", "b"] {
            attributes.set(.tokenID, normalized: .string(token))
            references.append(try store.add(CertificateItem(attributes: attributes)))
        }
        let identity = try store.addIdentity(
            StoredItem(attributes: attributes, secret: nil),
            StoredItem(attributes: key(7).attributes, secret: secret("key")))
        XCTAssertEqual(identity.id, references[1].id)
    }

    func test_copyMatching_ofHalves_findsNothing() throws {
        let store = try makeStore()
        try store.add(certificate(1, hash: 7))
        try store.add(key(8))
        try store.add(key(7, .public))
        assertThrows(.itemNotFound) { try store.copyMatching(self.all) }
    }

    func test_copyMatching_ofOneKeyWithTwoCertificates_findsTwo() throws {
        let store = try makeStore()
        for number in UInt8(1)...2 { try store.add(certificate(number, hash: 7)) }
        try store.add(key(7))
        let found = try store.copyMatching(all)
        XCTAssertEqual(found.map(\.item.certificate.serialNumber), [Data([1]), Data([2])])
    }

    func test_copyMatching_byAttributesOfEitherPart_findsThePair() throws {
        let store = try makeStore()
        for number in UInt8(1)...2 {
            try store.add(certificate(number, hash: number))
            try store.add(key(number))
        }
        let queries: [Query<IdentityItem>] = [
            Query().where(.label, equals: "c2"), Query().where(.serialNumber, equals: Data([2])),
            Query().where(.publicKeyHash, equals: Data([2])),
            Query().where(.applicationTag, equals: Data([9])).where(.label, equals: "c2"),
        ]
        for query in queries {
            XCTAssertEqual(try store.only(query).item.key.applicationLabel, Data([2]))
        }
    }

    func test_copyMatching_byTextOrDate_findsThePairsThatHaveIt() throws {
        let store = try makeStore()
        for number in UInt8(1)...2 {
            try store.add(certificate(number, hash: number))
            try store.add(key(number))
            clock.advance(by: 1)
        }
        let queries = [
            all.where(.label, startsWith: "c2"), all.where(.label, contains: "2"),
            all.where(.creationDate, in: (clock.now - 1)...),
        ]
        for query in queries {
            XCTAssertEqual(try store.all(query).map(\.item.key.applicationLabel), [Data([2])])
        }
    }

    func test_copyMatching_byLabelOfTheKey_findsNothing() throws {
        let store = try makeStore()
        try store.add(certificate(1, hash: 7))
        try store.add(key(7))
        XCTAssertNil(try store.first(Query<IdentityItem>().where(.label, equals: "key")))
    }

    func test_copyMatching_byReferenceOfIdentity_findsThePair() throws {
        let store = try makeStore()
        try store.add(certificate(1, hash: 7))
        try store.add(key(7))
        let reference = try store.only(Query<IdentityItem>()).reference
        XCTAssertEqual(try store.first(Query<IdentityItem>().reference(reference))?.reference, reference)
    }

    func test_copyMatching_insideTransaction_findsThePair() throws {
        try makeStore().transaction { changes in
            try changes.add(self.certificate(1, hash: 7))
            try changes.add(self.key(7))
            XCTAssertEqual(try changes.copyMatching(Query<IdentityItem>()).count, 1)
        }
    }

    func test_copyMatching_whileLocked_throwsInteractionNotAllowed() throws {
        let store = try makeStore()
        try store.add(certificate(1, hash: 7))
        try store.add(key(7))
        store.lock()
        assertThrows(.interactionNotAllowed) { try store.copyMatching(self.all) }
    }
}
