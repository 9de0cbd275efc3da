import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Certificates and identities that are found by what is in them.
final class CertificateConditionTests: ChainTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        add(try made.identity)
        add(try MadeChain("other.example", issuer: "Else").identity)
    }

    func test_add_withoutLabel_labelsTheCertificateByItsSubject() throws {
        for itemClass in [kSecClassCertificate, kSecClassIdentity] {
            XCTAssertEqual(found([kSecClass: itemClass, kSecAttrLabel: "host.example"]).count, 1)
        }
    }

    func test_add_ofBytes_isTheSameAsOfTheCertificate() throws {
        let root = try made.root
        let item: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueData: root.der]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(found([kSecValueRef: try SecCertificate(root)]), [try SecCertificate(root)])
        XCTAssertEqual(found([kSecClass: kSecClassCertificate, kSecAttrLabel: "Root of Hosts"]).count, 1)
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecDuplicateItem)
    }

    func test_add_ofBytesThatAreNoCertificate_storesThemAsTheyAre() {
        let item: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueData: Data([1, 2])]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
    }

    func test_search_byBytes_findsThatCertificateAlone() throws {
        let certificate = try made.certificate
        let query: [CFString: Any] = [
            kSecClass: kSecClassCertificate, kSecValueData: SecCertificateCopyData(certificate),
        ]
        XCTAssertEqual(found(query), [certificate])
        XCTAssertEqual(SecItemDelete(query as CFDictionary), errSecSuccess)
        XCTAssertEqual(found([kSecClass: kSecClassCertificate]).count, 1)
        let none: [CFString: Any] = [kSecClass: kSecClassCertificate, kSecValueData: Data([1, 2])]
        XCTAssertEqual(SecItemDelete(none as CFDictionary), errSecDecode)
    }

    func test_search_byNameInDER_findsWhatHasIt() throws {
        let certificate = try made.leaf.certificate
        let rows: [[CFString: Any]] = [
            [kSecAttrIssuer: certificate.issuer.der], [kSecAttrIssuer: certificate.issuer.normalized],
            [kSecAttrIssuer: certificate.issuer.normalizedDER], [kSecAttrSubject: certificate.subject.der],
            [kSecMatchIssuers: [certificate.issuer.der]], [kSecMatchIssuers: [certificate.issuer.normalized]],
        ]
        for row in rows {
            for itemClass in [kSecClassCertificate, kSecClassIdentity] {
                XCTAssertEqual(found(row.merging([kSecClass: itemClass]) { $1 }).count, 1, "\(row)")
            }
        }
        XCTAssertEqual(found([kSecClass: kSecClassIdentity, kSecAttrIssuer: certificate.subject.der]), [])
    }

    func test_search_byIssuersThatAreNoNames_goesByThoseThatAre() throws {
        let name = try made.leaf.certificate.issuer.der
        let rows: [(Any, Int)] = [
            ([Data([1])], 2), ([Data()], 2), ([], 2), (name, 2), (["CN=x", 7] as [Any], 2),
            ([name.dropLast(), Data([1])], 2), ([Data([1]), name], 1),
        ]
        for (index, row) in rows.enumerated() {
            for itemClass in [kSecClassCertificate, kSecClassIdentity] {
                let query: [CFString: Any] = [kSecClass: itemClass, kSecMatchIssuers: row.0]
                XCTAssertEqual(found(query).count, row.1, "row \(index)")
            }
        }
    }

    func test_search_byIssuerOfTheIssuer_findsTheIdentityBelow() throws {
        let root = try SecCertificate(made.root)
        XCTAssertEqual(SecItemAdd([kSecValueRef: root] as CFDictionary, nil), errSecSuccess)
        let query: [CFString: Any] = [
            kSecClass: kSecClassIdentity, kSecMatchIssuers: [try made.root.subject.der],
        ]
        XCTAssertEqual(found(query), [try made.identity])
    }

    /// Stores a key that only has the hash of the chain's, in front of an identity.
    private func plant() throws -> SecIdentity {
        KeychainStore.use(try ItemStore.inMemory())
        let stranger = try PrivateKey.generate(.p256)
        let planted: [CFString: Any] = [
            kSecValueRef: try SecKey(stranger), kSecAttrApplicationTag: Data("planted".utf8),
            kSecAttrApplicationLabel: try made.leaf.key.publicKey.applicationLabel,
        ]
        XCTAssertEqual(SecItemAdd(planted as CFDictionary, nil), errSecSuccess)
        return try made.identity
    }

    func test_search_forIdentity_passesOverAKeyThatOnlyHasItsHash() throws {
        let identity = try plant()
        XCTAssertEqual(SecItemAdd([kSecValueRef: identity] as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(found([kSecClass: kSecClassIdentity]), [identity])
        var one: CFTypeRef?
        let query: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecReturnRef: true]
        XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &one), errSecSuccess)
        XCTAssertEqual(one as? SecIdentity, identity)
        var created: SecIdentity?
        XCTAssertEqual(
            unsafe SecIdentityCreateWithCertificate(nil, try made.certificate, &created), errSecSuccess)
        XCTAssertEqual(created, identity)
    }

    func test_search_forIdentity_withAKeyThatOnlyHasItsHash_findsNone() throws {
        let certificate = try plant().certificate
        XCTAssertEqual(SecItemAdd([kSecValueRef: certificate] as CFDictionary, nil), errSecSuccess)
        var result: CFTypeRef?
        let query: [CFString: Any] = [kSecClass: kSecClassIdentity, kSecReturnRef: true]
        XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &result), errSecItemNotFound)
        var created: SecIdentity?
        XCTAssertEqual(
            unsafe SecIdentityCreateWithCertificate(nil, certificate, &created), errSecItemNotFound)
    }

    func test_search_byDate_findsWhatIsValidThen() {
        for (seconds, count) in [(-1.0, 0), (0, 2), (1_000, 2), (1_001, 0)] {
            let date = MadeChain.start + seconds
            for itemClass in [kSecClassCertificate, kSecClassIdentity] {
                XCTAssertEqual(found([kSecClass: itemClass, kSecMatchValidOnDate: date]).count, count)
            }
        }
    }
}
