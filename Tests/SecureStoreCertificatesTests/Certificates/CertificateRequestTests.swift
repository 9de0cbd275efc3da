import SecureStore
import XCTest

@testable import SecureStoreCertificates

final class CertificateRequestTests: XCTestCase {
    private let validity = Authority.today...Authority.today + Authority.day

    private func request(_ key: PrivateKey, _ names: [String] = ["host.example"]) throws -> CertificateRequest
    {
        try CertificateRequest(
            subject: DistinguishedName([.commonName: "host.example"]),
            as: CertificateContents(dnsNames: names), key: key)
    }

    func test_request_saysWhatWasAskedFor() throws {
        let request = try request(.generate(.p256), ["host.example", "*.host.example"])
        XCTAssertEqual(request.subject.description, "CN=host.example")
        XCTAssertEqual(request.contents.dnsNames, ["host.example", "*.host.example"])
        XCTAssertTrue(request.isSignatureValid)
    }

    func test_request_asPEM_isTheSameWhenReadAgain() throws {
        let request = try request(.generate(.p256))
        XCTAssertEqual(try CertificateRequest(pem: request.pem.utf8), request)
    }

    func test_request_ofEveryKindOfKey_isSigned() throws {
        for key in [
            try PrivateKey.sample(.rsa(2048)), try .generate(.p384), try .generate(.p521),
            try .generate(.ed25519),
        ] {
            XCTAssertTrue(try request(key).isSignatureValid)
        }
    }

    func test_request_withKeyThatDoesNotSign_throwsParam() throws {
        let key = try PrivateKey.generate(.x25519)
        assertThrows(.param) { _ = try request(key) }
    }

    func test_request_withNameThatIsNotASCII_throwsParam() throws {
        let key = try PrivateKey.generate(.p256)
        for name in ["", "größe.example", "a b", "a\0b"] {
            assertThrows(.param, name) { _ = try request(key, [name]) }
        }
    }

    func test_request_withCommaInAName_asksForThatOneName() throws {
        let asked = CertificateContents(emailAddresses: ["a,DNS:b"])
        let request = try CertificateRequest(
            subject: DistinguishedName([:]), as: asked, key: .generate(.p256))
        XCTAssertEqual(request.contents, asked)
    }

    func test_request_thatWasChanged_hasNoValidSignature() throws {
        var bytes = [UInt8](try request(.generate(.p256)).der)
        let place = try XCTUnwrap(bytes.indices.first { bytes[$0...].starts(with: "host.example".utf8) })
        bytes[place] = UInt8(ascii: "H")
        XCTAssertFalse(try CertificateRequest(der: bytes).isSignatureValid)
    }

    /// The elements of a sequence, with their tags.
    private func elements(_ bytes: [UInt8]) throws -> [(tag: UInt8, content: [UInt8])] {
        var (reader, elements) = (ByteReader(bytes), [(tag: UInt8, content: [UInt8])]())
        while let (tag, content) = reader.element() { elements.append((tag, reader.copy(content))) }
        return elements
    }

    func test_request_whoseExtensionsCannotBeReadAll_throwsDecode() throws {
        let parts = try elements(try elements([UInt8](request(.generate(.p256)).der))[0].content)
        let attributes = try XCTUnwrap(parts.first.map { try elements($0.content) }?.last)
        let changed = [
            "twice": attributes.content + attributes.content,
            "no sequence": attributes.content,
        ]
        for (name, content) in changed {
            var info = try elements(parts[0].content).dropLast().flatMap { DER.encode($0.tag, $0.content) }
            var content = content
            if name == "no sequence" {
                // Behind the identifier, which ends in 14, the set; in it the sequence.
                let set = try XCTUnwrap(content.firstIndex(of: 0x0e)) + 1
                XCTAssertEqual([content[set], content[set + 2]], [0x31, 0x30])
                content[set + 2] = 0x04
            }
            info += DER.encode(attributes.tag, content)
            let bytes = DER.encode(0x30, info) + parts[1...].flatMap { DER.encode($0.tag, $0.content) }
            assertThrows(.decode, name) { _ = try CertificateRequest(der: DER.encode(0x30, bytes)) }
        }
    }

    func test_request_withOtherBytes_throwsDecode() throws {
        let der = try request(.generate(.p256)).der
        for bytes in [Data(), der.dropLast(), der + [0], try SampleCertificates.host().der] {
            assertThrows(.decode) { _ = try CertificateRequest(der: bytes) }
        }
    }

    func test_request_inTextWithoutOne_throwsUnknownFormat() {
        assertThrows(.unknownFormat) { _ = try CertificateRequest(pem: SampleCertificates.hostText.utf8) }
    }

    func test_issue_ofRequest_givesACertificateThatValidates() throws {
        let root = try Authority()
        let request = try CertificateRequest(
            subject: DistinguishedName([.commonName: "host.example"]), as: .server("host.example"),
            key: .generate(.p256))
        let leaf = try root.certificate.issue(request, key: root.key, validity: validity).certificate
        XCTAssertEqual(
            try leaf.validate(
                for: .tlsServer("host.example"), anchors: .only([root.certificate]), at: Authority.today),
            [leaf, root.certificate])
    }

    func test_issue_withKeyOfAnotherOne_throwsParam() throws {
        let root = try Authority()
        let key = try PrivateKey.generate(.p256)
        let request = try request(key)
        assertThrows(.param) { _ = try root.certificate.issue(request, key: key, validity: validity) }
    }

    func test_issue_ofRequestThatWasChanged_throwsDecode() throws {
        let root = try Authority()
        var bytes = [UInt8](try request(.generate(.p256)).der)
        bytes[bytes.count - 1] ^= 1
        let request = try CertificateRequest(der: bytes)
        assertThrows(.decode) { _ = try root.certificate.issue(request, key: root.key, validity: validity) }
    }
}
