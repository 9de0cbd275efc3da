import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Several identities in one PKCS#12 file.
final class SeveralIdentitiesTests: XCTestCase {
    private func passphrase() throws -> SecretBytes { try SecretBytes(utf8: "horse") }

    private func identity(_ name: String, below authority: Authority) throws -> Identity {
        let key = try PrivateKey.generate(.p256)
        let certificate = try authority.issue(name, for: key.publicKey)
        return try Identity(
            certificate: certificate, key: key, chain: [authority.certificate], label: "my \(name)")
    }

    func test_encode_ofSeveral_isReadByOpenSSL() throws {
        let (openSSL, authority) = (try OpenSSL(), try Authority())
        let all = try ["one", "two"].map { try identity($0, below: authority) }
        try openSSL.write(PKCS12.encode(all, passphrase: passphrase()), "file")
        let text = String(
            decoding: try openSSL.run("pkcs12 -in @file -passin pass:horse -noenc"), as: UTF8.self)
        XCTAssertEqual(text.components(separatedBy: "BEGIN PRIVATE KEY").count, 3)
        XCTAssertEqual(text.components(separatedBy: "BEGIN CERTIFICATE").count, 4)
        XCTAssertTrue(text.contains("friendlyName: my two"), text)
    }
}
