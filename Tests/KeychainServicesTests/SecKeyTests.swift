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

    private func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private func key(_ data: Data, _ type: CFString, _ keyClass: CFString) -> SecKey? {
        SecKeyCreateWithData(
            data as CFData, [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass] as CFDictionary, nil)
    }

    // MARK: - SHA-1

    func test_sha1_ofKnownMessages() {
        let rows = [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            (String(repeating: "a", count: 1_000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
        ]
        for (message, expected) in rows {
            XCTAssertEqual(hex(SHA1.hash(Array(message.utf8))), expected, message)
        }
    }

    // MARK: - Keys

    func test_createWithData_ofCurve_readsBothHalves() throws {
        let bytes = Data([4] + (0..<96).map { UInt8($0) })
        let privateKey = try XCTUnwrap(key(bytes, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClassPrivate))
        let publicKey = try XCTUnwrap(SecKeyCopyPublicKey(privateKey))
        XCTAssertEqual(publicKey, key(bytes.prefix(65), kSecAttrKeyTypeEC, kSecAttrKeyClassPublic))
        XCTAssertEqual(SecKeyCopyExternalRepresentation(publicKey, nil) as Data?, bytes.prefix(65))
        XCTAssertEqual(SecKeyCopyExternalRepresentation(privateKey, nil) as Data?, bytes)
        let attributes = try XCTUnwrap(SecKeyCopyAttributes(privateKey) as? [String: Any])
        XCTAssertEqual(attributes[kSecAttrKeyClass as String] as? String, kSecAttrKeyClassPrivate as String)
        XCTAssertEqual(attributes[kSecAttrKeyType as String] as? String, kSecAttrKeyTypeEC as String)
        XCTAssertEqual(attributes[kSecAttrKeySizeInBits as String] as? Int, 256)
        XCTAssertEqual(attributes[kSecAttrCanSign as String] as? Bool, true)
        XCTAssertEqual(
            attributes[kSecAttrApplicationLabel as String] as? Data,
            Data(SHA1.hash([UInt8](bytes.prefix(65)))))
    }

    func test_createWithData_ofRSA_rebuildsThePublicHalf() throws {
        let modulus: [UInt8] = [0x02, 0x05, 0x00] + [0xc1, 2, 3, 5]
        let exponent: [UInt8] = [0x02, 0x03, 1, 0, 1]
        let half = [0x30, UInt8(modulus.count + exponent.count)] + modulus + exponent
        let rest = [UInt8](repeatElement([0x02, 0x01, 0x07], count: 6).joined())
        let numbers = [0x02, 0x01, 0x00] + modulus + exponent + rest
        let whole = Data([0x30, UInt8(numbers.count)] + numbers)
        let privateKey = try XCTUnwrap(key(whole, kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate))
        let publicKey = try XCTUnwrap(SecKeyCopyPublicKey(privateKey))
        XCTAssertEqual(SecKeyCopyExternalRepresentation(publicKey, nil) as Data?, Data(half))
        let attributes = try XCTUnwrap(SecKeyCopyAttributes(publicKey) as? [String: Any])
        XCTAssertEqual(attributes[kSecAttrKeySizeInBits as String] as? Int, 32)
        XCTAssertEqual(attributes[kSecAttrApplicationLabel as String] as? Data, Data(SHA1.hash(half)))
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
        let bytes = Data([4] + [UInt8](repeating: 9, count: 96))
        let made = try XCTUnwrap(key(bytes, kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate))
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
        let other = try XCTUnwrap(
            key(Data([4] + [UInt8](repeating: 9, count: 96)), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate))
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
