import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Keys and certificates made of bytes, and as references.
final class SecKeyTests: XCTestCase {
    override func setUpWithError() throws {
        KeychainStore.use(try ItemStore.inMemory())
    }

    override func tearDown() { KeychainStore.useDefault() }

    private func key(_ data: Data, _ type: CFString, _ keyClass: CFString) -> SecKey? {
        SecKeyCreateWithData(
            data as CFData, [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass] as CFDictionary, nil)
    }

    // MARK: - Keys

    func test_createWithData_readsBothHalves() throws {
        let rows: [(KeyKind, CFString)] = [
            (.p256, kSecAttrKeyTypeEC), (.p521, kSecAttrKeyTypeEC), (.rsa(2_048), kSecAttrKeyTypeRSA),
            (.ed25519, kSecAttrKeyTypeEd25519), (.x25519, kSecAttrKeyTypeX25519),
        ]
        for (kind, type) in rows {
            let made = try PrivateKey.generate(kind)
            let bytes = Data(try made.externalRepresentation())
            let privateKey = try XCTUnwrap(key(bytes, type, kSecAttrKeyClassPrivate))
            let publicKey = try XCTUnwrap(SecKeyCopyPublicKey(privateKey))
            let half = made.publicKey.externalRepresentation
            XCTAssertEqual(publicKey, key(half, type, kSecAttrKeyClassPublic))
            XCTAssertEqual(SecKeyCopyExternalRepresentation(publicKey, nil) as Data?, half)
            XCTAssertEqual(SecKeyCopyExternalRepresentation(privateKey, nil) as Data?, bytes)
            XCTAssertEqual(SecKeyGetBlockSize(privateKey), (kind.sizeInBits + 7) / 8)
        }
    }

    func test_copyAttributes_areThoseOfTheKeyWithItsConstants() throws {
        let made = try PrivateKey.generate(.p256)
        let attributes = try XCTUnwrap(SecKeyCopyAttributes(SecKey(made)) as? [String: Any])
        XCTAssertEqual(attributes[kSecAttrKeyClass as String] as? String, kSecAttrKeyClassPrivate as String)
        XCTAssertEqual(attributes[kSecAttrKeyType as String] as? String, kSecAttrKeyTypeEC as String)
        XCTAssertEqual(attributes[kSecAttrKeySizeInBits as String] as? Int, 256)
        XCTAssertEqual(attributes[kSecAttrCanSign as String] as? Bool, true)
        XCTAssertEqual(
            attributes[kSecAttrApplicationLabel as String] as? Data, try made.publicKey.applicationLabel)
    }

