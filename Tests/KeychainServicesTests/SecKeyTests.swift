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
            let made = try PrivateKey.sample(kind)
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

    private var uses: [CFString] {
        [
            kSecAttrCanDecrypt, kSecAttrCanDerive, kSecAttrCanEncrypt, kSecAttrCanSign, kSecAttrCanUnwrap,
            kSecAttrCanVerify, kSecAttrCanWrap,
        ]
    }

    /// A private key that openssl made, and the hash of its public half by `sha1sum`.
    private static let rsa512 =
        Data(
            base64Encoded: """
                MIIBOwIBAAJBAOZqegO56JtLftul9VA3jB2ViJW3pdfnUsCcW42DeWBIb1Lu7CfwhR3q7HegSvSv25yCZxEYqimK
                sqeEa7f/U6ECAwEAAQJBAJuXpSMlBBTx6w0pyTjM+bn0gxIOvFfKJlBYhV5PPMQtfXdbZtyIoFqMHfcjMlr9M+9w
                btDPVefvarje6zjPb20CIQD8Tkxq9YIa0j3+3oKzc0dNaq0QBJUH+eTmVfFinSFMYwIhAOnKISiSFWVR3j7BYDjx
                UK6/Ozw8T9tR0lAjQ7RJPTUrAiEAtMybAC6MHBI6sM/ckyFxn+1otMjDzuJpABHoFwWIXgcCIC7+2MeFBhQF7v0C
                dks8BxH5kvi6zvqxaet+C0AUcN9dAiBWdBVGff1n/hBpodpKgm23TjEy5wEAxV3mq/+benL7DQ==
                """, options: .ignoreUnknownCharacters) ?? Data()
    private static let hashOfRSA512 = Data(base64Encoded: "dkqK5bvwcBNdGB+Bi2H2A4XPUd4=")

    func test_copyAttributes_ofRSA_areThoseThatAppleStates() throws {
        let made = try XCTUnwrap(key(Self.rsa512, kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate))
        let rows: [(SecKey?, CFString, [CFString])] = [
            (made, kSecAttrKeyClassPrivate, [kSecAttrCanDecrypt, kSecAttrCanSign, kSecAttrCanUnwrap]),
            (
                SecKeyCopyPublicKey(made), kSecAttrKeyClassPublic,
                [kSecAttrCanDecrypt, kSecAttrCanEncrypt, kSecAttrCanVerify, kSecAttrCanWrap]
            ),
        ]
        for (key, keyClass, able) in rows {
            let attributes = try XCTUnwrap(SecKeyCopyAttributes(try XCTUnwrap(key)))
            XCTAssertEqual(attributes[kSecClass] as? NSString, kSecClassKey)
            XCTAssertEqual(attributes[kSecAttrKeyClass] as? NSString, keyClass)
            XCTAssertEqual(attributes[kSecAttrKeyType] as? NSString, kSecAttrKeyTypeRSA)
            XCTAssertEqual(attributes[kSecAttrKeySizeInBits] as? Int, 512)
            XCTAssertEqual(attributes[kSecAttrEffectiveKeySize] as? Int, 512)
            XCTAssertEqual(attributes[kSecAttrApplicationLabel] as? Data, Self.hashOfRSA512)
            XCTAssertEqual(uses.filter { attributes[$0] as? Bool == true }, able)
        }
    }

    func test_createWithData_ofWrongBytes_isNilWithParam() throws {
        let good = [UInt8(4)] + [UInt8](repeating: 1, count: 96)
        let rows: [(Data, CFString, CFString)] = [
            (Data(), kSecAttrKeyTypeEC, kSecAttrKeyClassPublic),
            (Data(good.dropLast()), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate),
            (Data([3] + good.dropFirst()), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate),
            (Data(good), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate),
            (Data([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic),
            (Data([0x30, 4, 0x30, 0, 4, 0]), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate),
        ]
        for (index, row) in rows.enumerated() {
            var error: Unmanaged<CFError>?
            let attributes = [kSecAttrKeyType: row.1, kSecAttrKeyClass: row.2] as CFDictionary
            XCTAssertNil(unsafe SecKeyCreateWithData(row.0 as CFData, attributes, &error), "row \(index)")
            let thrown = unsafe error?.takeRetainedValue()
            XCTAssertEqual(thrown?.code, Int(errSecParam), "row \(index)")
        }
    }

    /// The code with which no key is made of the bytes.
    private func code(_ data: Data, _ type: CFString?, _ keyClass: CFString?) -> Int? {
        var error: Unmanaged<CFError>?
        let attributes = NSMutableDictionary()
        attributes[kSecAttrKeyType] = type
        attributes[kSecAttrKeyClass] = keyClass
        XCTAssertNil(unsafe SecKeyCreateWithData(data as CFData, attributes, &error))
        return unsafe error?.takeRetainedValue().code
    }

    func test_createWithData_ofOtherTypes_isParamOrUnimplemented() {
        let rows: [(CFString?, CFString?, OSStatus)] = [
            (kSecAttrKeyTypeAES, kSecAttrKeyClassSymmetric, errSecUnimplemented),
            (kSecAttrKeyTypeEC, kSecAttrKeyClassSymmetric, errSecUnimplemented),
            (kSecAttrKeyTypeDSA, kSecAttrKeyClassPublic, errSecParam),
            (kSecAttrKeyTypeAES, kSecAttrKeyClassPrivate, errSecParam),
            ("77" as NSString, kSecAttrKeyClassPublic, errSecParam),
            (kSecAttrKeyTypeRSA, "7" as NSString, errSecParam), (kSecAttrKeyTypeRSA, nil, errSecParam),
            (nil, kSecAttrKeyClassPublic, errSecParam), (nil, nil, errSecParam),
        ]
        for (index, row) in rows.enumerated() {
            XCTAssertEqual(code(Data([1]), row.0, row.1), Int(row.2), "row \(index)")
        }
    }

    func test_createWithData_ofFormsThatAppleDoesNotRead_isParam() throws {
        let (rsa, curve) = (try PrivateKey.sample(.rsa(1_024)), try PrivateKey.generate(.p256))
        let (x963, pkcs1) = (try curve.externalRepresentation(), try rsa.pkcs1())
        let rows: [(Data, CFString, CFString)] = [
            (Data(try rsa.pkcs8()), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate),
            (Data(try curve.pkcs8()), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate),
            (Data(try curve.sec1()), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate),
            (try curve.publicKey.der, kSecAttrKeyTypeEC, kSecAttrKeyClassPublic),
            (Data(x963).suffix(32), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate),
            (Data(x963), kSecAttrKeyTypeEC, kSecAttrKeyClassPublic),
            (Data(pkcs1), kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic),
            (rsa.publicKey.externalRepresentation, kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate),
            (Data(x963), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate),
        ]
        for (index, row) in rows.enumerated() {
            XCTAssertEqual(code(row.0, row.1, row.2), Int(errSecParam), "row \(index)")
        }
    }

    func test_createWithData_ofRSAWithItsAlgorithm_isTheSameKey() throws {
        let rsa = try PrivateKey.sample(.rsa(1_024)).publicKey
        XCTAssertEqual(try key(rsa.der, kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic), try SecKey(rsa))
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
