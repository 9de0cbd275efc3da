import FoundationEssentials
import SecureStore
import XCTest

final class IdentityItemTests: XCTestCase {
    private let identity = IdentityItem(
        certificate: CertificateItem(issuer: Data([1]), serialNumber: Data([2]), label: "certificate"),
        key: KeyItem(keyClass: .private, applicationTag: Data([3]), sizeInBits: 256, label: "key"))

    func test_attributes_thatBothPartsHave_areTheCertificates() {
        XCTAssertEqual(identity.attributes[.label], .string("certificate"))
    }

    func test_attributes_thatOnlyTheKeyHas_areTheKeys() {
        XCTAssertEqual(identity.attributes[.applicationTag], .data(Data([3])))
        XCTAssertEqual(identity.attributes[.keySizeInBits], .number(256))
    }

    func test_attributes_thatOnlyTheCertificateHas_areTheCertificates() {
        XCTAssertEqual(identity.attributes[.serialNumber], .data(Data([2])))
    }

    func test_init_withAttributes_throwsParam() {
        assertThrows(.param) { try IdentityItem(attributes: ItemAttributes(.identity)) }
    }
}
