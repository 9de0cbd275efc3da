import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Responses of OCSP that are wrong in one part, asked by a validation.
final class OCSPResponseTests: XCTestCase {
    private let (today, day) = (Authority.today, Authority.day)

    @discardableResult
    private func validate(
        _ leaf: Certificate, _ root: Authority, _ made: MadeResponse, for policy: TrustPolicy = .basic
    ) throws -> [Certificate] {
        let check = RevocationCheck(responses: [try made.response()])
        return try leaf.validate(
            for: policy, anchors: .only([root.certificate]), at: today, revocation: check)
    }

    /// A responder that an authority has certified, or whom it has certified for something else.
    private func responder(
        _ issuer: Authority, _ uses: [ExtendedKeyUsage] = [.ocspSigning],
        of kind: KeyKind = .p256, _ change: (inout CertificateForm) -> Void = { _ in }
    ) throws -> Authority {
        let key = try PrivateKey.generate(kind)
        let certificate = try issuer.issue("Responder", for: key.publicKey) {
            $0.extendedKeyUsage = uses
            change(&$0)
        }
        return Authority(certificate: certificate, key: key)
    }

    func test_response_ofTheIssuerOrItsResponder_isAnswered() throws {
        let root = try Authority()
        let leaf = try root.issue()
        var made = MadeResponse(about: leaf, by: root)
        for isKeyHashed in [true, false] {
            made.isKeyHashed = isKeyHashed
            XCTAssertNoThrow(try validate(leaf, root, made))
        }
        made.signer = try responder(root)
        made.certificates = [made.signer.certificate]
        XCTAssertNoThrow(try validate(leaf, root, made))
        made.status = MadeResponse.revoked(today - 30)
        assertFails(.revoked) { try validate(leaf, root, made) }
    }

    func test_response_ofAResponderWithAWeakKey_isAnsweredForBasicAlone() throws {
        let root = try Authority()
        let leaf = try root.issue()
        for kind in [KeyKind.rsa(1024), .rsa(2048)] {
            var made = MadeResponse(about: leaf, by: root)
            made.signer = try responder(root, of: kind)
            made.certificates = [made.signer.certificate]
            XCTAssertNoThrow(try validate(leaf, root, made))
            for policy in [TrustPolicy.tlsServer("host.example"), .tlsClient, .smime()] {
                guard kind.sizeInBits < 2048 else {
                    XCTAssertNoThrow(try validate(leaf, root, made, for: policy))
                    continue
                }
                assertFails(.revocationNotKnown, "\(policy)") {
                    try validate(leaf, root, made, for: policy)
                }
            }
        }
    }

    private typealias Change = (inout MadeResponse) -> Void

    /// Asserts that none of these changes leaves an answer.
    private func check(_ rows: KeyValuePairs<String, Change>, line: UInt = #line) throws {
        let root = try Authority()
        let leaf = try root.issue()
        for (name, change) in rows {
            var made = MadeResponse(about: leaf, by: root)
            change(&made)
            assertFails(.revocationNotKnown, name, line: line) { try validate(leaf, root, made) }
        }
    }

    func test_response_aboutOrOfSomebodyElse_isNotAnswered() throws {
        let other = try Authority()
        try check([
            "another serial number": { $0.serialNumber = Data([1, 2, 3]) },
            "another issuer": { $0.issuer = other.certificate }, "another signer": { $0.signer = other },
            "unknown": { $0.status = [0x82, 0] },
        ])
    }

    func test_response_withACriticalExtension_isNotAnswered() throws {
        try check([
            "of the answer": { $0.ofAnswer = MadeResponse.unknown },
            "of the response": { $0.ofResponse = MadeResponse.unknown },
        ])
    }

    func test_response_atAnotherTime_isNotAnswered() throws {
        let (today, day) = (today, day)
        try check([
            "expired": { $0.nextUpdate = today - 1 }, "endless": { $0.nextUpdate = nil },
            "future": { $0.thisUpdate = today + 301 },
            "revoked from tomorrow on": {
                $0.status = MadeResponse.revoked(today + day)
                $0.thisUpdate = today + day
            },
        ])
    }

    func test_response_ofAResponderWhoMayNot_isNotAnswered() throws {
        let (root, other) = (try Authority(), try Authority())
        let (leaf, middle) = (try root.issue(), try root.authority())
        let rows: [(String, Authority)] = [
            ("no use", try responder(root, [])), ("any use", try responder(root, [.any])),
            ("for servers", try responder(root, [.serverAuthentication])),
            ("another authority's", try responder(other)), ("of one below", try responder(middle)),
            ("expired", try responder(root) { $0.validity = self.today - 9 * self.day...self.today - 1 }),
            ("not yet valid", try responder(root) { $0.validity = self.today + 1...self.today + self.day }),
            ("for agreements", try responder(root) { $0.keyUsage = .keyAgreement }),
        ]
        for (name, signer) in rows {
            var made = MadeResponse(about: leaf, by: root)
            made.signer = signer
            made.certificates = [signer.certificate, middle.certificate]
            assertFails(.revocationNotKnown, name) { try validate(leaf, root, made) }
        }
    }

    func test_revocation_byAResponderThatHasExpiredSince_stays() throws {
        let root = try Authority()
        let leaf = try root.issue()
        var made = MadeResponse(about: leaf, by: root)
        made.signer = try responder(root) { $0.validity = self.today - 9 * self.day...self.today - 1 }
        made.certificates = [made.signer.certificate]
        made.status = MadeResponse.revoked(today - 3 * day)
        (made.thisUpdate, made.nextUpdate) = (today - 2 * day, today - day)
        assertFails(.revoked) { try validate(leaf, root, made) }
        made.thisUpdate = today - 10 * day
        assertFails(.revocationNotKnown) { try validate(leaf, root, made) }
    }

    func test_response_withSerialNumberInMoreBytes_isRefused() throws {
        let root = try Authority()
        let leaf = try root.issue()
        var made = MadeResponse(about: leaf, by: root)
        made.serialNumber = Data([0]) + leaf.serialNumber
        assertThrows(.decode) { _ = try made.response() }
    }
}