    func test_createWithData_ofWrongBytes_isNilWithParam() throws {
        let good = [UInt8(4)] + [UInt8](repeating: 1, count: 96)
        let rows: [(Data, CFString, CFString)] = [
            (Data(), kSecAttrKeyTypeEC, kSecAttrKeyClassPublic),
            (Data(good.dropLast()), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate),
            (Data([3] + good.dropFirst()), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate),
            (Data(good), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate),
            (Data([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic),
            (Data(good), kSecAttrKeyTypeEC, kSecAttrKeyClassSymmetric),
        ]
        for (index, row) in rows.enumerated() {
            var error: Unmanaged<CFError>?
            let attributes = [kSecAttrKeyType: row.1, kSecAttrKeyClass: row.2] as CFDictionary
            XCTAssertNil(unsafe SecKeyCreateWithData(row.0 as CFData, attributes, &error), "row \(index)")
            let thrown = unsafe error?.takeRetainedValue()
            XCTAssertEqual(thrown?.code, Int(errSecParam), "row \(index)")
        }
    }

    func test_createWithData_ofOtherTypes_isUnimplemented() {
        var error: Unmanaged<CFError>?
        let attributes = [kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeyClass: kSecAttrKeyClassSymmetric]
        XCTAssertNil(unsafe SecKeyCreateWithData(NSData(), attributes as CFDictionary, &error))
        let thrown = unsafe error?.takeRetainedValue()
        XCTAssertEqual(thrown?.code, Int(errSecUnimplemented))
        XCTAssertNil(unsafe SecKeyCreateWithData(NSData(), [:] as CFDictionary, &error))
        let missing = unsafe error?.takeRetainedValue()
        XCTAssertEqual(missing?.code, Int(errSecParam))
    }

    func test_key_asReference_isStoredAndFound() throws {
        let made = try SecKey(PrivateKey.generate(.p256))
        let item: [CFString: Any] = [kSecValueRef: made, kSecAttrApplicationTag: "tag", kSecAttrLabel: "Key"]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        var result: CFTypeRef?
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrApplicationTag: "tag", kSecReturnRef: true,
        ]
        XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        let found = result as! SecKey
        XCTAssertEqual(found, made)
        XCTAssertTrue(unsafe unsafeDowncast(try XCTUnwrap(result), to: SecKey.self) === found)
        XCTAssertEqual((result as! SecKey?)?.hash, made.hash)
        XCTAssertEqual(SecItemDelete([kSecValueRef: made] as CFDictionary), errSecSuccess)
    }

    // MARK: - Certificates and identities

    func test_createCertificate_readsItsFields() throws {
        let certificate = try XCTUnwrap(SecCertificateCreateWithData(nil, SampleCertificate.der as CFData))
        XCTAssertEqual(SecCertificateCopyData(certificate) as Data, SampleCertificate.der)
        let attributes = certificate.item.attributes
        XCTAssertEqual(attributes[.certificateType], .number(3))
        XCTAssertEqual(attributes[.serialNumber]?.data, SampleCertificate.serialNumber)
        XCTAssertEqual(attributes[.publicKeyHash]?.data, SampleCertificate.publicKeyHash)
        XCTAssertEqual(attributes[.subjectKeyID]?.data, SampleCertificate.subjectKeyID)
        XCTAssertEqual(attributes[.issuer], attributes[.subject], "it signed itself")
    }

    func test_createCertificate_ofAnyPartOrWithAnyByteCut_isNilOrReads() {
        let der = SampleCertificate.der
        for count in 0..<der.count {
            XCTAssertNil(SecCertificateCreateWithData(nil, der.prefix(count) as CFData), "\(count) bytes")
        }
        XCTAssertNil(SecCertificateCreateWithData(nil, der + [0] as CFData))
        for index in stride(from: 0, to: der.count, by: Effort.step) {
            var damaged = der
            damaged[index] ^= 0xff
            SecCertificateCreateWithData(nil, damaged as CFData)
        }
    }

    func test_identity_isMadeOfWhatBelongsTogether() throws {
        let certificate = try XCTUnwrap(SecCertificateCreateWithData(nil, SampleCertificate.der as CFData))
        let mine = try XCTUnwrap(
            key(SampleCertificate.privateKey, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate))
        let other = try SecKey(PrivateKey.generate(.p256))
        XCTAssertNil(SecIdentityCreate(nil, certificate, other))
        let identity = try XCTUnwrap(SecIdentityCreate(nil, certificate, mine))
        XCTAssertEqual(SecItemAdd([kSecValueRef: identity] as CFDictionary, nil), errSecSuccess)
        var result: CFTypeRef?
        let query = [kSecClass: kSecClassIdentity, kSecReturnRef: true] as [CFString: Any]
        XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        let found = result as! SecIdentity
        XCTAssertEqual(found, identity)
        var (itsCertificate, itsKey): (SecCertificate?, SecKey?)
        XCTAssertEqual(unsafe SecIdentityCopyCertificate(found, &itsCertificate), errSecSuccess)
        XCTAssertEqual(unsafe SecIdentityCopyPrivateKey(found, &itsKey), errSecSuccess)
        XCTAssertEqual(itsCertificate, certificate)
        XCTAssertEqual(itsKey, mine)
    }
}
