import CertificateKit
import Foundation
import SecureStore
import XCTest

final class KeyFormatTests: XCTestCase {
    private let kinds = KeyKind.ofOneSize + [.rsa(2_048)]

    func test_pkcs8_readAgain_isTheSameKey() throws {
        for kind in kinds {
            let key = try PrivateKey.generate(kind)
            let again = try PrivateKey(der: try key.pkcs8())
            XCTAssertEqual(again, key)
            XCTAssertEqual(try again.externalRepresentation(), try key.externalRepresentation())
        }
    }

    func test_externalRepresentation_ofCurve_isPaddedX963() throws {
        let lengths: [(KeyKind, Int)] = [(.p256, 97), (.p384, 145), (.p521, 199)]
        for (kind, count) in lengths {
            for _ in 0..<20 {
                let key = try PrivateKey.generate(kind)
                let bytes = try key.externalRepresentation()
                XCTAssertEqual(bytes.count, count)
                XCTAssertEqual(try PrivateKey(x963: bytes), key)
            }
        }
    }

    func test_publicKey_readFromEachOfItsForms_isEqual() throws {
        for kind in kinds {
            let key = try PrivateKey.generate(kind).publicKey
            XCTAssertEqual(try PublicKey(der: key.der), key)
            XCTAssertEqual(try PublicKey(pem: key.pem.utf8), key)
        }
        let point = try PrivateKey.generate(.p384).publicKey
        XCTAssertEqual(try PublicKey(x963: point.externalRepresentation), point)
        let rsa = try PrivateKey.generate(.rsa(2_048)).publicKey
        XCTAssertEqual(try PublicKey(der: rsa.externalRepresentation), rsa)
    }

    func test_generate_ofOtherSizes_throwsKeySizeNotAllowed() {
        for bits in [0, 512, 1_024, 2_047, 2_049, 4_104, 1 << 40] {
            assertThrows(.keySizeNotAllowed, "\(bits)") { _ = try PrivateKey.generate(.rsa(bits)) }
        }
    }

    func test_generate_withAllowedSize_hasThatSize() throws {
        let key = try PrivateKey.generate(.rsa(2_056))
        XCTAssertEqual(key.kind, .rsa(2_056))
        XCTAssertEqual(try PrivateKey(der: try key.pkcs8()).kind, .rsa(2_056))
    }

    // MARK: - With openssl

    private let algorithms = [
        "RSA", "RSA -pkeyopt rsa_keygen_bits:1024", "EC -pkeyopt ec_paramgen_curve:P-256",
        "EC -pkeyopt ec_paramgen_curve:P-384", "EC -pkeyopt ec_paramgen_curve:P-521", "ED25519", "X25519",
    ]

    func test_read_ofEveryFormOfOpenSSL_givesItsPublicKey() throws {
        let openSSL = try OpenSSL()
        let phrase = try SecretBytes(text: "horse")
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
                let key = try PrivateKey(pem: pem, passphrase: try SecretBytes(text: "horse"))
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
            let sealed = try key.pem(passphrase: try SecretBytes(text: "horse")).copied
            XCTAssertEqual(
                try openSSL.run("pkey -passin pass:horse -pubout -outform DER", input: sealed), written)
        }
    }
}
