import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

final class SigningTests: XCTestCase {
    private let message = Array("a message".utf8)

    func test_sign_overDigestWithEd25519_throwsParam() throws {
        let key = try PrivateKey.generate(.ed25519)
        let signature = try key.sign(message, .ed25519)
        XCTAssertFalse(SignatureAlgorithm.ed25519.overDigest.isFor(.ed25519))
        assertThrows(.param) { _ = try key.sign(self.message, .ed25519.overDigest) }
        assertThrows(.param) {
            try key.publicKey.verify(signature, of: self.message, .ed25519.overDigest)
        }
    }

    func test_sign_withAlgorithmOfAnotherKind_throwsParam() throws {
        let rows: [(KeyKind, [SignatureAlgorithm])] = [
            (.p256, [.rsaPKCS1SHA256, .ed25519, .rsaRaw]), (.rsa(2_048), [.ecdsaSHA256, .ed25519]),
            (.ed25519, [.ecdsaSHA256, .rsaPSSSHA256]), (.x25519, [.ed25519, .ecdsaSHA256]),
        ]
        for (kind, algorithms) in rows {
            let key = try PrivateKey.sample(kind)
            for algorithm in algorithms {
                XCTAssertFalse(algorithm.isFor(kind))
                assertThrows(.param) { _ = try key.sign(self.message, algorithm) }
                assertThrows(.param) {
                    try key.publicKey.verify([1, 2], of: self.message, algorithm)
                }
            }
        }
    }

    func test_verify_ofSignatureThatIsCutOrOfAnotherKey_throwsVerifyFailed() throws {
        let rows: [(KeyKind, SignatureAlgorithm)] = [
            (.p256, .ecdsaSHA256), (.p256, .ecdsa(.sha256, .rfc4754)), (.ed25519, .ed25519),
            (.rsa(2_048), .rsaPSSSHA256),
        ]
        for (kind, algorithm) in rows {
            let (key, other) = (try PrivateKey.sample(kind), try PrivateKey.generate(kind))
            let signature = try key.sign(message, algorithm)
            for wrong in [Data(), signature.dropLast(), signature + [0]] {
                assertThrows(.verifyFailed) { try key.publicKey.verify(wrong, of: self.message, algorithm) }
            }
            assertThrows(.verifyFailed) { try other.publicKey.verify(signature, of: self.message, algorithm) }
        }
    }

    func test_sign_raw_padsWithZerosInFrontAndVerifies() throws {
        let key = try PrivateKey.sample(.rsa(2_048))
        let signature = try key.sign(message, .rsaRaw)
        XCTAssertTrue(try key.publicKey.isValid(signature, of: message, .rsaRaw))
        XCTAssertEqual(try key.publicKey.encrypt(signature, .rsaRaw).suffix(message.count), Data(message))
        assertThrows(.param) { _ = try key.sign([UInt8](repeating: 1, count: 257), .rsaRaw) }
        let padded = try key.sign(message, .rsaPKCS1Raw)
        XCTAssertTrue(try key.publicKey.isValid(padded, of: message, .rsaPKCS1Raw))
    }

    func test_sign_rawOnCurve_takesAnyLength() throws {
        let key = try PrivateKey.generate(.p256)
        for count in [1, 20, 32, 64, 100] {
            let bytes = [UInt8](repeating: 7, count: count)
            let signature = try key.sign(bytes, .ecdsaRaw())
            XCTAssertTrue(try key.publicKey.isValid(signature, of: bytes, .ecdsaRaw()), "\(count)")
        }
    }
}
