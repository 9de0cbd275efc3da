import XCTest

@testable import SecureStore

final class AttributeTests: XCTestCase {
    func test_attributes_ofGenericPassword_areInItsClass() {
        let text: [Attribute<GenericPassword, String>] = [
            .label, .accessGroup, .service, .account, .kind, .comment, .alias,
        ]
        let flags: [Attribute<GenericPassword, Bool>] = [.isInvisible, .isNegative]
        assertBelong(text.map(\.name) + flags.map(\.name), .genericPassword)
    }

    func test_attributes_ofInternetPassword_areInItsClass() {
        let text: [Attribute<InternetPassword, String>] = [
            .label, .server, .securityDomain, .path, .account, .kind, .comment, .alias,
        ]
        let numbers: [Attribute<InternetPassword, Int>] = [.creator, .type, .port]
        assertBelong(text.map(\.name) + numbers.map(\.name), .internetPassword)
    }

    func test_attributes_ofCertificate_areInItsClass() {
        let numbers: [Attribute<CertificateItem, Int>] = [.type, .encoding]
        XCTAssertEqual(numbers.map(\.name), [.certificateType, .certificateEncoding])
        assertBelong(numbers.map(\.name), .certificate)
    }

    func test_attributes_ofKey_areInItsClass() {
        let flags: [Attribute<KeyItem, Bool>] = [
            .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap, .isSensitive,
            .isExtractable,
        ]
        assertBelong(flags.map(\.name), .key)
        XCTAssertEqual(Set(flags.map(\.name)).count, flags.count)
    }

    func test_attributeValue_ofEachType_isInOneForm() {
        XCTAssertEqual("a".attributeValue, .string("a"))
        XCTAssertEqual(7.attributeValue, .number(7))
        XCTAssertEqual(true.attributeValue, .number(1))
        XCTAssertEqual(Accessibility.always.attributeValue, .string("dk"))
        XCTAssertEqual(InternetProtocol.ssh.attributeValue, .string("ssh "))
        XCTAssertEqual(AuthenticationType.ntlm.attributeValue, .string("ntlm"))
        XCTAssertEqual(KeyClass.symmetric.attributeValue, .number(2))
        XCTAssertEqual(KeyType.rsa.attributeValue, .number(42))
    }

    private func assertBelong(_ names: [AttributeName], _ itemClass: ItemClass, line: UInt = #line) {
        for name in names {
            XCTAssertTrue(ClassTable.row(name).classes.contains(itemClass), "\(name)", line: line)
        }
    }
}
