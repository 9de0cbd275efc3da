import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Tests of what the calls for keys answer when they fail: nothing, and a code in the domain of codes.
final class SecKeyFaultTests: XCTestCase {
    private static let made = try? PrivateKey.generate(.p256)
    private let message = Data("a message".utf8) as CFData

    private func pair() throws -> (own: SecKey, other: SecKey) {
        let made = try XCTUnwrap(Self.made)
        return (try SecKey(made), try SecKey(made.publicKey))
    }

    /// The code of the error that a call leaves.
    private func code(
        _ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> (any Sendable)?, line: UInt = #line
    ) -> OSStatus? {
        var error: Unmanaged<CFError>?
        XCTAssertNil(unsafe body(&error), line: line)
        let thrown = unsafe error?.takeRetainedValue()
        XCTAssertEqual(thrown?.domain, NSOSStatusErrorDomain, line: line)
        return thrown.map { OSStatus($0.code) }
    }

    func test_sign_withWhatDoesNotFit_isParam() throws {
        let (own, other) = try pair()
        let rows: [(SecKey, SecKeyAlgorithm)] = [
            (other, .ecdsaSignatureMessageX962SHA256), (own, .rsaSignatureMessagePSSSHA256),
            (own, .ecdsaSignatureDigestX962SHA256), (own, .ecdhKeyExchangeStandard),
            (own, SecKeyAlgorithm(rawValue: "algid:sign:none" as CFString)),
        ]
        for (key, algorithm) in rows {
            let answer = unsafe code {
                unsafe SecKeyCreateSignature(key, algorithm, message, $0).map { $0 as Data }
            }
            XCTAssertEqual(answer, errSecParam, "\(algorithm)")
        }
    }

    func test_verify_ofAnotherSignature_isVerifyFailed() throws {
        let (own, other) = try pair()
        let algorithm = SecKeyAlgorithm.ecdsaSignatureMessageX962SHA256
        let signature = try XCTUnwrap(SecKeyCreateSignature(own, algorithm, message, nil))
        for (text, signature) in [(NSData(), signature), (message, NSData()), (message, message)] {
            let answer = unsafe code {
                unsafe SecKeyVerifySignature(other, algorithm, text, signature, $0) ? 1 : nil
            }
            XCTAssertEqual(answer, errSecVerifyFailed)
        }
        let answer = unsafe code {
            unsafe SecKeyVerifySignature(own, algorithm, message, signature, $0) ? 1 : nil
        }
        XCTAssertEqual(answer, errSecParam, "a private key verifies nothing")
    }

    func test_decrypt_ofWhatIsNoCiphertext_isParam() throws {
        let (own, _) = try pair()
        let answer = unsafe code {
            unsafe SecKeyCreateDecryptedData(own, .eciesEncryptionStandardX963SHA256AESGCM, message, $0)
                .map { $0 as Data }
        }
        XCTAssertEqual(answer, errSecParam)
    }

    func test_keyExchange_withoutASize_isParam() throws {
        let (own, other) = try pair()
        let rows: [[String: Any]] = [
            [:], ["requestedSize": "32"], ["requestedSize": 0], ["requestedSize": 1 << 40],
            ["requestedSize": 32, "sharedInfo": "text"],
        ]
        for row in rows {
            let answer = unsafe code {
                unsafe SecKeyCopyKeyExchangeResult(
                    own, .ecdhKeyExchangeCofactorX963SHA256, other, row as CFDictionary, $0
                ).map { $0 as Data }
            }
            XCTAssertEqual(answer, errSecParam, "\(row)")
        }
    }

    func test_storedKeyThatIsNotExtractable_signsAndStays() throws {
        let made = try XCTUnwrap(Self.made)
        let store = try ItemStore.inMemory()
        try store.add(made, isExtractable: false)
        KeychainStore.use(store)
        defer { KeychainStore.useDefault() }
        var result: CFTypeRef?
        let query: [CFString: Any] = [kSecClass: kSecClassKey, kSecReturnRef: true]
        XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        let key = result as! SecKey
        XCTAssertNotNil(SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, message, nil))
        let answer = unsafe code { unsafe SecKeyCopyExternalRepresentation(key, $0).map { $0 as Data } }
        XCTAssertEqual(answer, errSecKeyIsSensitive)
    }

    func test_createWithData_ofMoreThanAMebibyte_isParam() {
        let attributes = [kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate]
        let answer = unsafe code {
            unsafe SecKeyCreateWithData(Data(count: 1 << 20 + 1) as CFData, attributes as CFDictionary, $0)
        }
        XCTAssertEqual(answer, errSecParam)
    }

    func test_keyOfTheSecureEnclave_isUnimplemented() throws {
        for token in [kSecAttrTokenIDSecureEnclave, kSecAttrTokenIDAppleKeyStore] {
            let attributes: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecAttrTokenID: token,
            ]
            let bytes = Data(try XCTUnwrap(Self.made).externalRepresentation()) as CFData
            let answer = unsafe code {
                unsafe SecKeyCreateWithData(bytes, attributes as CFDictionary, $0)
            }
            XCTAssertEqual(answer, errSecUnimplemented)
            let item = attributes.merging([kSecClass: kSecClassKey, kSecValueData: bytes]) { $1 }
            KeychainStore.use(try ItemStore.inMemory())
            defer { KeychainStore.useDefault() }
            XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecUnimplemented)
        }
    }
}
