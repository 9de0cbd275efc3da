import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Tests of how values are taken, kept, returned and compared, by the kind of their attribute.
final class DictionaryValueTests: DictionaryTestCase {
    private struct ValueRow {
        let name: String
        let base: ItemDictionary
        let key: String
        let given: ItemDictionary.Value
        let kept: AttributeValue
        let line: UInt

        init(
            _ name: String, _ itemClass: String, _ key: String, _ given: ItemDictionary.Value,
            kept: AttributeValue, line: UInt = #line
        ) {
            (self.name, self.key, self.given, self.kept, self.line) = (name, key, given, kept, line)
            base = ["class": .string(itemClass)]
        }
    }

    private func kept(_ value: ItemDictionary.Value?) -> AttributeValue? {
        switch value {
        case .string(let text): return .string(text)
        case .data(let data): return .data(data)
        case .number(let number): return .number(number)
        case .date(let date): return .date(date)
        default: return nil
        }
    }

    func test_add_withValueOfEachKind_returnsStoredForm() throws {
        let instant = Date(timeIntervalSinceReferenceDate: 123_456_789.000_000_1)
        let rows = [
            ValueRow("blob: text", "genp", "acct", "bob", kept: .string("bob")),
            ValueRow("blob: bytes", "genp", "acct", data("bob"), kept: .data(Data("bob".utf8))),
            ValueRow(
                "blob: bytes that are not text", "genp", "gena", .data(Data([0, 255])),
                kept: .data(Data([0, 255]))),
            ValueRow("blob: number", "genp", "acct", 42, kept: .number(42)),
            ValueRow("blob: empty text", "inet", "desc", "", kept: .string("")),
            ValueRow("server: bytes stay bytes", "inet", "srvr", data("h"), kept: .data(Data("h".utf8))),
            ValueRow("data: bytes", "keys", "klbl", .data(Data([1])), kept: .data(Data([1]))),
            ValueRow("data: text becomes UTF-8", "keys", "klbl", "é", kept: .data(Data([0xc3, 0xa9]))),
            ValueRow(
                "data: number becomes four bytes", "keys", "klbl", 258, kept: .data(Data([2, 1, 0, 0]))),
            ValueRow("num: number", "inet", "port", 443, kept: .number(443)),
            ValueRow("num: true", "genp", "invi", true, kept: .number(1)),
            ValueRow("num: false", "genp", "nega", false, kept: .number(0)),
            ValueRow("num: decimal text", "keys", "kcls", "1", kept: .number(1)),
            ValueRow("num: negative decimal text", "genp", "crtr", "-7", kept: .number(-7)),
            ValueRow(
                "num: larger than 32 bits stays", "keys", "type", "2147483649", kept: .string("2147483649")),
            ValueRow("num: text with a zero before it", "inet", "port", "0443", kept: .string("0443")),
            ValueRow("num: text with a plus", "inet", "port", "+443", kept: .string("+443")),
            ValueRow("num: minus zero", "inet", "port", "-0", kept: .string("-0")),
            ValueRow("num: empty text", "inet", "port", "", kept: .string("")),
            ValueRow("num: a protocol's text stays text", "inet", "ptcl", "htps", kept: .string("htps")),
            ValueRow("date", "keys", "sdat", .date(instant), kept: .date(instant)),
            ValueRow("str: text", "genp", "vwht", "hint", kept: .string("hint")),
            ValueRow("str: bytes become text", "genp", "vwht", data("hint"), kept: .string("hint")),
            ValueRow("access", "genp", "pdmn", "cku", kept: .string("cku")),
        ]
        for row in rows {
            let query = row.base + ItemDictionary([row.key: row.given])
            let store = try makeStore(groups: nil)
            try store.add(query)
            XCTAssertEqual(kept(try store.attributes(query)[row.key]), row.kept, row.name, line: row.line)
        }
    }

    func test_copyMatching_withValueOfWrongType_throwsParam() throws {
        let store = try store
        let date = ItemDictionary.Value.date(clock.now)
        let rows = [
            DictionaryRow("blob: Bool", ["class": "genp", "acct": true]),
            DictionaryRow("blob: date", ["class": "genp", "acct": date]),
            DictionaryRow("blob: list", ["class": "genp", "acct": .list(["a"])]),
            DictionaryRow("blob: dictionary", ["class": "genp", "acct": .dictionary([:])]),
            DictionaryRow("blob: number beyond 32 bits", ["class": "genp", "acct": 4_294_967_296]),
            DictionaryRow("blob: secret", ["class": "genp", "acct": try secretValue("x")]),
            DictionaryRow("blob: anything else", ["class": "genp", "acct": .unsupported]),
            DictionaryRow("data: Bool", ["class": "keys", "klbl": true]),
            DictionaryRow("data: date", ["class": "cert", "issr": date]),
            DictionaryRow("num: bytes", ["class": "inet", "port": data("443")]),
            DictionaryRow("num: date", ["class": "inet", "port": date]),
            DictionaryRow("date: text", ["class": "genp", "cdat": "2026-01-01"]),
            DictionaryRow("date: number", ["class": "genp", "mdat": 1]),
            DictionaryRow(
                "date: not finite", ["class": "keys", "sdat": .date(Date(timeIntervalSince1970: .infinity))]),
            DictionaryRow("str: number", ["class": "genp", "agrp": 1]),
            DictionaryRow("str: bytes that are no UTF-8", ["class": "genp", "vwht": .data(Data([0xff]))]),
            DictionaryRow("access: no accessibility", ["class": "genp", "pdmn": "x"]),
            DictionaryRow("access: until reboot", ["class": "genp", "pdmn": "f"]),
            DictionaryRow("access: bytes", ["class": "genp", "pdmn": data("ak")]),
            DictionaryRow("access control: text", ["class": "genp", "accc": "ak"]),
            DictionaryRow("synchronizable: text", ["class": "genp", "sync": "yes"]),
            DictionaryRow("digest: not 20 bytes", ["class": "genp", "sha1": .data(Data(count: 19))]),
        ]
        assertThrows(rows) { try store.copyMatching($0) }
        assertThrows(rows) { try store.add($0) }
    }

