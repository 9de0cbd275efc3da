import SecureStoreCertificates
import Foundation
import XCTest

@testable import KeychainServices

/// The 87 names of algorithms, and what keys do with them.
final class SecKeyAlgorithmTests: XCTestCase {
    /// A key of each kind, by what Apple calls its type.
    private static let rsa = try? PrivateKey.sample(.rsa(2_048))
    private static let curve = try? PrivateKey.generate(.p256)

    /// Every algorithm that an operation has on this key.
    private func supported(_ key: SecKey, _ operation: SecKeyOperationType) -> [SecKeyAlgorithm] {
        AlgorithmNames.all.filter { SecKeyIsAlgorithmSupported(key, operation, $0) }
    }

    func test_algorithms_are87AndEachIsKnown() {
        XCTAssertEqual(Set(AlgorithmNames.all).count, 87)
        XCTAssertEqual(AlgorithmNames.all.filter { $0.use == nil }, [])
    }

    func test_isSupported_countsThoseOfTheKeyAndTheOperation() throws {
        let (rsa, curve) = (try XCTUnwrap(Self.rsa), try XCTUnwrap(Self.curve))
        let rows: [(SecKeyOperationType, rsa: Int, curve: Int)] = [
            (.sign, 22, 23), (.decrypt, 12, 18), (.keyExchange, 0, 12), (.verify, 0, 0), (.encrypt, 0, 0),
        ]
        for row in rows {
            XCTAssertEqual(supported(try SecKey(rsa), row.0).count, row.rsa, "\(row.0) RSA")
            XCTAssertEqual(supported(try SecKey(curve), row.0).count, row.curve, "\(row.0) curve")
        }
        XCTAssertEqual(supported(try SecKey(rsa.publicKey), .verify).count, 22)
        XCTAssertEqual(supported(try SecKey(curve.publicKey), .encrypt).count, 18)
        XCTAssertEqual(supported(try SecKey(curve.publicKey), .sign).count, 0)
    }

    func test_signatures_areVerifiedByTheTypedLibraryAndTheOtherWayRound() throws {
        let message = Data("a message".utf8)
        for made in [try XCTUnwrap(Self.rsa), try XCTUnwrap(Self.curve)] {
            let (own, other) = (try SecKey(made), try SecKey(made.publicKey))
            for name in supported(own, .sign) {
                guard case .signature(let algorithm) = name.use else { return XCTFail("\(name)") }
                let text = try input(name, message)
                let signature = try XCTUnwrap(
                    SecKeyCreateSignature(own, name, text as CFData, nil), "\(name)")
                XCTAssertTrue(try made.publicKey.isValid(signature as Data, of: text, algorithm), "\(name)")
                let theirs = try made.sign(text, algorithm) as CFData
                XCTAssertTrue(SecKeyVerifySignature(other, name, text as CFData, theirs, nil), "\(name)")
            }
        }
    }

    func test_signature_overNoBytes_isValidWhereThereIsOne() throws {
        for made in [try XCTUnwrap(Self.rsa), try XCTUnwrap(Self.curve)] {
            let (own, other) = (try SecKey(made), try SecKey(made.publicKey))
            for name in supported(own, .sign) {
                guard let signature = SecKeyCreateSignature(own, name, NSData(), nil) else { continue }
                XCTAssertTrue(SecKeyVerifySignature(other, name, NSData(), signature, nil), "\(name)")
            }
        }
    }

    /// As many bytes as the algorithm signs: those of the message, of its hash, or of the modulus.
    private func input(_ name: SecKeyAlgorithm, _ message: Data) throws -> Data {
        let text = name.rawValue as String
        let sizes = ["SHA1": 20, "SHA224": 28, "SHA256": 32, "SHA384": 48, "SHA512": 64]
        guard text.contains("digest"), let hash = sizes.keys.first(where: { text.contains(":\($0)") }) else {
            return message
        }
        return Data(repeating: 7, count: sizes[hash] ?? 0)
    }

