import SecureStoreCertificates
import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

final class StoredIdentityTests: XCTestCase {
    func test_add_ofIdentity_isFoundByLabelIssuerAndKeyHashAndSigns() throws {
        let (store, identity) = (try ItemStore.inMemory(), try Identity.made())
        try store.add(try Identity.made(name: "other"))
        try store.add(identity, label: "mine")
        let hash = try identity.key.publicKey.applicationLabel
        for query in [
            Query<IdentityItem>().where(.label, equals: "mine"),
            Query<IdentityItem>().where(.publicKeyHash, equals: hash),
            Query<IdentityItem>().where(.issuer, equals: identity.certificate.issuer.normalized)
                .where(.label, equals: "mine"),
        ] {
            let found = try XCTUnwrap(try store.identity(query))
            XCTAssertEqual(found.certificate, identity.certificate)
            let signature = try found.key.sign([1, 2], .ecdsaSHA256)
            XCTAssertTrue(
                try found.certificate.publicKey.isValid(signature, of: [1, 2], .ecdsaSHA256))
        }
    }

    func test_add_whenOneHalfIsThere_addsTheOther() throws {
        let identity = try Identity.made()
        let (first, second) = (try ItemStore.inMemory(), try ItemStore.inMemory())
        try first.add(identity.certificate)
        try first.add(identity)
        try second.add(identity.key)
        try second.add(identity)
        XCTAssertNotNil(try first.identity())
        XCTAssertNotNil(try second.identity())
    }

    func test_add_whenBothAreThere_throwsDuplicateItem() throws {
        let (store, identity) = (try ItemStore.inMemory(), try Identity.made())
        try store.add(identity)
        assertThrows(.duplicateItem) { try store.add(identity, label: "again") }
        XCTAssertEqual(try store.count(Query<IdentityItem>()), 1)
    }

    func test_add_inTransactionThatThrows_leavesNothing() throws {
        let (store, identity) = (try ItemStore.inMemory(), try Identity.made())
        assertThrows(.diskFull) {
            try store.transaction { changes throws(StoreError) in
                try changes.add(identity)
                throw StoreError(.diskFull, "made by a test")
            }
        }
        XCTAssertEqual(try store.count(Query<CertificateItem>()), 0)
    }

    func test_identity_withoutAny_isNil() throws {
        let (store, identity) = (try ItemStore.inMemory(), try Identity.made())
        try store.add(identity.certificate)
        XCTAssertNil(try store.identity())
    }

    func test_add_withoutLabel_labelsBothByTheCertificate() throws {
        let (store, identity) = (try ItemStore.inMemory(), try Identity.made(name: "host.example"))
        try store.add(identity)
        XCTAssertEqual(try store.first(Query<CertificateItem>())?.item.label, "host.example")
        XCTAssertEqual(try store.first(Query<KeyItem>())?.item.label, "host.example")
    }

    /// Stores a key that only has the hash of an identity's, and the identity's certificate.
    private func plant(_ identity: Identity, in store: ItemStore) throws {
        try store.add(identity.certificate)
        let other = try PrivateKey.generate(.p256)
        let item = KeyItem(
            keyClass: .private, type: .ecSECPrimeRandom,
            applicationLabel: try identity.key.publicKey.applicationLabel,
            applicationTag: Data("planted".utf8), sizeInBits: 256)
        try store.add(item, secret: try other.externalRepresentation())
    }

    func test_identity_ofKeyThatHasOnlyTheHash_throwsDecode() throws {
        let (store, identity) = (try ItemStore.inMemory(), try Identity.made())
        try plant(identity, in: store)
        assertThrows(.decode) { _ = try store.identity() }
    }

    func test_identity_behindAKeyThatHasOnlyTheHash_isFound() throws {
        let (store, identity) = (try ItemStore.inMemory(), try Identity.made())
        try plant(identity, in: store)
        try store.add(identity.key)
        XCTAssertEqual(try store.identity()?.key.publicKey, identity.key.publicKey)
        let other = try ItemStore.inMemory()
        try plant(identity, in: other)
        let next = try Identity.made(name: "next")
        try other.add(next)
        XCTAssertEqual(try other.identity()?.certificate, next.certificate)
    }

    func test_identity_ofBytesThatAreNoCertificate_isPassedOver() throws {
        let (store, identity) = (try ItemStore.inMemory(), try Identity.made())
        let broken = try Identity.made(name: "broken")
        try store.add(broken.certificate.item(), secret: try SecretBytes(copying: [0x30, 0]))
        try store.add(broken.key)
        assertThrows(.decode) { _ = try store.identity() }
        try store.add(identity)
        XCTAssertEqual(try store.identity()?.certificate, identity.certificate)
    }
}
