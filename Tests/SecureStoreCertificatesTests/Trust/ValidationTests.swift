import XCTest

@testable import SecureStoreCertificates

final class ValidationTests: XCTestCase {
    private let today = Authority.today

    func test_validate_withIntermediate_returnsTheChain() throws {
        let root = try Authority()
        let middle = try root.authority()
        let leaf = try middle.issue()
        let chain = try leaf.validate(
            for: .tlsServer("host.example"), intermediates: [root.certificate, middle.certificate],
            anchors: .only([root.certificate]), at: today)
        XCTAssertEqual(chain, [leaf, middle.certificate, root.certificate])
    }

    func test_validate_ofKeysOfEveryKind_succeeds() throws {
        for key in [
            try PrivateKey.sample(.rsa(2048)), try .generate(.p384), try .generate(.p521),
            try .generate(.ed25519),
        ] {
            let root = try Authority(key: key)
            let leaf = try root.issue()
            XCTAssertEqual(
                try leaf.validate(for: .basic, anchors: .only([root.certificate]), at: today).count, 2)
        }
    }

    func test_validate_withoutTheIntermediate_saysUnknownIssuerOfTheLeaf() throws {
        let root = try Authority()
        let leaf = try root.authority().issue()
        let error = assertFails(.unknownIssuer) {
            try leaf.validate(for: .basic, anchors: .only([root.certificate]), at: today)
        }
        XCTAssertEqual(error?.certificate, leaf)
    }

    func test_validate_outsideItsDays_saysWhich() throws {
        let root = try Authority()
        let leaf = try root.issue()
        assertFails(.expired) {
            try leaf.validate(for: .basic, anchors: .only([root.certificate]), at: leaf.notAfter + 1)
        }
        assertFails(.notYetValid) {
            try leaf.validate(for: .basic, anchors: .only([root.certificate]), at: leaf.notBefore - 1)
        }
    }

    func test_validate_atItsEnds_agreesWithIsValid() throws {
        let root = try Authority()
        let leaf = try root.issue()
        let rows = [
            (leaf.notBefore - 0.5, false), (leaf.notBefore, true), (leaf.notAfter - 1, true),
            (leaf.notAfter, true), (leaf.notAfter + 0.5, true), (leaf.notAfter + 1, false),
        ]
        for (date, isValid) in rows {
            XCTAssertEqual(leaf.isValid(at: date), isValid, "\(date.timeIntervalSince(leaf.notAfter))")
            let chain = try? leaf.validate(for: .basic, anchors: .only([root.certificate]), at: date)
            XCTAssertEqual(chain != nil, isValid, "\(date.timeIntervalSince(leaf.notAfter))")
            let found = leaf.examine(for: .basic, anchors: .only([root.certificate]), at: date)
            XCTAssertEqual(found.failures.isEmpty, isValid, "\(date.timeIntervalSince(leaf.notAfter))")
        }
    }

    func test_validate_belowRootWithoutBasicConstraints_saysSo() throws {
        let key = try PrivateKey.generate(.p256)
        let root = try Certificate.withoutConstraints(key)
        let leaf = try Authority(certificate: root, key: key).issue()
        let error = assertFails(.notACertificateAuthority) {
            try leaf.validate(for: .basic, anchors: .only([root]), at: today)
        }
        XCTAssertEqual(error?.certificate, root)
        XCTAssertEqual(try root.validate(for: .basic, anchors: .only([root]), at: today), [root])
    }

    private static let names = CertificateExtension(
        identifier: "2.5.29.17",
        value: DER.encode(DER.sequence, DER.encode(0x82, "host.example".utf8)))

    func test_validate_withoutSubject_needsCriticalNames() throws {
        let (nobody, root) = (try DistinguishedName([:]), try Authority())
        let named = try root.issue { $0.subject = nobody }
        let policy = TrustPolicy.tlsServer("host.example")
        XCTAssertNoThrow(try named.validate(for: policy, anchors: .only([root.certificate]), at: today))
        let unnamed = try root.issue { form in
            (form.subject, form.names) = (nobody, [])
            form.further.append(Self.names)
        }
        assertFails(.noSubject) {
            try unnamed.validate(for: policy, anchors: .only([root.certificate]), at: today)
        }
    }

    func test_validate_belowAuthorityWithoutSubject_saysSo() throws {
        let (nobody, root) = (try DistinguishedName([:]), try Authority())
        let middle = try root.authority { form in
            form.subject = nobody
            form.names = [DER.encode(0x82, "host.example".utf8)]
        }
        let error = assertFails(.noSubject) {
            try middle.issue().validate(
                for: .basic, intermediates: [middle.certificate], anchors: .only([root.certificate]),
                at: today)
        }
        XCTAssertEqual(error?.certificate, middle.certificate)
    }

    // MARK: - Names that are none of hosts

    /// An authority that may issue for `host.example` alone.
    private func constrained() throws -> (root: Authority, middle: Authority) {
        let root = try Authority()
        return (root, try root.authority { $0.permit(["host.example"]) })
    }

    private func validate(
        for policy: TrustPolicy, _ change: (inout CertificateForm) -> Void
    ) throws -> [Certificate] {
        let (root, middle) = try constrained()
        return try middle.issue("common.example", change).validate(
            for: policy, intermediates: [middle.certificate], anchors: .only([root.certificate]), at: today)
    }

