import SecureStoreCertificates
import SecureStore
import XCTest

final class CertificateTests: XCTestCase {
    private func date(_ text: String) throws -> Date {
        try XCTUnwrap(ISO8601DateFormatter().date(from: text))
    }

    func test_init_withDER_keepsTheBytes() throws {
        let certificate = try SampleCertificates.host()
        XCTAssertEqual(try Certificate(der: certificate.der).der, certificate.der)
    }

    func test_version_ofThirdVersion_is3() throws {
        XCTAssertEqual(try SampleCertificates.host().version, 3)
    }

    func test_serialNumber_withSetFirstBit_hasTheLeadingZero() throws {
        XCTAssertEqual(try SampleCertificates.host().serialNumber.hex, "00f1e2d3c4b5a69788")
    }

    func test_validity_isAsEncoded() throws {
        let certificate = try SampleCertificates.host()
        XCTAssertEqual(certificate.notBefore, try date("2026-11-22T09:48:28Z"))
        XCTAssertEqual(certificate.notAfter, try date("2126-10-29T09:48:28Z"))
    }

    func test_isValid_atBothEnds_isTrue() throws {
        let certificate = try SampleCertificates.host()
        XCTAssertTrue(certificate.isValid(at: certificate.notBefore))
        XCTAssertTrue(certificate.isValid(at: certificate.notAfter))
    }

    func test_isValid_outside_isFalse() throws {
        let certificate = try SampleCertificates.host()
        XCTAssertFalse(certificate.isValid(at: certificate.notBefore.addingTimeInterval(-1)))
        XCTAssertFalse(certificate.isValid(at: certificate.notAfter.addingTimeInterval(1)))
    }

    func test_fingerprint_isTheHashOfTheBytes() throws {
        let certificate = try SampleCertificates.host()
        XCTAssertEqual(
            certificate.fingerprint(.sha256)?.hex,
            "de1976b50dc814e65a2b579d81f9a9e23a6384590e9fb32c537e73c19a0b516b")
        XCTAssertEqual(certificate.fingerprint(.sha1)?.hex, "20633ef32328f47f007fbb8763b0351081e7a254")
    }

    func test_keyUsage_isWhatTheExtensionSays() throws {
        XCTAssertEqual(try SampleCertificates.host().keyUsage, [.digitalSignature, .keyAgreement])
        XCTAssertEqual(
            try SampleCertificates.authority().keyUsage, [.certificateSigning, .revocationListSigning])
    }

    func test_extendedKeyUsage_namesUnknownPurposesToo() throws {
        XCTAssertEqual(
            try SampleCertificates.host().extendedKeyUsage,
            [.serverAuthentication, ExtendedKeyUsage(identifier: "1.2.3.4.5")])
    }

    func test_extendedKeyUsage_withoutTheExtension_isNil() throws {
        XCTAssertNil(try SampleCertificates.authority().extendedKeyUsage)
    }

    func test_isCertificateAuthority_isWhatTheConstraintsSay() throws {
        XCTAssertTrue(try SampleCertificates.authority().isCertificateAuthority)
        XCTAssertFalse(try SampleCertificates.host().isCertificateAuthority)
    }

    func test_isSelfSigned_isTrueForTheRootAlone() throws {
        XCTAssertTrue(try SampleCertificates.authority().isSelfSigned)
        XCTAssertFalse(try SampleCertificates.host().isSelfSigned)
    }

    func test_publicKeyHash_isTheSubjectKeyIDThatOpensslComputes() throws {
        let certificate = try SampleCertificates.host()
        XCTAssertEqual(certificate.publicKeyHash.hex, "5199b9c1287b7ead66a33cfdb51154c0c7241965")
        XCTAssertEqual(certificate.subjectKeyID, certificate.publicKeyHash)
    }

    func test_equality_isThatOfTheBytes() throws {
        XCTAssertEqual(try SampleCertificates.host(), try SampleCertificates.host())
        XCTAssertNotEqual(try SampleCertificates.host(), try SampleCertificates.authority())
    }
}
