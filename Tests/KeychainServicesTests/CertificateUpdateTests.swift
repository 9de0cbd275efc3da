import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Updates of certificates and identities, whose attributes follow from their bytes.
final class CertificateUpdateTests: ChainTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        add(try made.identity)
    }

    private func update(_ itemClass: CFString, _ changes: [CFString: Any]) -> OSStatus {
        SecItemUpdate([kSecClass: itemClass] as CFDictionary, changes as CFDictionary)
    }

    func test_update_ofIdentityWithASecret_isRefusedAndLeavesTheKey() throws {
        let renewed = try made.root.der
        XCTAssertEqual(update(kSecClassIdentity, [kSecValueData: renewed]), errSecParam)
        XCTAssertEqual(found([kSecClass: kSecClassKey]), [try made.key])
        XCTAssertEqual(found([kSecClass: kSecClassIdentity]), [try made.identity])
    }

    func test_update_ofCertificateWithAnother_hasTheAttributesOfThat() throws {
        let other = try SecCertificate(made.root)
        let changes: [CFString: Any] = [kSecValueData: try made.root.der, kSecAttrLabel: "renewed"]
        XCTAssertEqual(update(kSecClassCertificate, changes), errSecSuccess)
        XCTAssertEqual(found([kSecValueRef: other]), [other])
        let rows: [[CFString: Any]] = [
            [kSecAttrLabel: "renewed"], [kSecAttrSubject: try made.root.subject.der],
            [kSecAttrPublicKeyHash: try made.root.publicKeyHash],
        ]
        for row in rows {
            XCTAssertEqual(found(row.merging([kSecClass: kSecClassCertificate]) { $1 }), [other], "\(row)")
        }
    }

    func test_update_ofCertificateWithBytesThatAreNone_isRefused() throws {
        XCTAssertEqual(update(kSecClassCertificate, [kSecValueData: Data([1, 2])]), errSecParam)
        XCTAssertEqual(found([kSecClass: kSecClassCertificate]), [try made.certificate])
    }

    func test_update_ofNamesInDER_storesThemAsSearchesHaveThem() throws {
        let name = try made.leaf.certificate.subject.der
        for key in [kSecAttrIssuer, kSecAttrSubject] {
            XCTAssertEqual(update(kSecClassCertificate, [key: name]), errSecSuccess)
            XCTAssertEqual(found([kSecClass: kSecClassCertificate, key: name]).count, 1, "\(key)")
        }
    }

    func test_add_ofIdentityWhoseKeyHasItsOwnApplicationLabel_findsItAgain() throws {
        KeychainStore.use(try ItemStore.inMemory())
        let own: [CFString: Any] = [
            kSecValueRef: try made.key, kSecAttrApplicationLabel: Data("own".utf8), kSecReturnRef: true,
        ]
        var key: CFTypeRef?
        XCTAssertEqual(unsafe SecItemAdd(own as CFDictionary, &key), errSecSuccess)
        let labelled = try XCTUnwrap(key as? SecKey)
        let identity = try XCTUnwrap(SecIdentityCreate(nil, made.certificate, labelled))
        KeychainStore.use(try ItemStore.inMemory())
        XCTAssertEqual(SecItemAdd([kSecValueRef: identity] as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(found([kSecClass: kSecClassIdentity]), [try made.identity])
        let query: [CFString: Any] = [kSecValueRef: identity, kSecReturnPersistentRef: true]
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(SecItemDelete([kSecValueRef: identity] as CFDictionary), errSecSuccess)
        XCTAssertEqual(found([kSecClass: kSecClassKey]), [])
    }
}
