import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

final class KeyFormatTests: XCTestCase {
    private let kinds: [KeyKind] = [.rsa(2_048), .p256, .p384, .p521, .ed25519, .x25519]

    private let algorithms = [
        "RSA", "RSA -pkeyopt rsa_keygen_bits:1024", "EC -pkeyopt ec_paramgen_curve:P-256",
        "EC -pkeyopt ec_paramgen_curve:P-384", "EC -pkeyopt ec_paramgen_curve:P-521", "ED25519", "X25519",
    ]

    func test_read_ofEveryFormOfOpenSSL_givesItsPublicKey() throws {
        let openSSL = try OpenSSL()
        let phrase = try SecretBytes(utf8: "horse")
        for algorithm in algorithms {
            try openSSL.run("genpkey -algorithm \(algorithm) -out @plain")
            let expected = try PublicKey(der: try openSSL.run("pkey -in @plain -pubout -outform DER"))
            for form in [
                "pkey", "pkcs8 -topk8 -nocrypt", "pkcs8 -topk8 -v2 aes-128-cbc -v2prf hmacWithSHA1",
                "pkcs8 -topk8 -v2 des3", "pkcs8 -topk8 -scrypt", "pkcs8 -topk8 -v1 PBE-SHA1-3DES",
                "pkcs8 -topk8 -v1 PBE-SHA1-RC2-40 -provider default -provider legacy",
                "pkcs8 -topk8 -v1 PBE-MD5-DES -provider default -provider legacy",
            ] {
                let pem = try openSSL.run("\(form) -passout pass:horse -in @plain")
                let key = try PrivateKey(pem: pem, passphrase: phrase)
                XCTAssertEqual(key.publicKey, expected, "\(algorithm): \(form)")
            }
        }
    }

    func test_read_ofTraditionalEncryptedPEM_givesItsPublicKey() throws {
        let openSSL = try OpenSSL()
        for cipher in ["aes128", "aes192", "aes256", "des3"] {
            for algorithm in ["RSA", "EC -pkeyopt ec_paramgen_curve:P-256"] {
                try openSSL.run("genpkey -algorithm \(algorithm) -out @plain")
                let pem = try openSSL.run("pkey -in @plain -traditional -\(cipher) -passout pass:horse")
                let key = try PrivateKey(pem: pem, passphrase: try SecretBytes(utf8: "horse"))
                let expected = try openSSL.run("pkey -in @plain -pubout -outform DER")
                XCTAssertEqual(try key.publicKey.der, expected, "\(algorithm) \(cipher)")
            }
        }
    }

    func test_pem_ofEveryKind_isReadByOpenSSL() throws {
        let openSSL = try OpenSSL()
        for kind in kinds {
            let key = try PrivateKey.generate(kind)
            let written = try openSSL.run("pkey -pubout -outform DER", input: try key.pem().copied)
            XCTAssertEqual(written, try key.publicKey.der)
            let sealed = try key.pem(passphrase: try SecretBytes(utf8: "horse")).copied
            XCTAssertEqual(
                try openSSL.run("pkey -passin pass:horse -pubout -outform DER", input: sealed), written)
        }
    }
}
