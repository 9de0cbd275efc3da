import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// The facts that a certificate states: made, asked for, granted and read again.
final class CertificateContentsTests: XCTestCase {
    private let validity = Authority.today...Authority.today + Authority.day
    private let subject = { try DistinguishedName([.commonName: "web"]) }

    private func everything() -> CertificateContents {
        var contents = CertificateContents(
            dnsNames: ["host.example", "*.host.example"], ipAddresses: ["192.0.2.7", "2001:db8::7"],
            emailAddresses: ["web@host.example"], uris: ["spiffe://host.example/web"])
        contents.keyUsage = [.digitalSignature, .decipherOnly]
        contents.extendedKeyUsage = [.clientAuthentication, ExtendedKeyUsage(identifier: "1.2.3.4294967295")]
        contents.revocationListURIs = ["http://host.example/a.crl", "http://host.example/b.crl"]
        contents.ocspURIs = ["http://ocsp.host.example"]
        contents.issuerURIs = ["http://host.example/root.cer"]
        contents.furtherExtensions = [CertificateExtension(identifier: "1.2.3.4", value: [5, 0])]
        return contents
    }

    private func selfSigned(_ contents: CertificateContents, _ kind: KeyKind = .p256) throws -> Certificate {
        try .selfSigned(subject: subject(), as: contents, key: .sample(kind), validity: validity)
    }

    func test_contents_ofACertificate_areReadAsTheyWereGiven() throws {
        let made = try selfSigned(everything())
        XCTAssertEqual(made.contents, everything())
        XCTAssertEqual(made.ipAddresses, ["192.0.2.7", "2001:db8::7"])
    }

    func test_contents_ofARequest_areReadAsTheyWereGiven() throws {
        var asked = everything()
        (asked.isAuthority, asked.pathLength) = (true, 3)
        let request = try CertificateRequest(subject: subject(), as: asked, key: .generate(.p256))
        XCTAssertEqual(request.contents, asked)
    }

    func test_server_sortsItsHosts_andIsForServers() throws {
        let contents = CertificateContents.server("host.example", "192.0.2.7", "::1")
        XCTAssertEqual(contents.dnsNames, ["host.example"])
        XCTAssertEqual(contents.ipAddresses, ["192.0.2.7", "::1"])
        XCTAssertEqual(try selfSigned(contents).extendedKeyUsage, [.serverAuthentication])
    }

    func test_purposes_thatAreNotSet_areThoseOfTheNames() throws {
        let rows: [(CertificateContents, [ExtendedKeyUsage]?)] = [
            (CertificateContents(dnsNames: ["host.example"]), [.serverAuthentication]),
            (CertificateContents(ipAddresses: ["::1"]), [.serverAuthentication]),
            (CertificateContents(emailAddresses: ["a@host.example"]), nil),
            (.authority(), nil), (.client, [.clientAuthentication]),
        ]
        for (contents, purposes) in rows {
            XCTAssertEqual(try selfSigned(contents).extendedKeyUsage, purposes)
        }
    }

    func test_keyUsage_thatIsNotSet_isThatOfKeyAndKind() throws {
        XCTAssertEqual(try selfSigned(.client).keyUsage, .digitalSignature)
        XCTAssertEqual(try selfSigned(.client, .rsa(2_048)).keyUsage, [.digitalSignature, .keyEncipherment])
        let authority = try selfSigned(.authority(pathLength: 0), .rsa(2_048))
        XCTAssertEqual(authority.keyUsage, [.certificateSigning, .revocationListSigning])
        XCTAssertEqual(authority.contents.pathLength, 0)
    }

    func test_names_withoutASubject_areCritical() throws {
        let made = try Certificate.selfSigned(
            subject: DistinguishedName([:]), as: .server("host.example"), key: .generate(.p256),
            validity: validity)
        XCTAssertEqual(made.handle.extensions.first { $0.identifier == "2.5.29.17" }?.isCritical, true)
        XCTAssertEqual(made.contents.dnsNames, ["host.example"])
    }

    func test_selfSigned_withWhatCannotBeStated_throwsParam() throws {
        let hosts = [
            "192.0.2.7", "::1", "127.1", "*.7", "10.", "[::1]", "fe80::1%1", "host.example:443",
            "https://host.example/", "a..b", ".example", "host.example.", "*", "*.", "a*.example",
            "a.*.example", "a,DNS:b", String(repeating: "a", count: 64),
            String(repeating: "a.", count: 127) + "a",
        ]
        var rows = hosts.map { CertificateContents(dnsNames: [$0]) }
        rows += ["host", "192.0.2.07", "1.2.3.4 ", "1.2.3", "fe80::1%1", ""].map {
            CertificateContents(ipAddresses: [$0])
        }
        rows += ["", "größe@host.example", "a b"].map { CertificateContents(emailAddresses: [$0]) }
        rows.append(CertificateContents(uris: ["http://host.example/a b"]))
        for contents in rows { assertThrows(.param, "\(contents)") { _ = try self.selfSigned(contents) } }
    }

    func test_selfSigned_withPartsThatContradict_throwsParam() throws {
        let changes: [(inout CertificateContents) -> Void] = [
            { $0.pathLength = 1 }, { ($0.isAuthority, $0.pathLength) = (true, -1) },
            { $0.revocationListURIs = ["größe"] }, { $0.ocspURIs = [""] },
            { $0.extendedKeyUsage = [ExtendedKeyUsage(identifier: "serverAuth")] },
            { $0.furtherExtensions = [CertificateExtension(identifier: "2.5.29.17", value: [0x30, 0])] },
            { $0.furtherExtensions = [CertificateExtension(identifier: "2.5.29.19", value: [0x30, 0])] },
            { $0.furtherExtensions = [CertificateExtension(identifier: "3.1", value: [0x30, 0])] },
        ]
        for (number, change) in changes.enumerated() {
            var contents = CertificateContents(dnsNames: ["host.example"])
            change(&contents)
            assertThrows(.param, "\(number)") { _ = try self.selfSigned(contents) }
        }
    }

    func test_serialNumber_isTheGivenOne() throws {
        let number = Data([0x7f] + [UInt8](repeating: 0, count: 19))
        let key = try PrivateKey.generate(.p256)
        func make(_ number: Data?) throws -> Certificate {
            try .selfSigned(subject: subject(), key: key, validity: validity, serialNumber: number)
        }
        XCTAssertEqual(try make(number).serialNumber, number)
        XCTAssertEqual(try make(nil).serialNumber.count, 16)
        for wrong in [Data(), Data([0]), Data([0x80]), number + [1]] {
            assertThrows(.param) { _ = try make(wrong) }
        }
    }
}
