import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import SecureStoreCertificates

/// Identities that a store gives back with their chains, and the one that it prefers.
final class StoredChainTests: XCTestCase {
    private let (today, day) = (Authority.today, Authority.day)

    private func store() throws -> ItemStore {
        var options = StoreOptions()
        options.inspectCertificate = Certificate.inspector
        return try ItemStore.inMemory(options: options)
    }

    /// An identity below two authorities.
    private func made(_ label: String? = nil) throws -> (
        identity: Identity, middle: Authority, root: Authority
    ) {
        let root = try Authority()
        let (middle, key) = (try root.authority(), try PrivateKey.generate(.p256))
        let identity = try Identity(
            certificate: middle.issue(for: key.publicKey), key: key,
            chain: [root.certificate, middle.certificate], label: label)
        return (identity, middle, root)
    }

    /// Stores a certificate for a key that is valid from one day to another.
    private func add(
        _ first: Double, _ last: Double, by root: Authority, for key: PrivateKey, to store: ItemStore
    ) throws -> Certificate {
        let certificate = try root.issue(for: key.publicKey) {
            $0.validity = today + first * day...today + last * day
        }
        try store.add(Identity(certificate: certificate, key: key))
        return certificate
    }

    func test_identity_hasTheChainThatItWasStoredWith() throws {
        let (store, made) = (try store(), try made())
        try store.add(made.identity)
        XCTAssertEqual(try store.identity()?.chain, [made.middle.certificate, made.root.certificate])
        XCTAssertEqual(try store.certificates().count, 3)
    }

    func test_identity_thatWritesItsIssuersNameInAnotherType_hasItsChain() throws {
        let (root, key) = (try Authority(), try PrivateKey.generate(.p256))
        let name = try DistinguishedName([.country: "DE", .commonName: "Middle"])
        // PrintableString in place of UTF8String, whose tag is the only byte with its value.
        let other = try DistinguishedName(der: Data(name.der.map { $0 == 0x0c ? 0x13 : $0 }))
        for (own, stated) in [(name, other), (other, name)] {
            let (store, middle) = (try store(), try root.authority { $0.subject = own })
            let certificate = try middle.issue(for: key.publicKey) {
                ($0.issuer, $0.authorityKeyID) = (stated, nil)
            }
            let chain = [middle.certificate, root.certificate]
            try store.add(Identity(certificate: certificate, key: key, chain: chain))
            XCTAssertEqual(try store.identity()?.chain, chain)
            XCTAssertEqual(try store.authorities(above: certificate), chain)
        }
    }

    func test_identity_replacedMeanwhile_isTheOneBefore() throws {
        let meanwhile = Meanwhile()
        var options = StoreOptions()
        options.interceptor = meanwhile
        let store = try ItemStore.inMemory(options: options)
        let (old, new) = (try made(), try made())
        try store.add(old.identity)
        meanwhile.run {
            try store.transaction { changes in
                try changes.deleteAll(of: CertificateItem.self)
                try changes.deleteAll(of: KeyItem.self)
                try changes.add(new.identity)
            }
        }
        let found = try store.identity()
        XCTAssertTrue(meanwhile.isDone)
        XCTAssertEqual(found?.certificate, old.identity.certificate)
        XCTAssertEqual(found?.chain, [old.middle.certificate, old.root.certificate])
        XCTAssertEqual(try store.identity()?.certificate, new.identity.certificate)
    }

    func test_identity_besidesItemsThatCannotBeRead_isFound() throws {
        let (store, made) = (try store(), try made())
        let hash = made.identity.certificate.publicKeyHash
        // No key, an encrypted one, one of another algorithm, and one that is too long.
        let all: [[UInt8]] = [
            [1], [0x30, 4, 0x30, 0, 4, 0], [0x30, 10, 2, 1, 0, 0x30, 3, 6, 1, 0x2a, 4, 0],
            [UInt8](repeating: 0x30, count: 1 << 20 + 1),
        ]
        for (number, bytes) in all.enumerated() {
            let key = KeyItem(
                keyClass: .private, type: .ecSECPrimeRandom, applicationLabel: hash,
                applicationTag: Data([UInt8(number)]))
            try store.add(key, secret: SecretBytes(copying: bytes))
            var certificate = CertificateItem(issuer: Data(), serialNumber: Data([UInt8(number)]))
            certificate.publicKeyHash = hash
            try store.add(certificate, secret: SecretBytes(copying: bytes))
        }
        try store.add(made.identity)
        XCTAssertEqual(try store.identity()?.certificate, made.identity.certificate)
    }

    func test_identity_besidesACertificateForAKeyThatIsNotRead_isFound() throws {
        let (store, made, other) = (try store(), try made(), try PrivateKey.generate(.p256))
        // A key of Ed448.
        let algorithm = DER.encode(DER.sequence, [6, 3, 0x2b, 0x65, 0x71])
        let bits = DER.encode(DER.bitString, [UInt8](repeating: 0, count: 58))
        let unread = try made.root.issue {
            $0.validity = self.today...self.today + 90 * self.day
            $0.subjectPublicKeyInfo = Data(DER.encode(DER.sequence, algorithm + bits))
        }
        try store.add(unread)
        let key = KeyItem(
            keyClass: .private, type: .ecSECPrimeRandom, applicationLabel: unread.publicKeyHash)
        try store.add(key, secret: other.externalRepresentation())
        assertThrows(.decode) { _ = try store.identity(at: self.today) }
        try store.add(made.identity)
        XCTAssertEqual(try store.identity(at: today)?.certificate, made.identity.certificate)
    }

