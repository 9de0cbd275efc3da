import XCTest

@testable import SecureStoreCertificates

/// Chains that somebody has changed: whatever is changed in what was signed, nothing validates.
final class ChainAttackTests: XCTestCase {
    private let host = TrustPolicy.tlsServer("host.example")
    private let policies: [TrustPolicy] = [.basic, .tlsServer("host.example"), .tlsClient, .smime()]

    private struct Chain {
        let root: Authority
        let middle: Authority
        let leaf: Certificate
        var links: [Certificate] { [leaf, middle.certificate, root.certificate] }
    }

    private func chain() throws -> Chain {
        let root = try Authority()
        let middle = try root.authority("Middle") { $0.permit(["host.example"]) }
        return Chain(root: root, middle: middle, leaf: try middle.issue())
    }

    private func validates(_ links: [Certificate], _ policy: TrustPolicy) -> Bool {
        let chain = try? links[0].validate(
            for: policy, intermediates: [links[1]], anchors: .only([links[2]]), at: Authority.today)
        return chain != nil
    }

    /// The part of a certificate that is signed.
    private func signedPart(of der: [UInt8]) throws -> Range<Int> {
        var reader = try ByteReader(der).content()
        let start = reader.rest.lowerBound
        return start..<(try reader.next(DER.sequence)).upperBound
    }

    func test_validate_withAnyBitOfTheSignedPartsFlipped_fails() throws {
        let chain = try chain()
        for policy in policies { XCTAssertTrue(validates(chain.links, policy), "unchanged") }
        for place in 0..<2 {
            let der = [UInt8](chain.links[place].der)
            for byte in try signedPart(of: der) {
                var changed = der
                changed[byte] ^= 1 << UInt8.random(in: 0..<8)
                guard let certificate = try? Certificate(der: changed) else { continue }
                var links = chain.links
                links[place] = certificate
                for policy in policies { XCTAssertFalse(validates(links, policy), "\(place) \(byte)") }
            }
        }
    }

    func test_validate_withAnyByteOfTheSignaturesChanged_fails() throws {
        let chain = try chain()
        for place in 0..<2 {
            let der = [UInt8](chain.links[place].der)
            for byte in try signedPart(of: der).upperBound..<der.count {
                for value in [der[byte] ^ 1, der[byte] ^ 0x80, 0, 0xff] where value != der[byte] {
                    var changed = der
                    changed[byte] = value
                    guard let certificate = try? Certificate(der: changed) else { continue }
                    var links = chain.links
                    links[place] = certificate
                    XCTAssertFalse(validates(links, .basic), "\(place) \(byte) \(value)")
                }
            }
        }
    }

    // MARK: - Issuers that may not have issued

    private typealias Change = @Sendable (inout CertificateForm) -> Void

    private static let issuers: [String: Change] = [
        "no authority": { $0.constraints = [] },
        "constraints of no value": { $0.constraints = DER.encode(DER.boolean, [0]) },
        "another host": { $0.permit(["other.example"]) },
        "nothing permitted": { $0.permit(["."]) },
        "another purpose": { $0.extendedKeyUsage = [.codeSigning] },
        "no authorities below": { $0.constraints += [2, 1, 0] },
        "a negative number of authorities": { $0.constraints += [2, 1, 0xff] },
        "twice the same extension": { form in
            for _ in 0..<2 { form.permit(["host.example"]) }
        },
        "expired": { $0.validity = Authority.today - 20...Authority.today - 10 },
    ]

    private func validate(below change: Change) throws -> [Certificate] {
        let root = try Authority()
        let middle = try root.authority("Middle", change)
        let low = try middle.authority("Low")
        return try low.issue().validate(
            for: host, intermediates: [low.certificate, middle.certificate],
            anchors: .only([root.certificate]), at: Authority.today)
    }

    func test_validate_belowIssuersThatMayNot_fails() throws {
        XCTAssertNoThrow(try validate { _ in })
        for (name, change) in Self.issuers { assertAllFail(name) { try validate(below: change) } }
    }

    private func assertAllFail(_ text: String, line: UInt = #line, _ body: () throws -> [Certificate]) {
        XCTAssertThrowsError(try body(), text, line: line) {
            XCTAssertTrue($0 is TrustError, text, line: line)
        }
    }

    /// A leaf that signs for another, with every way to look like an authority that it has.
    func test_validate_belowLeafThatIssues_fails() throws {
        let chain = try chain()
        let key = try PrivateKey.generate(.p256)
        let leaf = try chain.middle.issue("host.example", for: key.publicKey)
        let forged = try Authority(certificate: leaf, key: key).issue()
        for policy in policies {
            assertAllFail("\(policy)") {
                try forged.validate(
                    for: policy, intermediates: [leaf, chain.middle.certificate],
                    anchors: .only([chain.root.certificate]), at: Authority.today)
            }
        }
    }

    /// A certificate of the attacker's that copies names and identifiers of one that is trusted.
    func test_validate_belowCopiesOfTheRoot_fails() throws {
        let (root, twin) = (try Authority(), try Authority())
        let copies = [
            twin.certificate,
            try twin.issue(for: twin.key.publicKey) { form in
                (form.subject, form.issuer) = (root.certificate.subject, root.certificate.subject)
                (form.subjectKeyID, form.authorityKeyID) = (root.certificate.subjectKeyID, nil)
                (form.constraints, form.extendedKeyUsage) = (CertificateForm.authority, [])
                form.serialNumber = [UInt8](root.certificate.serialNumber)
            },
        ]
        let leaf = try twin.issue { $0.authorityKeyID = root.certificate.subjectKeyID }
        for copy in copies {
            for policy in policies {
                assertAllFail("\(policy)") {
                    try leaf.validate(
                        for: policy, intermediates: [copy], anchors: .only([root.certificate]),
                        at: Authority.today)
                }
            }
        }
    }

    // MARK: - Leaves that come near

    /// Purposes, names and days that a certificate comes near to, and does not have.
    private static let leaves: [String: Change] = [
        "an arc beside the server's": { $0.extendedKeyUsage = [.init(identifier: "1.3.6.1.5.5.7.3.11")] },
        "an arc below the server's": { $0.extendedKeyUsage = [.init(identifier: "1.3.6.1.5.5.7.3.1.1")] },
        "any purpose": { $0.extendedKeyUsage = [.any] },
        "a name behind a zero": { $0.names = [DER.encode(0x82, "host.example\0.evil".utf8)] },
        "a name with a dot in front": { $0.names = [DER.encode(0x82, ".host.example".utf8)] },
        "a name of mail": { $0.names = [DER.encode(0x81, "host.example".utf8)] },
        "a name of an address": { $0.names = [DER.encode(0x86, "host.example".utf8)] },
        "a wildcard for all": { $0.names = [DER.encode(0x82, "*".utf8)] },
        "a wildcard for a domain": { $0.names = [DER.encode(0x82, "*.example".utf8)] },
        "the name in the subject alone": { $0.names = [] },
        "valid from the next second": { $0.validity = Authority.today + 1...Authority.today + 10 },
        "valid for too long": { $0.validity = Authority.today - 1...Authority.today + 826 * Authority.day },
    ]

    func test_validate_ofLeavesThatComeNear_fails() throws {
        let root = try Authority()
        func validate(_ change: Change) throws -> [Certificate] {
            try root.issue("host.example", change).validate(
                for: host, anchors: .only([root.certificate]), at: Authority.today)
        }
        XCTAssertNoThrow(try validate { _ in })
        for (name, change) in Self.leaves { assertAllFail(name) { try validate(change) } }
    }
}
