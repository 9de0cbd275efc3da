import FoundationEssentials
import XCTest

@testable import SecureStore

final class ItemAttributesTests: XCTestCase {
    func test_set_ofAttributeOfAnotherClass_throwsNoSuchAttr() {
        let rows: [(ItemClass, AttributeName)] = [
            (.internetPassword, .service), (.genericPassword, .server), (.certificate, .applicationTag),
            (.key, .generic), (.key, .account), (.genericPassword, .issuer), (.identity, .account),
        ]
        for (itemClass, name) in rows {
            var attributes = ItemAttributes(itemClass)
            assertThrows(.noSuchAttr, "\(itemClass) \(name)") { try attributes.set(name, to: .string("x")) }
        }
    }

    func test_set_ofWrongType_throwsParam() throws {
        let now = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 0))
        let rows: [(AttributeName, AttributeValue)] = [
            (.account, now), (.creationDate, .string("now")), (.accessible, .string("x")),
            (.accessible, .number(1)), (.creator, .data(Data([1]))), (.accessGroup, .number(1)),
            (.accessGroup, .data(Data([0xff]))), (.account, .number(1 << 40)),
            (.creationDate, .date(Date(timeIntervalSinceReferenceDate: .nan))),
            (.accessControl, .string("ak")), (.digest, .data(Data(count: 19))),
        ]
        for (name, value) in rows {
            assertThrows(.param, "\(name)") { try ItemAttributes(.genericPassword, [name: value]) }
        }
    }

    func test_subscript_ofIdentityPartNotGiven_isEmpty() {
        let attributes = ItemAttributes(.internetPassword)
        XCTAssertEqual(attributes[.server], .string(""))
        XCTAssertEqual(attributes[.port], .number(0))
        XCTAssertEqual(ItemAttributes(.certificate)[.issuer], .data(Data()))
    }

    func test_subscript_ofDateInKeyIdentityNotGiven_isReferenceDate() {
        let zero = AttributeValue.date(Date(timeIntervalSinceReferenceDate: 0))
        XCTAssertEqual(ItemAttributes(.key)[.startDate], zero)
    }

    func test_subscript_ofOtherAttributeNotGiven_isNil() {
        XCTAssertNil(ItemAttributes(.genericPassword)[.label])
        XCTAssertNil(ItemAttributes(.genericPassword)[.creator])
        XCTAssertEqual(ItemAttributes(.key)[.creator], .number(0))
    }

    func test_subscript_ofSynchronizableNotGiven_isZero() {
        XCTAssertEqual(ItemAttributes(.genericPassword)[.synchronizable], .number(0))
    }

    func test_equals_withEmptyIdentityPartGivenOrNot_isTrue() throws {
        let given = try ItemAttributes(.genericPassword, [.account: .string("")])
        XCTAssertEqual(given, ItemAttributes(.genericPassword))
    }

    func test_equals_withSameValuesInOtherOrder_isTrue() throws {
        var (a, b) = (ItemAttributes(.genericPassword), ItemAttributes(.genericPassword))
        try a.set(.label, to: .string("l"))
        try a.set(.account, to: .string("a"))
        try b.set(.account, to: .string("a"))
        try b.set(.label, to: .string("l"))
        XCTAssertEqual(a, b)
    }

    func test_set_ofNumberSpelledInText_becomesNumber() throws {
        let rows: [(String, AttributeValue)] = [
            ("443", .number(443)), ("-1", .number(-1)), ("0443", .string("0443")), ("+1", .string("+1")),
            ("2147483648", .string("2147483648")), (" 1", .string(" 1")), ("imap", .string("imap")),
        ]
        for (text, value) in rows {
            let attributes = try ItemAttributes(.internetPassword, [.port: .string(text)])
            XCTAssertEqual(attributes[.port], value, text)
        }
    }

    func test_all_always_comesInTheOrderOfTheTable() throws {
        let attributes = try ItemAttributes(
            .genericPassword, [.label: .string("l"), .account: .string("a"), .accessGroup: .string("g")])
        let names = attributes.all.map(\.name.position.rawValue)
        XCTAssertEqual(names, names.sorted())
        XCTAssertTrue(attributes.all.contains { $0.name == .service })
    }

    func test_remove_ofAttribute_takesItAway() throws {
        var attributes = try ItemAttributes(.genericPassword, [.label: .string("l")])
        attributes.remove(.label)
        XCTAssertNil(attributes[.label])
    }
}
