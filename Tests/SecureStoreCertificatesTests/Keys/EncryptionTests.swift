import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

final class EncryptionTests: XCTestCase {
    private func algorithms(_ kind: KeyKind) -> [EncryptionAlgorithm] {
        kind == .p384 ? [.ecies(.sha256), .eciesZeroIV(.sha1)] : [.rsaOAEP(.sha1), .rsaOAEPAESGCM(.sha256)]
    }

    func test_decrypt_ofChangedCiphertext_throwsDecode() throws {
        for kind in [KeyKind.p384, .rsa(2_048)] {
            let key = try PrivateKey.sample(kind)
            for algorithm in algorithms(kind) {
                let sealed = try key.publicKey.encrypt([1, 2, 3], algorithm)
                for index in stride(from: 0, to: sealed.count, by: 11) {
                    var changed = sealed
                    changed[index] ^= 1
                    assertThrows(.decode, "\(index)") { _ = try key.decrypt(changed, algorithm) }
                }
                assertThrows(.decode) { _ = try key.decrypt(sealed.dropLast(), algorithm) }
                assertThrows(.decode) { _ = try key.decrypt(Data(), algorithm) }
            }
        }
    }

    func test_encrypt_ofNothing_isDecryptedAsNothing() throws {
        for kind in [KeyKind.p384, .rsa(2_048)] {
            let key = try PrivateKey.sample(kind)
            for algorithm in algorithms(kind) {
                let sealed = try key.publicKey.encrypt([UInt8](), algorithm)
                XCTAssertEqual(try key.decrypt(sealed, algorithm).count, 0)
            }
        }
    }

    func test_encrypt_ofTooMuchOrForAnotherKind_throwsParam() throws {
        let (rsa, curve) = (try PrivateKey.sample(.rsa(2_048)), try PrivateKey.generate(.p256))
        let long = [UInt8](repeating: 1, count: 300)
        for algorithm in [EncryptionAlgorithm.rsaPKCS1, .rsaOAEP(.sha256), .rsaRaw] {
            assertThrows(.param) { _ = try rsa.publicKey.encrypt(long, algorithm) }
            assertThrows(.param) { _ = try curve.publicKey.encrypt([1], algorithm) }
            assertThrows(.param) { _ = try curve.decrypt([1], algorithm) }
        }
        assertThrows(.param) { _ = try rsa.publicKey.encrypt([1], .ecies(.sha256)) }
        assertThrows(.param) { _ = try PrivateKey.generate(.x25519).publicKey.encrypt([1], .ecies(.sha256)) }
    }

    func test_sharedSecret_ofKeysThatDoNotAgree_throwsParam() throws {
        let (p256, p384) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p384))
        assertThrows(.param) { _ = try p256.sharedSecret(with: p384.publicKey) }
        let (ed, x) = (try PrivateKey.generate(.ed25519), try PrivateKey.generate(.x25519))
        assertThrows(.param) { _ = try ed.sharedSecret(with: ed.publicKey) }
        let zero = try PublicKey(rawRepresentation: [UInt8](repeating: 0, count: 32), .x25519)
        assertThrows(.param) { _ = try x.sharedSecret(with: zero) }
    }

    func test_sharedSecret_derivingAnyCount_hasThatManyOrThrowsParam() throws {
        let key = try PrivateKey.generate(.x25519)
        for count in [0, 1, 32, 33, 65_536] {
            let derived = try key.sharedSecret(with: key.publicKey, deriving: count, .sha256)
            XCTAssertEqual(derived.count, count)
        }
        for count in [-1, 65_537, .max, .min] {
            assertThrows(.param) {
                _ = try key.sharedSecret(with: key.publicKey, deriving: count, .sha256)
            }
        }
    }
}