    func test_validate_withCommonNameThatIsNoHosts_looksAtAlternativeNamesAlone() throws {
        for policy in [TrustPolicy.basic, .tlsClient, .smime()] {
            XCTAssertNoThrow(try validate(for: policy) { $0.names = [] }, "\(policy)")
        }
        XCTAssertNoThrow(
            try validate(for: .tlsServer("192.0.2.7")) { form in
                form.names = []
                form.add(ipAddresses: [Data([192, 0, 2, 7])])
            })
    }

    func test_validate_withAlternativeNameThatIsNotPermitted_saysSo() {
        for policy in [TrustPolicy.basic, .tlsClient, .smime(), .tlsServer("common.example")] {
            assertFails(.nameNotPermitted, "\(policy)") { try validate(for: policy) { _ in } }
        }
    }

    func test_validate_ofSelfSigned_needsItAsAnchor() throws {
        let root = try Authority()
        assertFails(.selfSignedNotTrusted) {
            try root.certificate.validate(
                for: .basic, anchors: .only([try Authority("Other").certificate]), at: today)
        }
        XCTAssertEqual(
            try root.certificate.validate(for: .basic, anchors: .only([root.certificate]), at: today),
            [root.certificate])
    }

    func test_validate_ofLeafThatIsItselfAnAnchor_succeeds() throws {
        let leaf = try Authority().issue()
        XCTAssertEqual(
            try leaf.validate(for: .tlsServer("host.example"), anchors: .only([leaf]), at: today), [leaf])
    }

    func test_validate_ofAnchorBelowAnIssuerThatFails_asksNothingOfTheIssuer() throws {
        let root = try Authority()
        let middle = try root.authority { $0.validity = self.today - 2...self.today - 1 }
        let leaf = try middle.issue()
        for anchors in [[leaf], [leaf, root.certificate]] {
            let found = leaf.examine(
                for: .tlsServer("host.example"), intermediates: [middle.certificate],
                anchors: .only(anchors), at: today)
            XCTAssertEqual(found.chain, [leaf])
            XCTAssertEqual(found.failures, [])
            let chain = try leaf.validate(
                for: .tlsServer("host.example"), intermediates: [middle.certificate],
                anchors: .only(anchors), at: today)
            XCTAssertEqual(chain, [leaf])
        }
    }

    func test_validate_withSignatureOfAnotherKey_saysBadSignature() throws {
        let (root, other) = (try Authority(), try Authority())
        let leaf = try other.issue { $0.authorityKeyID = root.certificate.subjectKeyID }
        let error = assertFails(.badSignature) {
            try leaf.validate(for: .basic, anchors: .only([root.certificate]), at: today)
        }
        XCTAssertEqual(error?.certificate, leaf)
    }

    func test_validate_withIssuerThatIsNoAuthority_saysSo() throws {
        let root = try Authority()
        let middle = try root.authority { $0.constraints = [] }
        assertFails(.notACertificateAuthority) {
            try middle.issue().validate(
                for: .basic, intermediates: [middle.certificate], anchors: .only([root.certificate]),
                at: today)
        }
    }

    func test_validate_withMoreAuthoritiesThanAllowed_saysPathTooLong() throws {
        let root = try Authority()
        let first = try root.authority("First") { $0.constraints += [2, 1, 0] }
        let second = try first.authority("Second")
        assertFails(.pathTooLong) {
            try second.issue().validate(
                for: .basic, intermediates: [first.certificate, second.certificate],
                anchors: .only([root.certificate]), at: today)
        }
    }

    func test_validate_withElevenAuthorities_saysPathTooLong() throws {
        let root = try Authority()
        var (last, intermediates) = (root, [Certificate]())
        for number in 1...11 {
            last = try last.authority("Authority \(number)")
            intermediates.append(last.certificate)
        }
        let leaf = try last.issue()
        assertFails(.pathTooLong) {
            try leaf.validate(
                for: .basic, intermediates: intermediates, anchors: .only([root.certificate]), at: today)
        }
    }

    func test_validate_withoutAnyAnchor_saysSo() throws {
        let leaf = try Authority().issue()
        assertFails(.noAnchors) { try leaf.validate(for: .basic, anchors: .only([]), at: today) }
    }

    func test_localizedDescription_isTheDescription() throws {
        let leaf = try Authority().issue()
        let error = assertFails(.noAnchors) { try leaf.validate(for: .basic, anchors: .only([]), at: today) }
        XCTAssertEqual(error?.localizedDescription, error.map { "\($0)" })
    }

    func test_validate_atTheEndsOfTime_throws() throws {
        let root = try Authority().certificate
        for seconds in [-0x1p63, -0x1p62, 0x1p62, 0x1.fffffffffffffp62, 0x1p63, .infinity] {
            XCTAssertThrowsError(
                try root.validate(
                    for: .basic, anchors: .only([root]), at: Date(timeIntervalSince1970: seconds))
            ) { XCTAssertTrue($0 is TrustError, "\(seconds)") }
        }
    }

    func test_validate_atNoDate_throws() throws {
        let root = try Authority()
        assertFails(.other) {
            try root.certificate.validate(
                for: .basic, anchors: .only([root.certificate]), at: Date(timeIntervalSince1970: .nan))
        }
    }
}
