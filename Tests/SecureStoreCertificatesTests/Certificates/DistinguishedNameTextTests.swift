import SecureStoreCertificates
import SecureStore
import XCTest

final class DistinguishedNameTextTests: XCTestCase {
    func test_name_asText_isTheSameWhenReadAgain() throws {
        let names: [KeyValuePairs<DistinguishedName.Kind, String>] = [
            [.country: "DE", .organization: "Example, Inc.", .commonName: "host.example"],
            [.commonName: " a \"b\" + <c>; \\ # = größe "], [.commonName: "#1"], [.commonName: "#"],
            [.organization: "=#", .commonName: "#", .state: "a=#,#"], [.commonName: "a\u{1f}\n"],
            [.emailAddress: "maria@mail.example", .state: "S", .locality: "L", .organizationalUnit: "U"],
            [.description: "text"], [.init(identifier: "0.9.2342.19200300.100.1.25"): "example"],
            [.init(identifier: "1.2"): "member-body"],
        ]
        for parts in names {
            let name = try DistinguishedName(parts)
            XCTAssertEqual(try DistinguishedName(rfc4514: name.description), name, name.description)
        }
    }

    func test_init_withBlanks_readsTheSameName() throws {
        XCTAssertEqual(
            try DistinguishedName(rfc4514: " CN=host.example , O = Example "),
            try DistinguishedName([.organization: "Example", .commonName: "host.example"]))
    }

    func test_init_withObjectIdentifier_readsItsPart() throws {
        XCTAssertEqual(
            try DistinguishedName(rfc4514: "2.5.4.3=a"), try DistinguishedName([.commonName: "a"]))
    }

    func test_init_withOtherText_throwsParam() {
        let texts = [
            "", "host.example", "CN=", "CN= ", "CN=a,", "CN=a,,O=b", "=a", "XY=a", "cn=a", "C\u{0}N=a",
            "1.=a", "9.9.9=a",
            "CN=a+O=b",
            "CN=#0401", "CN=\"a\"", "CN=a\\", "CN=a\\4", "CN=a\\4g", "CN=\\ff", "C=DEU", "CN=a;O=b", "CN=<a>",
            "CN=" + String(repeating: "a", count: 100_000), String(repeating: "CN=a,", count: 3),
        ]
        for text in texts {
            assertThrows(.param, text) { _ = try DistinguishedName(rfc4514: text) }
        }
    }
}
