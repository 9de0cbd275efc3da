import XCTest

@testable import SecureStoreCertificates

/// Chains where several certificates could be the issuer: one name with several keys, or one key with several
/// issuers.
final class SeveralIssuersTests: XCTestCase {
    private let today = Authority.today

    /// Two authorities of one name, and a certificate of the first that does not say which of them issued it.
    private func twins() throws -> (first: Authority, second: Authority, leaf: Certificate) {
        let (first, second) = (try Authority("Twin"), try Authority("Twin"))
        return (first, second, try first.issue { $0.authorityKeyID = nil })
    }

    func test_validate_withSeveralAnchorsOfOneName_takesTheOneThatSigned() throws {
        let (first, second, leaf) = try twins()
        for anchors in [[first, second], [second, first]] {
            let chain = try leaf.validate(
                for: .tlsServer("host.example"), anchors: .only(anchors.map(\.certificate)), at: today)
            XCTAssertEqual(chain, [leaf, first.certificate])
        }
    }

    func test_validate_withSeveralIntermediatesOfOneName_takesTheOneThatSigned() throws {
        let root = try Authority()
        let (first, second) = (try root.authority("Twin"), try root.authority("Twin"))
        let leaf = try first.issue { $0.authorityKeyID = nil }
        for intermediates in [[first, second], [second, first]] {
            let chain = try leaf.validate(
                for: .basic, intermediates: intermediates.map(\.certificate),
                anchors: .only([root.certificate]), at: today)
            XCTAssertEqual(chain, [leaf, first.certificate, root.certificate])
        }
    }

    func test_validate_withManyIssuersOfOneName_findsTheOneThatSigned() throws {
        let root = try Authority()
        let all = try (0..<40).map { _ in try root.authority("Twin") { $0.authorityKeyID = nil } }
        let last = try XCTUnwrap(all.last)
        let leaf = try last.issue { $0.authorityKeyID = nil }
        for anchors in [[root], all] {
            let chain = try leaf.validate(
                for: .basic, intermediates: all.map(\.certificate),
                anchors: .only(anchors.map(\.certificate)), at: today)
            XCTAssertEqual(Array(chain.prefix(2)), [leaf, last.certificate])
        }
    }

    func test_validate_withCrossSignedIntermediate_findsTheAnchorThatIsTrusted() throws {
        let (old, new) = (try Authority("Old root"), try Authority("New root"))
        let middle = try old.authority()
        let ways = [(old, middle.certificate), (new, try new.cross(middle))]
        let leaf = try middle.issue()
        for (root, way) in ways {
            let chain = try leaf.validate(
                for: .basic, intermediates: ways.map(\.1), anchors: .only([root.certificate]), at: today)
            XCTAssertEqual(chain, [leaf, way, root.certificate])
        }
    }

    func test_validate_withIssuerThatMayNotIssue_takesItsOtherCertificate() throws {
        let root = try Authority()
        let middle = try root.authority()
        let useless = try root.cross(middle) { $0.constraints = [] }
        let leaf = try middle.issue()
        for intermediates in [[useless, middle.certificate], [middle.certificate, useless]] {
            let chain = try leaf.validate(
                for: .basic, intermediates: intermediates, anchors: .only([root.certificate]), at: today)
            XCTAssertEqual(chain, [leaf, middle.certificate, root.certificate])
        }
    }

    func test_identityChain_ofSeveralIssuersOfOneName_hasTheOneThatSigned() throws {
        let (first, second) = (try Authority("Twin"), try Authority("Twin"))
        let key = try PrivateKey.generate(.p256)
        let leaf = try first.issue(for: key.publicKey) { $0.authorityKeyID = nil }
        let rows = [
            ([first, second], [first.certificate]), ([second, first], [first.certificate]), ([second], []),
        ]
        for (given, chain) in rows {
            let identity = try Identity(certificate: leaf, key: key, chain: given.map(\.certificate))
            XCTAssertEqual(identity.chain, chain)
        }
    }

    func test_identityChain_ofCertificatesWithTheNamesOfTheirIssuers_goesOn() throws {
        let (root, key) = (try Authority(), try PrivateKey.generate(.p256))
        let middle = try root.authority("Root")
        let leaf = try middle.issue("Root", for: key.publicKey)
        let chain = [middle.certificate, root.certificate]
        let identity = try Identity(certificate: leaf, key: key, chain: chain)
        XCTAssertEqual(identity.chain, chain)
        XCTAssertEqual(
            try Set(identity.signedMessage(Data()).certificates), [leaf, middle.certificate])
    }

    func test_validate_withOnlyStrangersOfTheName_saysBadSignature() throws {
        let (_, second, leaf) = try twins()
        let stranger = try Authority("Twin").certificate
        assertFails(.badSignature) {
            try leaf.validate(
                for: .basic, intermediates: [stranger], anchors: .only([second.certificate]), at: today)
        }
    }

    func test_validate_withAuthoritiesThatAllIssueEachOther_endsSoon() throws {
        let root = try Authority("Twin")
        let all = try (0..<8).map { _ in try root.authority("Twin") { $0.authorityKeyID = nil } }
        let crossed = try all.flatMap { above in
            try all.map { try above.cross($0) { $0.authorityKeyID = nil } }
        }
        let leaf = try all[0].issue { $0.authorityKeyID = nil }
        let anchors = TrustAnchors.only([try Authority("Other").certificate])
        let seconds = processorSeconds {
            assertFails(.selfSignedNotTrusted) {
                try leaf.validate(for: .basic, intermediates: crossed, anchors: anchors, at: today)
            }
        }
        XCTAssertLessThan(seconds, 2)
    }
}
