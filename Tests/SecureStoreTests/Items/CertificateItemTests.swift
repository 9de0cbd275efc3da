import FoundationEssentials
import SecureStore
import XCTest

final class CertificateItemTests: XCTestCase {
    private let certificate = CertificateItem(issuer: Data([1]), serialNumber: Data([2]))

    func test_init_withIssuerAndSerialNumber_keepsThem() {
        XCTAssertEqual(certificate.issuer, Data([1]))
        XCTAssertEqual(certificate.serialNumber, Data([2]))
    }

    func test_type_withoutOne_isVersionThree() {
        XCTAssertEqual(certificate.type, 3)
    }

    func test_accessibility_ofNewItem_isAlways() {
        XCTAssertEqual(certificate.accessibility, .always)
    }

    func test_set_ofEveryBytes_isRead() {
        var item = certificate
        (item.subject, item.subjectKeyID, item.publicKeyHash) = (Data([3]), Data([4]), Data([5]))
        XCTAssertEqual([item.subject, item.subjectKeyID], [Data([3]), Data([4])])
        XCTAssertEqual(item.publicKeyHash, Data([5]))
    }

    func test_set_ofEncodingAndLabel_isRead() {
        var item = certificate
        (item.encoding, item.label) = (3, "root")
        XCTAssertEqual(item.encoding, 3)
        XCTAssertEqual(item.label, "root")
    }

    func test_optionalAttributes_ofNewItem_areNil() {
        XCTAssertNil(certificate.subject)
        XCTAssertNil(certificate.subjectKeyID)
        XCTAssertNil(certificate.publicKeyHash)
        XCTAssertNil(certificate.encoding)
    }

    func test_init_withAttributesOfAnotherClass_throwsNoSuchClass() {
        assertThrows(.noSuchClass) { try CertificateItem(attributes: ItemAttributes(.key)) }
    }
}