    private func finds(_ stored: ItemDictionary, _ query: ItemDictionary) throws -> Bool {
        let store = try makeStore(groups: nil)
        try store.add(stored)
        return try !store.all(query).isEmpty
    }

    func test_copyMatching_withEqualValueOfAnotherForm_finds() throws {
        let (genp, inet, keys): (ItemDictionary, ItemDictionary, ItemDictionary) = (
            ["class": "genp"], ["class": "inet"], ["class": "keys"]
        )
        let rows: [(String, ItemDictionary, stored: ItemDictionary.Value, asked: ItemDictionary.Value)] = [
            ("acct", genp, "bob", data("bob")),
            ("acct", genp, data("bob"), "bob"),
            ("labl", genp, 258, .data(Data([2, 1, 0, 0]))),
            ("gena", genp, .data(Data([2, 1, 0, 0])), 258),
            ("port", inet, 443, "443"),
            ("port", inet, "443", 443),
            ("invi", genp, true, 1),
            ("invi", genp, 0, false),
            ("klbl", keys, "label", data("label")),
            ("vwht", genp, data("hint"), "hint"),
        ]
        for (key, base, stored, asked) in rows {
            let (item, query) = (base + ItemDictionary([key: stored]), base + ItemDictionary([key: asked]))
            XCTAssertTrue(try finds(item, query), "\(key): \(stored) as \(asked)")
        }
    }

    func test_copyMatching_withValueThatOnlyLooksEqual_findsNothing() throws {
        let rows: [(String, String, stored: ItemDictionary.Value, asked: ItemDictionary.Value)] = [
            ("case", "acct", "Maria", "maria"),
            ("normal form", "acct", "caf\u{e9}", "cafe\u{301}"),
            ("normal form of what has no index", "icmt", "caf\u{e9}", "cafe\u{301}"),
            ("normal form of text", "vwht", "caf\u{e9}", "cafe\u{301}"),
            ("a space more", "svce", "mail", "mail "),
            ("a part", "svce", "mail", "mai"),
            ("the number as text", "acct", 42, "42"),
            ("digits with a zero before", "crtr", 443, "0443"),
        ]
        for (name, key, stored, asked) in rows {
            let (item, query) = (ItemDictionary([key: stored]), ItemDictionary([key: asked]))
            XCTAssertFalse(try finds(["class": "genp"] + item, ["class": "genp"] + query), name)
        }
    }

    func test_copyMatching_withDate_matchesTheInstantExactly() throws {
        let instant = Date(timeIntervalSinceReferenceDate: 700_000_000.000_000_1)
        let next = Date(timeIntervalSinceReferenceDate: instant.timeIntervalSinceReferenceDate.nextUp)
        XCTAssertTrue(
            try finds(["class": "keys", "sdat": .date(instant)], ["class": "keys", "sdat": .date(instant)]))
        XCTAssertFalse(
            try finds(["class": "keys", "sdat": .date(instant)], ["class": "keys", "sdat": .date(next)]))
    }

    func test_copyMatching_withSeveralAttributes_needsThemAll() throws {
        let store = try store
        try store.add(["class": "genp", "svce": "mail", "acct": "maria", "labl": "a", "icmt": "x"])
        XCTAssertEqual(try store.labels(["class": "genp", "svce": "mail", "icmt": "x"]), ["a"])
        XCTAssertEqual(try store.labels(["class": "genp", "svce": "mail", "icmt": "y"]), [])
    }

    func test_eachCall_withUUID_takesItAsTextWhereTextIsAllThereIs() throws {
        let (store, uuid) = (try store, UUID())
        try store.add(["class": "genp", "vwht": .uuid(uuid), "labl": "a"])
        XCTAssertEqual(try store.attributes(["class": "genp"])["vwht"]?.text, uuid.uuidString)
        XCTAssertEqual(try store.labels(["class": "genp", "vwht": .uuid(uuid)]), ["a"])
        assertThrows(.param) { try store.add(["class": "genp", "acct": .uuid(uuid)]) }
    }

    func test_dictionary_ofAttributes_hasClassAndEveryValue() throws {
        let dictionary = GenericPassword(service: "mail", account: "maria").attributes.dictionary
        XCTAssertEqual(dictionary["class"]?.text, "genp")
        XCTAssertEqual(dictionary["svce"]?.text, "mail")
        XCTAssertEqual(dictionary["sync"]?.number, 0)
        XCTAssertNil(dictionary["labl"])
    }
}
