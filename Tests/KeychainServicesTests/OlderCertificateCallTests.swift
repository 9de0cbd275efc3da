import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Deprecated calls, and those of macOS alone, that programs still have.
final class OlderCertificateCallTests: XCTestCase {
    func test_copyPublicKeyAndSerialNumber_areThoseOfTheNewerCalls() throws {
        let certificate = try MadeChain().certificate
        var key: SecKey?
        XCTAssertEqual(unsafe SecCertificateCopyPublicKey(certificate, &key), errSecSuccess)
        XCTAssertEqual(key, SecCertificateCopyKey(certificate))
        XCTAssertEqual(SecCertificateCopyPublicKey(certificate), key)
        let number = SecCertificateCopySerialNumberData(certificate, nil)
        XCTAssertEqual(SecCertificateCopySerialNumber(certificate, nil), number)
        XCTAssertEqual(SecCertificateCopySerialNumber(certificate), number)
    }

    func test_copyPublicKey_ofBytesThatAreNoCertificate_isUnsupported() throws {
        let stored = SecCertificate(
            StoredItem(attributes: ItemAttributes(.certificate), secret: try SecretBytes(utf8: "none")))
        var key: SecKey?
        XCTAssertEqual(unsafe SecCertificateCopyPublicKey(stored, &key), errSecUnsupportedKeyFormat)
        XCTAssertNil(key)
    }

    private func values(_ keys: [CFString]?) throws -> [String: [String: Any]] {
        let values = SecCertificateCopyValues(
            try MadeChain().certificate, keys.map { $0 as NSArray }, nil)
        return try XCTUnwrap(values as? [String: [String: Any]])
    }

    func test_copyValues_ofDates_areSecondsSince2001() throws {
        let found = try values([kSecOIDX509V1ValidityNotAfter])
        XCTAssertEqual(Array(found.keys), ["2.16.840.1.113741.2.1.1.1.7"])
        let last = try XCTUnwrap(found[kSecOIDX509V1ValidityNotAfter as String])
        XCTAssertEqual(last["value"] as? Double, (MadeChain.start + 1_000).timeIntervalSinceReferenceDate)
        XCTAssertEqual(last["type"] as? String, "number")
        XCTAssertEqual(last["label"] as? String, "Not Valid After")
    }

    func test_copyValues_withoutKeys_areAll() throws {
        let found = try values(nil)
        XCTAssertEqual(found.count, 5)
        let names = found[kSecOIDX509V1IssuerName as String]?["value"] as? [[String: String]]
        XCTAssertEqual(names?.map { $0["label"] }, [kSecOIDOrganizationName as String])
        XCTAssertEqual(names?.map { $0["value"] }, ["Root of Hosts"])
        XCTAssertEqual(found[kSecOIDCommonName as String]?["value"] as? [String], ["host.example"])
    }

    func test_addToKeychain_addsOnce() throws {
        KeychainStore.use(try ItemStore.inMemory())
        defer { KeychainStore.useDefault() }
        let certificate = try MadeChain().certificate
        XCTAssertEqual(SecCertificateAddToKeychain(certificate, nil), errSecSuccess)
        XCTAssertEqual(SecCertificateAddToKeychain(certificate, nil), errSecDuplicateItem)
        XCTAssertEqual(found([kSecClass: kSecClassCertificate]), [certificate])
    }

    func test_constants_haveApplesValues() {
        let texts = [
            (kSecOIDX509V1SubjectName, "2.16.840.1.113741.2.1.1.1.8"),
            (kSecOIDX509V1IssuerName, "2.16.840.1.113741.2.1.1.1.5"),
            (kSecOIDX509V1ValidityNotBefore, "2.16.840.1.113741.2.1.1.1.6"),
            (kSecOIDCountryName, "2.5.4.6"), (kSecOIDLocalityName, "2.5.4.7"),
            (kSecOIDStateProvinceName, "2.5.4.8"), (kSecOIDOrganizationalUnitName, "2.5.4.11"),
            (kSecPropertyKeyLocalizedLabel, "localized label"),
            (kSecPolicyAppleRevocation, "1.2.840.113635.100.1.21"),
        ]
        for (constant, text) in texts { XCTAssertEqual(constant as String, text) }
        let flags = [
            kSecRevocationOCSPMethod, kSecRevocationCRLMethod, kSecRevocationPreferCRL,
            kSecRevocationRequirePositiveResponse, kSecRevocationNetworkAccessDisabled,
        ]
        XCTAssertEqual(flags, [1, 2, 4, 8, 16])
    }

    func test_preferred_isNeverOneAndCannotBeSet() throws {
        let identity = try MadeChain().identity
        XCTAssertEqual(SecIdentitySetPreferred(identity, "mail", nil), errSecUnimplemented)
        XCTAssertEqual(SecIdentitySetPreferred(nil, "mail", nil), errSecSuccess)
        XCTAssertNil(SecIdentityCopyPreferred("mail", nil, nil))
        XCTAssertEqual(SecCertificateSetPreferred(identity.certificate, "mail", nil), errSecUnimplemented)
        XCTAssertNil(SecCertificateCopyPreferred("mail", nil))
    }

    func test_keychainItemExportAndImport_areThoseOfTheNewerCalls() throws {
        let (identity, word) = (try MadeChain().identity, "open sesame" as NSString)
        var given = unsafe SecKeyImportExportParameters()
        unsafe given.passphrase = Unmanaged.passUnretained(word)
        var (data, items): (CFData?, CFArray?)
        XCTAssertEqual(
            unsafe SecKeychainItemExport(identity, .formatPKCS12, [], &given, &data), errSecSuccess)
        let file = try XCTUnwrap(data)
        XCTAssertEqual(
            unsafe SecKeychainItemImport(file, nil, nil, nil, [], &given, nil, &items), errSecSuccess)
        XCTAssertEqual(items as? [SecIdentity], [identity])
        XCTAssertEqual(
            unsafe SecKeychainItemImport(file, nil, nil, nil, [], nil, nil, &items), errSecPassphraseRequired)
    }
}
