import SecureStore
import XCTest

final class InternetPasswordTests: XCTestCase {
    private struct Row {
        let name: String
        let port: Int
        let line: UInt
        init(_ name: String, port: Int, line: UInt = #line) {
            (self.name, self.port, self.line) = (name, port, line)
        }
    }

    func test_init_withPortOutOfRange_throwsParam() {
        let rows = [
            Row("negative", port: -1),
            Row("one too many", port: 65_536),
            Row("largest number", port: .max),
        ]
        for row in rows {
            assertThrows(.param, row.name, line: row.line) {
                _ = try InternetPassword(server: "mail.example", port: row.port)
            }
        }
    }

    func test_init_withPortInRange_keepsIt() throws {
        let rows = [Row("none", port: 0), Row("least", port: 1), Row("largest", port: 65_535)]
        for row in rows {
            let item = try InternetPassword(server: "mail.example", port: row.port)
            XCTAssertEqual(item.port, row.port, row.name, line: row.line)
        }
    }

    func test_init_withServerAlone_hasEmptyRest() throws {
        let item = try InternetPassword(server: "mail.example")
        XCTAssertEqual([item.account, item.securityDomain, item.path], ["", "", ""])
        XCTAssertNil(item.protocol)
        XCTAssertNil(item.authenticationType)
    }

    func test_init_withEveryPart_keepsThem() throws {
        let item = try InternetPassword(
            server: "s", account: "a", securityDomain: "d", protocol: .https,
            authenticationType: .httpBasic, port: 443, path: "/p")
        XCTAssertEqual([item.server, item.account, item.securityDomain, item.path], ["s", "a", "d", "/p"])
        XCTAssertEqual(item.protocol, .https)
        XCTAssertEqual(item.authenticationType, .httpBasic)
    }

    func test_init_withUnknownProtocol_keepsItsCharacters() throws {
        let item = try InternetPassword(server: "s", protocol: InternetProtocol(rawValue: "mine"))
        XCTAssertEqual(item.protocol?.rawValue, "mine")
    }

    func test_set_ofEveryOtherAttribute_isRead() throws {
        var item = try InternetPassword(server: "s")
        (item.label, item.kind, item.comment) = ("l", "k", "c")
        (item.creator, item.type, item.isInvisible, item.isNegative) = (1, 2, true, false)
        XCTAssertEqual([item.label, item.kind, item.comment], ["l", "k", "c"])
        XCTAssertEqual([item.creator, item.type], [1, 2])
        XCTAssertEqual([item.isInvisible, item.isNegative], [true, false])
    }

    func test_init_withAttributesOfAnotherClass_throwsNoSuchClass() {
        assertThrows(.noSuchClass) {
            try InternetPassword(attributes: ItemAttributes(.genericPassword))
        }
    }

    func test_init_withProtocolThatSpellsANumber_isTheSameAsWithTheNumber() throws {
        let values: [AttributeName: AttributeValue] = [.server: .string("s"), .protocol: .number(12)]
        let item = try InternetPassword(server: "s", protocol: InternetProtocol(rawValue: "12"))
        XCTAssertEqual(item.attributes, try ItemAttributes(.internetPassword, values))
        XCTAssertEqual(item.protocol?.rawValue, "12")
    }
}
