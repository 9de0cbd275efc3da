import SecureStoreCertificates
import Foundation
import SecureStore
import XCTest

/// Identities that are made here from end to end: a key, a request, a certificate.
final class MadeIdentityTests: XCTestCase {
    private let month =
        Date(timeIntervalSince1970: 1_760_000_000)...Date(timeIntervalSince1970: 2_000_000_000)

    func test_selfSigned_ofEveryKindThatSigns_isAnIdentityWithItsKey() throws {
        for kind in [KeyKind.rsa(2_048), .p256, .p384, .p521, .ed25519] {
            let key = try PrivateKey.sample(kind)
            let certificate = try Certificate.selfSigned(
                subject: try DistinguishedName([.commonName: "host.example"]), key: key, validity: month)
            XCTAssertEqual(try certificate.publicKey, key.publicKey)
            XCTAssertTrue(certificate.isSelfSigned)
            XCTAssertNoThrow(try Identity(certificate: certificate, key: key))
        }
    }

    func test_publicKeyHash_isTheKeysApplicationLabel() throws {
        for kind in [KeyKind.rsa(2_048), .p384, .ed25519] {
            let key = try PrivateKey.sample(kind)
            let certificate = try Certificate.selfSigned(
                subject: try DistinguishedName([.commonName: "host.example"]), key: key, validity: month)
            XCTAssertEqual(certificate.publicKeyHash, try key.publicKey.applicationLabel)
        }
    }

    func test_issue_ofRequest_makesAnIdentityWithChain() throws {
        let (root, key) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.ed25519))
        let authority = try Certificate.selfSigned(
            subject: try DistinguishedName([.commonName: "authority"]), as: .authority(), key: root,
            validity: month)
        let request = try CertificateRequest(
            subject: try DistinguishedName([.commonName: "web"]), as: .server("web.example"), key: key)
        let certificate = try authority.issue(request, key: root, validity: month).certificate
        let identity = try Identity(certificate: certificate, key: key, chain: [authority])
        XCTAssertEqual(identity.chain, [authority])
        let phrase = try SecretBytes(utf8: "horse")
        XCTAssertEqual(
            try Identity(pkcs12: try identity.pkcs12(passphrase: phrase), passphrase: phrase).certificate,
            certificate)
    }

    func test_selfSigned_withKeyThatDoesNotSign_throwsParam() throws {
        let key = try PrivateKey.generate(.x25519)
        assertThrows(.param) {
            _ = try Certificate.selfSigned(
                subject: try DistinguishedName([.commonName: "host"]), key: key, validity: self.month)
        }
    }
}
