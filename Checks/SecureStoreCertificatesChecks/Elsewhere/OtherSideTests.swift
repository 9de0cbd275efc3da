import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

/// Every form, signature, ciphertext and agreement against Python's `cryptography`, both ways.
final class OtherSideTests: XCTestCase {
    func test_read_everyFormOfEveryKind_givesTheSamePublicHalf() throws {
        for key in try OtherSide.made().keys {
            for form in key.forms.keys.sorted() {
                XCTAssertEqual(try key.privateKey(form).publicKey.der, key.spki, "\(key.name) \(form)")
            }
        }
    }

    func test_verify_ofTheOthersSignatures_succeeds() throws {
        let other = try OtherSide.made()
        for key in other.keys {
            let publicKey = try PublicKey(der: key.spki)
            for (words, signature) in key.signatures {
                let algorithm = try SignatureAlgorithm(words: words)
                XCTAssertNoThrow(
                    try publicKey.verify(signature, of: other.message, algorithm), "\(key.name) \(words)")
            }
        }
    }

    func test_verify_ofTheOthersSignatureOverAnotherMessage_throwsVerifyFailed() throws {
        let other = try OtherSide.made()
        for key in other.keys {
            let publicKey = try PublicKey(der: key.spki)
            for (words, signature) in key.signatures {
                let algorithm = try SignatureAlgorithm(words: words)
                assertThrows(.verifyFailed, "\(key.name) \(words)") {
                    try publicKey.verify(signature, of: other.message + [0], algorithm)
                }
            }
        }
    }

    func test_decrypt_ofTheOthersCiphertexts_givesTheMessage() throws {
        let other = try OtherSide.made()
        for key in other.keys {
            let privateKey = try key.privateKey()
            for (words, ciphertext) in key.ciphertexts {
                let opened = try privateKey.decrypt(ciphertext, try EncryptionAlgorithm(words: words))
                XCTAssertEqual(opened.withBytes { Data($0) }, other.message, "\(key.name) \(words)")
            }
        }
    }

    func test_sharedSecret_withTheOthersKey_isTheOthersSecret() throws {
        for key in try OtherSide.made().keys {
            guard let peer = key.peer else { continue }
            let (own, other) = (try key.privateKey(), try PublicKey(der: peer))
            XCTAssertEqual(try own.sharedSecret(with: other).withBytes { Data($0) }, key.secret, key.name)
            let derived = try own.sharedSecret(
                with: other, deriving: 77, .sha384, sharedInfo: Array("shared".utf8))
            XCTAssertEqual(derived.withBytes { Data($0) }, key.derived, key.name)
        }
    }

    func test_everythingMade_isRightForTheOther() throws {
        let (other, passphrase) = (try OtherSide.made(), try SecretBytes(utf8: "correct horse"))
        let answers = try other.keys.map { key in
            let (own, peer) = (try key.privateKey(), try key.peer.map { try PublicKey(der: $0) })
            var answer = OtherSide.Answer(
                name: key.name, pkcs8: try own.pkcs8().copied, spki: try own.publicKey.der)
            for words in key.signatures.keys {
                answer.signatures[words] = try own.sign(other.message, try SignatureAlgorithm(words: words))
            }
            for words in key.ciphertexts.keys {
                let algorithm = try EncryptionAlgorithm(words: words)
                answer.ciphertexts[words] = try own.publicKey.encrypt(other.message, algorithm)
            }
            answer.forms = [
                "encrypted pkcs8": try own.pkcs8(passphrase: passphrase).copied,
                "pem": try own.pem().copied, "encrypted pem": try own.pem(passphrase: passphrase).copied,
            ]
            (answer.peer, answer.secret) = (key.peer, try peer.map { try own.sharedSecret(with: $0).copied })
            return answer
        }
        XCTAssertEqual(try OtherSide.complaints(answers), "")
    }
}
