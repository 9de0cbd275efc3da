import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// New keys, and which of them are stored.
final class KeyMakingTests: XCTestCase {
    override func setUpWithError() throws {
        KeychainStore.use(try ItemStore.inMemory())
    }

    override func tearDown() { KeychainStore.useDefault() }

    private let curve: [CFString: Any] = [
        kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits: 256,
    ]

    private func make(_ more: [CFString: Any] = [:]) throws -> SecKey {
        try XCTUnwrap(SecKeyCreateRandomKey(curve.merging(more) { $1 } as CFDictionary, nil))
    }

    /// The code of the error that a call for a new key leaves.
    private func code(_ parameters: [CFString: Any]) -> OSStatus? {
        var error: Unmanaged<CFError>?
        XCTAssertNil(unsafe SecKeyCreateRandomKey(parameters as CFDictionary, &error))
        return unsafe error.map { unsafe OSStatus($0.takeRetainedValue().code) }
    }

    /// The keys of the store, in the order in which they were stored.
    private func stored(_ more: [CFString: Any] = [:]) -> [SecKey] {
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
        ]
        var result: CFTypeRef?
        _ = unsafe SecItemCopyMatching(query.merging(more) { $1 } as CFDictionary, &result)
        return result as? [SecKey] ?? []
    }

    func test_make_ofEachTypeAndSize_isSuchAKeyThatIsNotStored() throws {
        let rows: [(CFString, Any, KeyKind)] = [
            (kSecAttrKeyTypeRSA, 2_048, .rsa(2_048)), (kSecAttrKeyTypeEC, "384", .p384),
            (kSecAttrKeyTypeECSECPrimeRandom, NSNumber(value: 521), .p521),
            (kSecAttrKeyTypeEd25519, 256, .ed25519), (kSecAttrKeyTypeX25519, 256, .x25519),
        ]
        for (type, size, kind) in rows {
            let key = try make([kSecAttrKeyType: type, kSecAttrKeySizeInBits: size])
            XCTAssertEqual(try key.privateKey.kind, kind)
        }
        XCTAssertEqual(stored(), [])
    }

    func test_make_ofTypeOrSizeThatDoesNotExist_saysSo() {
        let rows: [([CFString: Any], OSStatus)] = [
            ([:], errSecParam), ([kSecAttrKeySizeInBits: 256], errSecParam),
            ([kSecAttrKeyType: kSecAttrKeyTypeEC], errSecParam),
            ([kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrKeySizeInBits: 256], errSecParam),
            ([kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits: 255], errSecKeySizeNotAllowed),
            ([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 512], errSecKeySizeNotAllowed),
            (curve.merging([kSecPrivateKeyAttrs: "text"]) { $1 }, errSecParam),
            (curve.merging([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave]) { $1 }, errSecUnimplemented),
        ]
        for (parameters, status) in rows { XCTAssertEqual(code(parameters), status, "\(parameters)") }
    }

    func test_make_withPermanentPrivateHalf_storesThatAlone() throws {
        let key = try make([
            kSecAttrLabel: "both",
            kSecPrivateKeyAttrs: [
                kSecAttrIsPermanent: true, kSecAttrApplicationTag: Data("tag".utf8), kSecAttrLabel: "own",
            ] as [CFString: Any],
        ])
        XCTAssertEqual(stored(), [key])
        XCTAssertEqual(stored([kSecAttrApplicationTag: Data("tag".utf8), kSecAttrLabel: "own"]), [key])
    }

    func test_make_withPermanentForBoth_storesBoth() throws {
        let key = try make([kSecAttrIsPermanent: true, kSecAttrLabel: "both"])
        XCTAssertEqual(stored([kSecAttrLabel: "both"]), [key, try XCTUnwrap(SecKeyCopyPublicKey(key))])
        XCTAssertEqual(stored([kSecAttrKeyClass: kSecAttrKeyClassPrivate]), [key])
    }

    func test_make_withPermanentThatIsNoTruthValue_storesNothing() throws {
        _ = try make([kSecAttrIsPermanent: 1])
        XCTAssertEqual(stored(), [])
    }

    func test_make_thatCannotBeStored_failsAndStoresNothing() throws {
        let parameters = curve.merging([
            kSecAttrIsPermanent: true,
            kSecPublicKeyAttrs: [
                kSecAttrAccessible: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
            ],
        ]) { $1 }
        XCTAssertEqual(code(parameters), errSecNotAvailable)
        XCTAssertEqual(stored(), [])
    }

    func test_make_withBytesOfAnotherKey_hasItsOwn() throws {
        let key = try make([kSecAttrIsPermanent: true, kSecValueData: Data("of another key".utf8)])
        XCTAssertNotNil(SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, NSData(), nil))
        XCTAssertEqual(stored(), [key, try XCTUnwrap(SecKeyCopyPublicKey(key))])
    }

    func test_make_ofKeyThatDoesNotLeave_signsAndStays() throws {
        let key = try make([kSecPrivateKeyAttrs: [kSecAttrIsExtractable: false]])
        XCTAssertNil(SecKeyCopyExternalRepresentation(key, nil))
        XCTAssertNotNil(SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, NSData(), nil))
    }

    func test_generatePair_answersWithBothHalves() throws {
        var (other, own): (SecKey?, SecKey?)
        XCTAssertEqual(unsafe SecKeyGeneratePair(curve as CFDictionary, &other, &own), errSecSuccess)
        XCTAssertEqual(SecKeyCopyPublicKey(try XCTUnwrap(own)), other)
        XCTAssertEqual(SecKeyGeneratePair(NSDictionary(), nil, nil), errSecParam)
    }
}
