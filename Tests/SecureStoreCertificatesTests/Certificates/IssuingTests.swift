import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// The answer of an authority to a request.
final class IssuingTests: XCTestCase {
    private let year = Authority.today...Authority.today + 365 * Authority.day

    private func request(
        _ contents: CertificateContents, _ key: PrivateKey? = nil
    ) throws -> CertificateRequest {
        try CertificateRequest(
            subject: DistinguishedName([.commonName: "web"]), as: contents, key: key ?? .generate(.p256))
    }

    func test_issue_grantsNamesAndPurposes_andNamesTheRest() throws {
        let root = try Authority()
        var asked = CertificateContents(
            dnsNames: ["host.example"], ipAddresses: ["::1"], emailAddresses: ["a@host.example"],
            uris: ["https://host.example/"])
        asked.extendedKeyUsage = [.clientAuthentication]
        var more = asked
        (more.isAuthority, more.pathLength) = (true, 2)
        more.keyUsage = [.digitalSignature, .certificateSigning]
        more.extendedKeyUsage = [.clientAuthentication, .ocspSigning]
        more.revocationListURIs = ["http://evil.example/"]
        more.furtherExtensions = [CertificateExtension(identifier: "1.2.3.4", value: [5, 0])]
        let answer = try root.certificate.issue(request(more), key: root.key, validity: year)
        XCTAssertEqual(answer.certificate.contents.dnsNames, ["host.example"])
        asked.keyUsage = .digitalSignature
        XCTAssertEqual(answer.certificate.contents, asked)
        var rest = CertificateContents()
        (rest.isAuthority, rest.pathLength, rest.keyUsage) = (true, 2, .certificateSigning)
        rest.extendedKeyUsage = [.ocspSigning]
        (rest.revocationListURIs, rest.furtherExtensions) = (more.revocationListURIs, more.furtherExtensions)
        XCTAssertEqual(answer.notGranted, rest)
    }

    func test_issue_ofWhatIsAllGranted_namesNothing() throws {
        let root = try Authority()
        let answer = try root.certificate.issue(
            request(.server("host.example", "192.0.2.7")), key: root.key, validity: year)
        XCTAssertTrue(answer.notGranted.isEmpty)
        XCTAssertEqual(answer.certificate.extendedKeyUsage, [.serverAuthentication])
    }

    func test_issue_withContents_statesTheseAlone() throws {
        let root = try Authority()
        var granted = CertificateContents.server("a.example")
        granted.revocationListURIs = ["http://root.example/a.crl"]
        let answer = try root.certificate.issue(
            request(.server("a.example", "b.example")), as: granted, key: root.key, validity: year)
        granted.keyUsage = .digitalSignature
        XCTAssertEqual(answer.certificate.contents, granted)
        XCTAssertEqual(answer.notGranted, CertificateContents(dnsNames: ["b.example"]))
    }

    func test_issue_ofARequestForOCSPSigningAlone_isForServersAtMost() throws {
        let root = try Authority()
        var asked = CertificateContents(dnsNames: ["host.example"])
        asked.extendedKeyUsage = [.ocspSigning]
        let answer = try root.certificate.issue(request(asked), key: root.key, validity: year)
        XCTAssertEqual(answer.certificate.extendedKeyUsage, [.serverAuthentication])
        XCTAssertEqual(answer.notGranted.extendedKeyUsage, [.ocspSigning])
    }

    func test_issue_ofAnAuthority_makesOneThatIssues() throws {
        let (root, key) = (try Authority(), try PrivateKey.generate(.p256))
        let middle = try root.certificate.issue(
            request(.client, key), as: .authority(pathLength: 0), key: root.key, validity: year
        ).certificate
        let leaf = try middle.issue(request(.server("host.example")), key: key, validity: year).certificate
        XCTAssertEqual(
            try leaf.validate(
                for: .tlsServer("host.example"), intermediates: [middle], anchors: .only([root.certificate]),
                at: Authority.today), [leaf, middle, root.certificate])
        assertThrows(.param) {
            _ = try middle.issue(
                self.request(.client), as: .authority(pathLength: 0), key: key, validity: self.year)
        }
    }

    func test_issue_beyondTheAuthoritysOwnEnd_throwsParam() throws {
        let root = try Authority()
        let request = try request(.client)
        let end = root.certificate.notAfter
        XCTAssertNoThrow(
            try root.certificate.issue(request, key: root.key, validity: Authority.today...end + 0.5))
        assertThrows(.param) {
            _ = try root.certificate.issue(request, key: root.key, validity: Authority.today...end + 1)
        }
    }

    func test_selfSigned_beyondTheYear9999_throwsParam() throws {
        let (name, key) = (try DistinguishedName([.commonName: "a"]), try PrivateKey.generate(.p256))
        let end = Date(timeIntervalSince1970: 253_402_300_799)
        XCTAssertEqual(
            try Certificate.selfSigned(subject: name, key: key, validity: Authority.today...end).notAfter, end
        )
        for last in [end + 1, Date(timeIntervalSince1970: 1e30)] {
            assertThrows(.param) {
                _ = try Certificate.selfSigned(subject: name, key: key, validity: Authority.today...last)
            }
        }
    }

    func test_making_beforeTheYearZero_throwsParam() throws {
        let (root, start) = (try Authority(), Date(timeIntervalSince1970: -62_167_219_200))
        let name = root.certificate.subject
        XCTAssertEqual(
            try Certificate.selfSigned(subject: name, key: root.key, validity: start...start).notBefore, start
        )
        let early = start - 1...start
        assertThrows(.param) {
            _ = try Certificate.selfSigned(subject: name, key: root.key, validity: early)
        }
        assertThrows(.param) {
            _ = try root.certificate.revocationList(revoking: [], number: 1, key: root.key, validity: early)
        }
    }

    func test_issue_ofARequestWithAnAddressAsDNSName_throwsParam() throws {
        let root = try Authority()
        var bytes = [UInt8](try request(CertificateContents(dnsNames: ["7777777a"])).der)
        let place = try XCTUnwrap(bytes.indices.first { bytes[$0...].starts(with: "7777777a".utf8) })
        bytes[place + 7] = UInt8(ascii: "7")
        XCTAssertEqual(try CertificateRequest(der: bytes).contents.dnsNames, ["77777777"])
        assertThrows(.param) { _ = try CertificateContents(dnsNames: ["77777777"]).names }
        assertThrows(.decode) {
            _ = try root.certificate.issue(
                CertificateRequest(der: bytes), key: root.key, validity: self.year)
        }
    }

    func test_issue_belowAnAuthorityWithoutKeyID_statesTheHashOfItsKey() throws {
        let root = try Authority()
        let middle = try root.authority { $0.subjectKeyID = nil }
        let leaf = try middle.certificate.issue(
            request(.client), key: middle.key, validity: Authority.today...Authority.today + 60
        ).certificate
        let identifier = try XCTUnwrap(Certificate.identifier(ofKey: middle.key.publicKey.der))
        XCTAssertTrue(leaf.der.range(of: identifier) != nil)
    }
}
