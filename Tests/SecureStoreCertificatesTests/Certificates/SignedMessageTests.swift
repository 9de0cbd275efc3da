import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Signed messages of CMS, from here to `openssl` and back.
final class SignedMessageTests: XCTestCase {
    private let content = Data("a message\r\n\0with anything in it\n".utf8)

    /// A signer below an authority of the tests, with the policy and date at which it is valid.
    private func signer(
        _ change: (inout CertificateForm) -> Void = { _ in }
    ) throws -> (identity: Identity, root: Certificate) {
        let (root, key) = (try Authority(), try PrivateKey.generate(.p256))
        let certificate = try root.issue("signer", for: key.publicKey, change)
        return (
            try Identity(certificate: certificate, key: key, chain: [root.certificate]), root.certificate
        )
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

    // MARK: - Both sides

    func test_message_whoseContentHasAnotherTypeThanWasSigned_isBad() throws {
        let (identity, _) = try signer()
        var der = try identity.signedMessage(content).der
        // Of the two places for the type, the attribute is the second.
        let type = Data([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01])
        let place = try XCTUnwrap(der.range(of: type))
        der[place.upperBound - 1] = 9
        XCTAssertEqual(try SignedMessage(der: der).check().map(\.state), [.bad])
    }

    func test_check_besideAnotherCertificateOfTheSameNumber_isGood() throws {
        let (identity, other) = (try signer { $0.serialNumber = [7] }, try signer { $0.serialNumber = [7] })
        let signers = try identity.identity.signedMessage(content)
            .check(certificates: [other.identity.certificate])
        XCTAssertEqual(signers.map(\.state), [.good])
        XCTAssertEqual(signers.map(\.certificate), [identity.identity.certificate])
    }

    // MARK: - What is made

    func test_signedMessage_hasTheChainWithoutItsRoot() throws {
        let (root, key) = (try Authority(), try PrivateKey.generate(.p256))
        let between = try root.authority()
        let own = try between.issue("signer", for: key.publicKey)
        let identity = try Identity(
            certificate: own, key: key, chain: [between.certificate, root.certificate])
        let message = try identity.signedMessage(content)
        XCTAssertEqual(Set(message.certificates), [own, between.certificate])
        XCTAssertEqual(try verified(message, root.certificate), content)
    }

    func test_signedMessage_ofNothing_isVerified() throws {
        let (identity, root) = try signer()
        XCTAssertEqual(try verified(identity.signedMessage(Data()), root), Data())
    }

    func test_signedMessage_withKeyThatDoesNotLeave_isVerified() throws {
        let (identity, root) = try signer()
        let store = try ItemStore.inMemory()
        try store.add(identity, isExtractable: false)
        let stored = try XCTUnwrap(try store.identity())
        XCTAssertEqual(try verified(stored.signedMessage(content), root), content)
    }

    func test_signedMessage_ofEd25519_isRefused() throws {
        let key = try PrivateKey.generate(.ed25519)
        let identity = try Identity(certificate: try Authority(key: key).certificate, key: key)
        assertThrows(.param) { _ = try identity.signedMessage(content) }
    }

    func test_signedMessage_ofMoreThanTheLimit_isRefused() throws {
        let (identity, _) = try signer()
        let large = Data(count: SignedMessage.maximumByteCount + 1)
        assertThrows(.dataTooLarge) { _ = try identity.signedMessage(large) }
    }

    // MARK: - What is found wrong

    func test_verifiedContent_ofOtherContent_fails() throws {
        let (identity, root) = try signer()
        let message = try identity.signedMessage(content, isDetached: true)
        assertFails(.badSignature) { try verified(message, root, detached: content + [0]) }
        XCTAssertEqual(try message.check(over: Data()).map(\.state), [.digestMismatch])
    }

    func test_verifiedContent_withAnyByteChanged_isNeverAnotherContent() throws {
        let (identity, root) = try signer()
        let der = try identity.signedMessage(content).der
        for index in der.indices {
            var changed = der
            changed[index] ^= 0x41
            guard let found = try? verified(SignedMessage(der: changed), root) else { continue }
            XCTAssertEqual(found, content, "byte \(index)")
        }
    }

    func test_verifiedContent_ofUnknownSigner_fails() throws {
        let (identity, _) = try signer()
        let other = try Authority("another").certificate
        assertFails(.unknownIssuer) { try verified(identity.signedMessage(content), other) }
    }

    func test_verifiedContent_forAnotherPurpose_fails() throws {
        let (identity, root) = try signer { $0.extendedKeyUsage = [.serverAuthentication] }
        assertFails(.wrongPurpose) {
            try identity.signedMessage(content).verifiedContent(
                for: .smime(), anchors: .only([root]), at: Authority.today)
        }
    }

    func test_verifiedContent_overSHA1_fails() throws {
        let (identity, root) = try signer()
        let message = try identity.signedMessage(content, hash: .sha1)
        assertFails(.weakDigest) { try verified(message, root) }
        XCTAssertEqual(try message.check().map(\.state), [.weakHash])
    }

    // MARK: - Hostile bytes

    func test_reading_ofMoreThanTheLimit_isRefused() throws {
        assertThrows(.dataTooLarge) {
            _ = try SignedMessage(der: Data(count: SignedMessage.maximumByteCount + 1))
        }
    }

    func test_reading_withBytesBehindTheMessage_isRefused() throws {
        let (identity, _) = try signer()
        let der = try identity.signedMessage(content).der
        assertThrows(.decode) { _ = try SignedMessage(der: der + [0]) }
        assertThrows(.decode) { _ = try SignedMessage(der: der.dropLast()) }
    }
}
