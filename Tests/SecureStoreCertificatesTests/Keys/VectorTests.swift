import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Figures of the Wycheproof project.
///
/// Those that it calls acceptable may go either way. Of these we take the short form of points, and the twist
/// and points that are not canonical of X25519; we refuse curves that are written out, and agreements that
/// come to zero.
final class VectorTests: XCTestCase {
    func test_vectors_areMoreThanAThousandCases() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let counts = try names.map { try Vectors(String($0.dropLast(4))).count }
        XCTAssertGreaterThan(counts.reduce(0, +), 1_000)
    }

    func test_verify_ofVectors_answersAsTheySay() throws {
        let files: [(String, SignatureAlgorithm)] = [
            ("ecdsa-p256-sha256", .ecdsaSHA256),
            ("ecdsa-p256-sha256-rfc4754", .ecdsa(.sha256, .rfc4754)),
            ("ecdsa-p384-sha384", .ecdsaSHA384),
            ("ecdsa-p521-sha512", .ecdsaSHA512),
            ("ed25519", .ed25519),
            ("rsa-pss-sha256", .rsaPSSSHA256),
            ("rsa-pkcs1-sha256", .rsaPKCS1SHA256),
        ]
        for (name, algorithm) in files {
            try Vectors(name).check { key, test in
                try PublicKey(der: key).isValid(test.fields[1], of: test.fields[0], algorithm)
            }
        }
    }

    func test_decrypt_ofVectors_answersAsTheySay() throws {
        let files: [(String, EncryptionAlgorithm)] = [
            ("rsa-oaep-sha256", .rsaOAEP(.sha256)), ("rsa-pkcs1-encryption", .rsaPKCS1),
        ]
        for (name, algorithm) in files {
            try Vectors(name).check { key, test in
                try PrivateKey(der: key).decrypt(test.fields[1], algorithm).copied == test.fields[0]
            }
        }
    }

    func test_sharedSecret_ofVectorsOfCurves_answersAsTheySay() throws {
        for (name, curve) in [("ecdh-p256", Curve.p256), ("ecdh-p384", .p384), ("ecdh-p521", .p521)] {
            try Vectors(name).check { _, test in
                let scalar = try SecretBytes(copying: test.fields[1].drop { $0 == 0 })
                let key = try PrivateKey(scalar: 0..<scalar.count, point: nil, in: scalar, on: curve)
                return try key.sharedSecret(with: try PublicKey(der: test.fields[0])).copied == test.fields[2]
            }
        }
    }

    func test_sharedSecret_ofVectorsOfX25519_answersAsTheySay() throws {
        try Vectors("x25519").check { _, test in
            let key = try PrivateKey(
                rawRepresentation: try SecretBytes(copying: test.fields[1]), .x25519)
            let other = try PublicKey(rawRepresentation: test.fields[0], .x25519)
            return try key.sharedSecret(with: other).copied == test.fields[2]
        }
    }
}
