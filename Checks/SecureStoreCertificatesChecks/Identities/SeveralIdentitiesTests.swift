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

    func test_encode_ofSeveral_readsBackEachWithItsChainAndLabel() throws {
        let authority = try Authority()
        let all = try ["one", "two", "three"].map { try identity($0, below: authority) }
        let file = try PKCS12.encode(all, passphrase: passphrase())
        let read = try PKCS12(file, passphrase: passphrase())
        XCTAssertEqual(read.identities.map(\.certificate), all.map(\.certificate))
        XCTAssertEqual(read.identities.map(\.key), all.map(\.key))
        XCTAssertEqual(read.identities.map(\.label), ["my one", "my two", "my three"])
        XCTAssertEqual(read.identities.map(\.chain), all.map(\.chain))
        XCTAssertEqual(read.certificates.count, 4)
    }

    func test_encode_ofAnyLabel_readsTheSame() throws {
        let authority = try Authority()
        let (one, key) = (try identity("one", below: authority), try PrivateKey.generate(.p256))
        let certificate = try authority.issue("b", for: key.publicKey)
        for label in ["Büro 🔑", "a\0b", "e\u{301}\r\n", "", "\u{feff}a"] {
            let named = try Identity(certificate: certificate, key: key, label: label)
            let file = try PKCS12.encode([named, one], passphrase: passphrase())
            let read = try PKCS12(file, passphrase: passphrase()).identities.map(\.label)
            XCTAssertEqual(read.map { $0.map { Array($0.utf8) } }, [label, "my one"].map { Array($0.utf8) })
        }
    }

    func test_encode_withKeyThatDoesNotLeave_throws() throws {
        let (authority, store) = (try Authority(), try ItemStore.inMemory())
        try store.add(identity("one", below: authority), isExtractable: false)
        let (other, kept) = (try identity("two", below: authority), try XCTUnwrap(try store.identity()))
        assertThrows(.keyIsSensitive) { _ = try PKCS12.encode([other, kept], passphrase: passphrase()) }
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
