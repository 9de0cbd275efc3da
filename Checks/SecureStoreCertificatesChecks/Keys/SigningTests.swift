import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

final class SigningTests: XCTestCase {
    private let message = Array("a message".utf8)

    func test_sign_overDigest_isOneOverTheMessage() throws {
        let digest = try OpenSSL().run("dgst -sha256 -binary", input: Data(message))
        let rows: [(KeyKind, SignatureAlgorithm)] = [
            (.p256, .ecdsaSHA256), (.p521, .ecdsa(.sha256, .rfc4754)), (.rsa(2_048), .rsaPKCS1SHA256),
            (.rsa(2_048), .rsaPSSSHA256),
        ]
        for (kind, algorithm) in rows {
            let key = try PrivateKey.generate(kind)
            let signature = try key.sign(digest, algorithm.overDigest)
            XCTAssertTrue(try key.publicKey.isValid(signature, of: message, algorithm))
            assertThrows(.param) { _ = try key.sign(digest.dropLast(), algorithm.overDigest) }
        }
    }
}