    func test_ciphertexts_areOpenedByTheTypedLibraryAndTheOtherWayRound() throws {
        let text = Data("a secret".utf8)
        for made in [try XCTUnwrap(Self.rsa), try XCTUnwrap(Self.curve)] {
            let (own, other) = (try SecKey(made), try SecKey(made.publicKey))
            for name in supported(own, .decrypt) {
                guard case .encryption(let algorithm) = name.use else { return XCTFail("\(name)") }
                let sealed = try XCTUnwrap(SecKeyCreateEncryptedData(other, name, text as CFData, nil))
                let opened = Data(try made.decrypt(sealed as Data, algorithm))
                // A text that RSA alone gives back is as long as the modulus.
                XCTAssertEqual(opened.suffix(text.count), text, "\(name)")
                let theirs = try made.publicKey.encrypt(text, algorithm) as CFData
                let back = SecKeyCreateDecryptedData(own, name, theirs, nil) as Data?
                XCTAssertEqual(back?.suffix(text.count), text, "\(name)")
            }
        }
    }

    func test_keyExchange_isTheSameOnBothSidesAndInTheTypedLibrary() throws {
        let made = try XCTUnwrap(Self.curve)
        let theirs = try PrivateKey.generate(.p256)
        let info = Data("info".utf8)
        let parameters: [CFString: Any] = [
            SecKeyKeyExchangeParameter.requestedSize.rawValue: 42,
            SecKeyKeyExchangeParameter.sharedInfo.rawValue: info,
        ]
        for name in supported(try SecKey(made), .keyExchange) {
            guard case .exchange(let hash) = name.use else { return XCTFail("\(name)") }
            let expected =
                try hash.map {
                    try theirs.sharedSecret(with: made.publicKey, deriving: 42, $0, sharedInfo: info)
                }
                ?? theirs.sharedSecret(with: made.publicKey)
            let answer = SecKeyCopyKeyExchangeResult(
                try SecKey(made), name, try SecKey(theirs.publicKey), parameters as CFDictionary, nil)
            XCTAssertEqual(answer as Data?, Data(expected), "\(name)")
        }
    }

    func test_ed25519AndX25519_signAndAgree() throws {
        let (signer, agreer) = (try PrivateKey.generate(.ed25519), try PrivateKey.generate(.x25519))
        let name = SecKeyAlgorithm.edDSASignatureMessageCurve25519SHA512
        let signature = SecKeyCreateSignature(try SecKey(signer), name, NSData(), nil)
        XCTAssertTrue(
            SecKeyVerifySignature(
                try SecKey(signer.publicKey), name, NSData(), try XCTUnwrap(signature), nil))
        let secret = SecKeyCopyKeyExchangeResult(
            try SecKey(agreer), .ecdhKeyExchangeStandard, try SecKey(signer.publicKey), NSDictionary(), nil)
        XCTAssertNil(secret, "a key that signs does not agree")
        XCTAssertTrue(SecKeyIsAlgorithmSupported(try SecKey(agreer), .keyExchange, .ecdhKeyExchangeStandard))
        XCTAssertFalse(SecKeyIsAlgorithmSupported(try SecKey(signer), .sign, .ecdsaSignatureDigestX962))
    }

    func test_isSupported_byKeyTooShortForTheHash_isFalse() throws {
        let text = """
            MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDzrcNh4Z7FIsMsBW5SrnyjnBR0cU2eeHx55y3KQdqZgiVFiHCvKa
            GPU1yp40Dr14DuLv6EDuh8dRQlTbBClqr9zfuwXycGBQkMShuaViQYVF2e+qjgIuEJZu5OSiHJhQwZU6hYVWWXbGbx
            vpnguZiXhoMXZzERkvAy3zAVSAAlzwIDAQAB
            """
        let der = try XCTUnwrap(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
        let key = try SecKey(PublicKey(der: der))
        let rows: [(SecKeyOperationType, SecKeyAlgorithm, Bool)] = [
            (.verify, .rsaSignatureMessagePSSSHA384, true), (.verify, .rsaSignatureMessagePSSSHA512, false),
            (.verify, .rsaSignatureDigestPSSSHA512, false),
            (.verify, .rsaSignatureMessagePKCS1v15SHA512, true), (.verify, .rsaSignatureRaw, true),
            (.encrypt, .rsaEncryptionOAEPSHA384, true), (.encrypt, .rsaEncryptionOAEPSHA512, false),
            (.encrypt, .rsaEncryptionOAEPSHA512AESGCM, false), (.encrypt, .rsaEncryptionPKCS1, true),
        ]
        for (operation, algorithm, isSupported) in rows {
            XCTAssertEqual(
                SecKeyIsAlgorithmSupported(key, operation, algorithm), isSupported, "\(algorithm.rawValue)")
        }
    }
}
