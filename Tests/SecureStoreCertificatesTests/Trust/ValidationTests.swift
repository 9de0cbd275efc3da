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
            try PrivateKey.generate(.rsa(2048)), try .generate(.p384), try .generate(.p521),
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

    func test_validate_withSmallKey_saysWeakKey() throws {
        let root = try Authority()
        let key = """
            MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDzrcNh4Z7FIsMsBW5SrnyjnBR0cU2eeHx55y3KQdqZgiVFiHCvKa
            GPU1yp40Dr14DuLv6EDuh8dRQlTbBClqr9zfuwXycGBQkMShuaViQYVF2e+qjgIuEJZu5OSiHJhQwZU6hYVWWXbGbx
            vpnguZiXhoMXZzERkvAy3zAVSAAlzwIDAQAB
            """
        let der = try XCTUnwrap(Data(base64Encoded: key, options: .ignoreUnknownCharacters))
        let leaf = try root.issue(for: PublicKey(der: der))
        assertFails(.weakKey) {
            try leaf.validate(for: .basic, anchors: .only([root.certificate]), at: today)
        }
    }

    func test_validate_withoutAnyAnchor_saysSo() throws {
        let leaf = try Authority().issue()
        assertFails(.noAnchors) { try leaf.validate(for: .basic, anchors: .only([]), at: today) }
    }

    func test_validate_atNoDate_throws() throws {
        let root = try Authority()
        assertFails(.other) {
            try root.certificate.validate(
                for: .basic, anchors: .only([root.certificate]), at: Date(timeIntervalSince1970: .nan))
        }
    }
}
