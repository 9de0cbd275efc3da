import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Signed messages of CMS, from here to `openssl` and back.
final class SignedMessageTests: XCTestCase {
    private let content = Data("a message\r\n\0with anything in it\n".utf8)

    private func identity(_ openSSL: OpenSSL) throws -> Identity {
        let text = try openSSL.read("key") + openSSL.read("cert") + openSSL.read("ca")
        return try Identity(pem: SecretBytes(copying: text))
    }

    private func verified(
        _ message: SignedMessage, _ root: Certificate, detached: Data? = nil
    ) throws -> Data {
        try message.verifiedContent(
            for: .basic, detached: detached, anchors: .only([root]), at: Authority.today)
    }

    private func assertFails(
        _ reason: TrustError.Reason, line: UInt = #line, _ body: () throws -> Data
    ) {
        XCTAssertThrowsError(try body(), line: line) {
            XCTAssertEqual(($0 as? TrustError)?.reason, reason, "\($0)", line: line)
        }
    }

    func test_signedMessage_ofEveryKey_isVerifiedByOpenSSL() throws {
        let openSSL = try OpenSSL()
        let curves = ["P-256", "P-384", "P-521"].map { "EC -pkeyopt ec_paramgen_curve:\($0)" }
        for algorithm in ["RSA -pkeyopt rsa_keygen_bits:2048"] + curves {
            try openSSL.makeIdentity(algorithm)
            for hash in [HashFunction.sha256, .sha384, .sha512] {
                let message = try identity(openSSL).signedMessage(content, hash: hash)
                try openSSL.write(message.der, "message")
                let words = "cms -verify -binary -inform DER -in @message -CAfile @ca -purpose any"
                XCTAssertEqual(try openSSL.run(words), content, algorithm)
            }
        }
    }

    func test_signedMessage_whenDetached_isVerifiedByOpenSSLWithItsContent() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        let message = try identity(openSSL).signedMessage(content, isDetached: true)
        XCTAssertNil(message.content)
        try openSSL.write(message.der, "message")
        try openSSL.write(content, "content")
        let words = "cms -verify -binary -inform DER -in @message -CAfile @ca -purpose any -content @content"
        XCTAssertEqual(try openSSL.run(words), content)
    }

    func test_message_ofOpenSSL_isVerified() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        try openSSL.write(content, "content")
        let root = try Certificate(pem: openSSL.read("ca"))
        for words in ["", "-noattr", "-keyid", "-stream", "-md sha512", "-nodetach -noattr -stream"] {
            try openSSL.run(
                "cms -sign -binary -nodetach \(words) -outform DER -signer @ca -inkey @cakey -in @content -out @message"
            )
            let message = try SignedMessage(der: openSSL.read("message"))
            let found = try message.verifiedContent(for: .basic, anchors: .only([root]), at: Date())
            XCTAssertEqual(found, content, words)
        }
    }

    func test_message_ofOpenSSLWithoutCertificate_isVerifiedWithOneGiven() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        try openSSL.write(content, "content")
        try openSSL.run(
            "cms -sign -binary -nocerts -outform DER -signer @cert -inkey @key -in @content -out @message")
        let message = try SignedMessage(der: openSSL.read("message"))
        let (root, own) = (
            try Certificate(pem: openSSL.read("ca")), try Certificate(pem: openSSL.read("cert"))
        )
        assertFails(.unknownIssuer) { try verified(message, root, detached: content) }
        let found = try message.verifiedContent(
            for: .basic, detached: content, certificates: [own], anchors: .only([root]), at: Date())
        XCTAssertEqual(found, content)
    }

    func test_verifiedContent_ofCertificatesAlone_fails() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        try openSSL.run("crl2pkcs7 -nocrl -certfile @cert -outform DER -out @message")
        let message = try SignedMessage(der: openSSL.read("message"))
        XCTAssertEqual(message.certificates.count, 1)
        let root = try Certificate(pem: openSSL.read("ca"))
        assertFails(.badSignature) { try verified(message, root, detached: content) }
    }

    /// The signature over a message's attributes is one over their bytes, too.
    func test_verifiedContent_whenItIsTheAttributesOfAnother_fails() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        try openSSL.write(Data([0x31, 2, 5, 0]), "content")
        try openSSL.run(
            "cms -sign -binary -noattr -nodetach -outform DER -signer @cert -inkey @key -in @content -out @message"
        )
        let message = try SignedMessage(der: openSSL.read("message"))
        XCTAssertEqual(try message.check().map(\.state), [.unsupported])
    }

    func test_reading_ofWhatIsNoMessage_isRefused() throws {
        let openSSL = try OpenSSL()
        try openSSL.makeIdentity()
        try openSSL.write(content, "content")
        try openSSL.run("cms -encrypt -binary -outform DER -in @content -out @sealed @cert")
        let certificate = try Certificate(pem: openSSL.read("cert")).der
        let nested = Data([UInt8](repeating: 0x30, count: 100_000).flatMap { [$0, 0x80] })
        for bytes in [Data(), Data([0x30]), Data(count: 1000), content, certificate, nested] {
            assertThrows(.decode) { _ = try SignedMessage(der: bytes) }
        }
        assertThrows(.decode) { _ = try SignedMessage(der: openSSL.read("sealed")) }
    }
}
