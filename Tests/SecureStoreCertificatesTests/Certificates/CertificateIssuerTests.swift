import XCTest

@testable import SecureStoreCertificates

final class CertificateIssuerTests: XCTestCase {
    func test_isIssued_byItsAuthority_isTrue() throws {
        let root = try Authority()
        let below = try root.authority()
        XCTAssertTrue(below.certificate.isIssued(by: root.certificate))
        XCTAssertTrue(try below.issue().isIssued(by: below.certificate))
        XCTAssertTrue(root.certificate.isIssued(by: root.certificate))
    }

    func test_isIssued_byAnotherKeyOfTheSameName_isFalse() throws {
        let (root, namesake) = (try Authority(), try Authority())
        let certificate = try root.issue { form in form.authorityKeyID = nil }
        XCTAssertFalse(certificate.isIssued(by: namesake.certificate))
    }

    func test_isIssued_byWhoIsAboveItsIssuer_isFalse() throws {
        let root = try Authority()
        XCTAssertFalse(try root.authority().issue().isIssued(by: root.certificate))
    }
}
