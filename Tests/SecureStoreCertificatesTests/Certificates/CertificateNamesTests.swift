import SecureStore
import XCTest

@testable import SecureStoreCertificates

final class CertificateNamesTests: XCTestCase {
    func test_subject_asText_isAsRFC4514WritesIt() throws {
        XCTAssertEqual(
            try SampleCertificates.host().subject.description,
            "description=the first,emailAddress=web@host.example,CN=host.example,OU=Web,O=Example,C=DE")
    }

    func test_names_ofEachKind_areRead() throws {
        let certificate = try SampleCertificates.host()
        XCTAssertEqual(certificate.commonName, "host.example")
        XCTAssertEqual(certificate.dnsNames, ["host.example", "*.host.example"])
        XCTAssertEqual(certificate.ipAddresses, ["192.0.2.7", "2001:db8::1:0:0:1"])
    }

    func test_emailAddresses_areThoseOfTheExtensionThenOfTheSubject() throws {
        XCTAssertEqual(
            try SampleCertificates.host().emailAddresses, ["maria@host.example", "web@host.example"])
    }

    func test_summary_isTheCommonNameWithTheDescription() throws {
        XCTAssertEqual(try SampleCertificates.host().summary, "host.example (the first)")
        XCTAssertEqual(try SampleCertificates.authority().summary, "Example Root")
    }

    func test_normalized_ofPrintableString_isUpperCaseWithSingleSpaces() throws {
        // C=DE, O=EXAMPLE TRUST, CN=EXAMPLE ROOT, each a PrintableString in a set, without the outer
        // sequence.
        let expected =
            "310b3009060355040613024445" + "311630140603550" + "40a130d4558414d504c45205452555354"
            + "311530130603550403130c4558414d504c4520524f4f54"
        XCTAssertEqual(try SampleCertificates.authority().subject.normalized.hex, expected)
        XCTAssertEqual(try SampleCertificates.host().issuer.normalized.hex, expected)
    }

    func test_normalized_ofUTF8String_isAsItWas() throws {
        let name = try DistinguishedName([.commonName: "größe  klein"])
        XCTAssertEqual(name.normalized, name.der.dropFirst(2))
    }

    func test_init_withParts_roundtrips() throws {
        let name = try DistinguishedName([.country: "DE", .organization: "A, B", .commonName: "größe"])
        XCTAssertEqual(name.description, "CN=größe,O=A\\, B,C=DE")
        XCTAssertEqual(name.texts(.organization), ["A, B"])
    }

    func test_init_withCountryOfThreeLetters_throwsParam() {
        assertThrows(.param) { _ = try DistinguishedName([.country: "DEU"]) }
    }

    func test_summary_withoutCommonName_isTheUnitsNewestFirst() throws {
        let name = try DistinguishedName([
            .organization: "Example", .organizationalUnit: "One", .organizationalUnit: "Two",
        ])
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let certificate = try Certificate.selfSigned(
            subject: name, key: .generate(.p256), validity: now...now + 1)
        XCTAssertEqual(certificate.summary, "Two, One")
    }

    func test_summary_withoutCommonName_isTheDNSNameIfThereIsOne() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let certificate = try Certificate.selfSigned(
            subject: DistinguishedName([.organization: "Example"]), as: .server("host.example"),
            key: .generate(.p256), validity: now...now + 1)
        XCTAssertEqual(certificate.summary, "host.example")
    }

    func test_ipAddresses_areAsRFC5952WritesThem() throws {
        let rows = [
            ("00000000000000000000000000000000", "::"),
            ("20010db8000000010001000100010001", "2001:db8:0:1:1:1:1:1"),
            ("20010db8000000000001000000000001", "2001:db8::1:0:0:1"),
            ("00010000000000000000000000000000", "1::"),
            ("20010db8000000010000000000000001", "2001:db8:0:1::1"),
        ]
        let leaf = try Authority().issue { $0.add(ipAddresses: rows.map { Data(hex: $0.0) }) }
        XCTAssertEqual(leaf.ipAddresses, rows.map(\.1))
    }

    func test_name_ofDER_isTheSameAndAnythingElseThrows() throws {
        let name = try DistinguishedName([.country: "DE", .commonName: "größe"])
        XCTAssertEqual(try DistinguishedName(der: name.der), name)
        for bytes in [Data(), name.normalized, name.der + [0], name.der.dropLast(), Data([0x30, 2, 5, 0])] {
            assertThrows(.decode) { _ = try DistinguishedName(der: bytes) }
        }
    }
}