    func test_identity_ofPKCS12_keepsChainAndNames() throws {
        let (store, made) = (try store(), try made("web"))
        let passphrase = try SecretBytes(utf8: "horse")
        let file = try made.identity.pkcs12(passphrase: passphrase)
        try store.add(Identity(pkcs12: file, passphrase: passphrase))
        let found = try XCTUnwrap(store.identity(Query().where(.label, equals: "web")))
        XCTAssertEqual(found.label, "web")
        XCTAssertEqual(found.chain, made.identity.chain)
    }

    func test_pkcs12_ofIdentityFromAFileOrAStore_namesItsChain() throws {
        let (store, made) = (try store(), try made("web"))
        let passphrase = try SecretBytes(utf8: "horse")
        var identity = made.identity
        identity.chainLabels = [made.middle.certificate: "Middle of 2026", made.root.certificate: "Würzel"]
        let file = try Identity(pkcs12: identity.pkcs12(passphrase: passphrase), passphrase: passphrase)
        XCTAssertEqual(file.chainLabels, identity.chainLabels)
        try store.add(file)
        let stored = try XCTUnwrap(store.identity())
        let again = try Identity(pkcs12: stored.pkcs12(passphrase: passphrase), passphrase: passphrase)
        XCTAssertEqual(again.chainLabels, identity.chainLabels)
    }

    func test_add_ofASecondIdentityWithTheSameChain_keepsOneChain() throws {
        let (store, made) = (try store(), try made())
        try store.add(made.identity)
        let key = try PrivateKey.generate(.p256)
        try store.add(
            Identity(
                certificate: made.middle.issue("other", for: key.publicKey), key: key,
                chain: made.identity.chain))
        XCTAssertEqual(try store.certificates().count, 4)
    }

    func test_validate_withStoredAuthorities_takesNoRootOfTheStoreForAnAnchor() throws {
        let (store, made) = (try store(), try made())
        try store.add(made.identity)
        let leaf = made.identity.certificate
        let above = try store.authorities(above: leaf)
        XCTAssertEqual(above, [made.middle.certificate, made.root.certificate])
        func validate(_ anchors: [Certificate]) throws -> [Certificate] {
            try leaf.validate(for: .basic, intermediates: above, anchors: .only(anchors), at: today)
        }
        XCTAssertEqual(try validate([made.root.certificate]).count, 3)
        assertFails(.selfSignedNotTrusted) { try validate([Authority("Other").certificate]) }
    }

    func test_authorities_thatIssueEachOther_areFoundOnce() throws {
        let store = try store()
        let (first, second) = (try Authority("First"), try Authority("Second"))
        for certificate in [try first.cross(second), try second.cross(first)] { try store.add(certificate) }
        XCTAssertEqual(try store.authorities(above: first.issue()).count, 2)
    }

    func test_authorities_ofManyOfOneName_areBounded() throws {
        let (store, name) = (try store(), try Authority("Name"))
        for _ in 0..<70 { try store.add(Authority("Name", key: name.key).certificate) }
        XCTAssertEqual(try store.authorities(above: name.issue()).count, 64)
    }

    func test_identity_thatIsValid_comesBeforeOthers_thenTheLatestEnd() throws {
        let (store, root, key) = (try store(), try Authority(), try PrivateKey.generate(.p256))
        let old = try add(-20, -10, by: root, for: key, to: store)
        XCTAssertEqual(try store.identity(at: today)?.certificate, old)
        let short = try add(-9, 10, by: root, for: key, to: store)
        let long = try add(-9, 20, by: root, for: key, to: store)
        let later = try add(15, 90, by: root, for: key, to: store)
        XCTAssertEqual(try store.identity(at: today)?.certificate, long)
        XCTAssertEqual(try store.identity(at: today - 15 * day)?.certificate, old)
        XCTAssertEqual(try store.identity(at: today + 50 * day)?.certificate, later)
        XCTAssertEqual(
            try store.identity(Query().where(.serialNumber, equals: short.serialNumber))?.certificate, short)
    }

    func test_identity_issuedByOneOfTheNames_isTheOneForTheServer() throws {
        let (store, made) = (try store(), try made())
        try store.add(made.identity)
        _ = try add(-9, 90, by: Authority("Other"), for: .generate(.p256), to: store)
        let names = [made.root.certificate.subject.normalized]
        let found = try store.identity(Query().issued(byOneOf: names), at: today)
        XCTAssertEqual(found?.certificate, made.identity.certificate)
    }

    func test_identities_validOnADate_areThoseWhoseCertificatesAre() throws {
        let (store, root, key) = (try store(), try Authority(), try PrivateKey.generate(.p256))
        let old = try add(-20, -10, by: root, for: key, to: store)
        _ = try add(-9, 10, by: root, for: key, to: store)
        let query = Query<IdentityItem>().valid(on: today - 15 * day)
        XCTAssertEqual(try store.identity(query, at: today)?.certificate, old)
        XCTAssertEqual(try store.count(Query<IdentityItem>().valid(on: today)), 1)
        XCTAssertNil(try store.identity(Query().valid(on: today + 11 * day)))
    }
}
