import XCTest

@testable import SecureStoreCertificates

/// Everything that is wrong with a certificate, and not the first thing alone.
final class ExaminationTests: XCTestCase {
    private let today = Authority.today

    func test_examine_ofValidChain_findsNothing() throws {
        let root = try Authority()
        let leaf = try root.issue()
        let (chain, failures) = leaf.examine(
            for: .tlsServer("host.example"), anchors: .only([root.certificate]), at: today)
        XCTAssertEqual(chain, [leaf, root.certificate])
        XCTAssertEqual(failures, [])
    }

    func test_examine_ofSeveralFaults_findsAllOfThem() throws {
        let root = try Authority()
        let leaf = try root.issue()
        let (chain, failures) = leaf.examine(
            for: .tlsServer("other.example"), anchors: .only([root.certificate]), at: leaf.notAfter + 1)
        XCTAssertEqual(chain, [leaf, root.certificate])
        XCTAssertEqual(Set(failures.map(\.reason)), [.expired, .hostMismatch])
        XCTAssertEqual(Set(failures.map(\.certificate)), [leaf])
    }

    func test_examine_withoutTheIssuer_goesAsFarAsThereIsAChain() throws {
        let middle = try Authority().authority()
        let leaf = try middle.issue()
        let (chain, failures) = leaf.examine(
            for: .basic, intermediates: [middle.certificate],
            anchors: .only([try Authority("Other").certificate]), at: today)
        XCTAssertEqual(chain, [leaf, middle.certificate])
        XCTAssertEqual(Set(failures.map(\.reason)), [.unknownIssuer])
    }

    func test_examine_withoutAnchors_saysSoBesidesTheRest() throws {
        let root = try Authority()
        let (chain, failures) = root.certificate.examine(for: .basic, anchors: .only([]), at: today)
        XCTAssertEqual(chain, [root.certificate])
        XCTAssertEqual(failures.map(\.reason), [.noAnchors, .selfSignedNotTrusted])
    }

    func test_examine_belowAnExpiredAuthority_asksItsResponderNevertheless() throws {
        let (root, key) = (try Authority(), try PrivateKey.generate(.p256))
        let middle = try root.authority { $0.validity = self.today - 2...self.today - 1 }
        let (leaf, signer) = (
            try middle.issue(), try middle.issue(for: key.publicKey) { $0.extendedKeyUsage = [.ocspSigning] }
        )
        var made = MadeResponse(about: leaf, by: middle)
        made.signer = Authority(certificate: signer, key: key)
        (made.certificates, made.status) = ([signer], MadeResponse.revoked(today - 30))
        let check = RevocationCheck(responses: [try made.response()], isAnswerRequired: false)
        let (_, failures) = leaf.examine(
            for: .basic, intermediates: [middle.certificate], anchors: .only([root.certificate]), at: today,
            revocation: check)
        XCTAssertEqual(failures.map(\.reason), [.expired, .revoked])
        XCTAssertEqual(failures.map(\.certificate), [middle.certificate, leaf])
    }

    func test_examine_ofOtherPurpose_saysSo() throws {
        let root = try Authority()
        let leaf = try root.issue { $0.extendedKeyUsage = [.serverAuthentication] }
        let (_, failures) = leaf.examine(
            for: .codeSigning, anchors: .only([root.certificate]), at: today)
        XCTAssertEqual(failures.map(\.reason), [.wrongPurpose])
    }

    func test_examine_forNameThatIsNone_saysSo() throws {
        let root = try Authority()
        let (chain, failures) = root.certificate.examine(
            for: .tlsServer("not a name"), anchors: .only([root.certificate]), at: today)
        XCTAssertEqual(chain, [root.certificate])
        XCTAssertEqual(failures.map(\.reason), [.invalidName])
    }

    func test_examine_findsFirstWhatValidateThrows() throws {
        let root = try Authority()
        let rows = [try root.issue(), try Authority("Other").issue(), root.certificate]
        for (place, certificate) in rows.enumerated() {
            let (_, failures) = certificate.examine(
                for: .tlsServer("other.example"), anchors: .only([root.certificate]),
                at: today + 11 * Authority.day)
            XCTAssertThrowsError(
                try certificate.validate(
                    for: .tlsServer("other.example"), anchors: .only([root.certificate]),
                    at: today + 11 * Authority.day)
            ) { XCTAssertEqual($0 as? TrustError, failures.first, "row \(place)") }
        }
    }

    // MARK: - Without a name

    func test_validate_forTLSWithoutHost_checksThePurposeAlone() throws {
        let root = try Authority()
        let leaf = try root.issue { $0.extendedKeyUsage = [.serverAuthentication] }
        let anchors = TrustAnchors.only([root.certificate])
        XCTAssertEqual(
            try leaf.validate(for: .tls(isClient: false, host: nil), anchors: anchors, at: today).count, 2)
        assertFails(.wrongPurpose) {
            try leaf.validate(for: .tls(isClient: true, host: nil), anchors: anchors, at: today)
        }
    }
}
