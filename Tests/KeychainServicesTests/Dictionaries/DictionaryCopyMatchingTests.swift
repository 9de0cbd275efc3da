import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Searching: limits, and what filters.
final class DictionaryCopyMatchingTests: DictionaryTestCase {
    private let mail: ItemDictionary = ["class": "genp", "svce": "mail"]

    private func addThree(_ extra: ItemDictionary = [:]) throws {
        for name in ["a", "b", "c"] {
            let named: ItemDictionary = ["acct": .string(name), "labl": .string(name)]
            try store.add(mail + named + ["v_Data": try secretValue(name)] + extra)
        }
    }

    /// The secrets that come back, or one without a list around it.
    private func answer(_ query: ItemDictionary) throws -> [String]? {
        let value = try store.copyMatching(mail + ["r_Data": true] + query)
        if let secret = value?.secret { return ["one: " + secret.text] }
        return value?.list?.map { $0.secret?.text ?? "no secret" }
    }

    func test_copyMatching_withLimit_answersSoMany() throws {
        try addThree()
        let rows: [(String, ItemDictionary, [String])] = [
            ("no limit", [:], ["one: a"]),
            ("one", ["m_Limit": "m_LimitOne"], ["one: a"]),
            ("number 1", ["m_Limit": 1], ["one: a"]),
            ("number 2", ["m_Limit": 2], ["a", "b"]),
            ("more than there are", ["m_Limit": 9], ["a", "b", "c"]),
            ("the largest number", ["m_Limit": .number(.max)], ["a", "b", "c"]),
            ("all", ["m_Limit": "m_LimitAll"], ["a", "b", "c"]),
            ("all where one matches", ["m_Limit": "m_LimitAll", "acct": "b"], ["b"]),
            ("number 2 where one matches", ["m_Limit": 2, "acct": "b"], ["b"]),
        ]
        for (name, query, expected) in rows { XCTAssertEqual(try answer(query), expected, name) }
    }

    func test_copyMatching_withLimitOfZero_throwsItemNotFound() throws {
        try addThree()
        assertThrows(.itemNotFound) { try self.answer(["m_Limit": 0]) }
    }

    func test_copyMatching_withFaultyLimit_throwsParam() throws {
        try addThree()
        assertThrows([
            DictionaryRow("minus one", ["m_Limit": -1]), DictionaryRow("minus five", ["m_Limit": -5]),
            DictionaryRow("Bool", ["m_Limit": true]), DictionaryRow("other text", ["m_Limit": "m_LimitTwo"]),
            DictionaryRow("number as text", ["m_Limit": "1"]), DictionaryRow("null", ["m_Limit": .null]),
        ]) { try self.answer($0) }
    }

    func test_copyMatching_withoutMatch_throwsItemNotFound() throws {
        try addThree()
        for limit: ItemDictionary in [[:], ["m_Limit": 5], ["m_Limit": "m_LimitAll"]] {
            assertThrows(.itemNotFound) { try self.answer(limit + ["acct": "nobody"]) }
        }
    }

    func test_copyMatching_withoutReturnKey_tellsWhetherThereIsOne() throws {
        try addThree()
        XCTAssertNil(try store.copyMatching(mail))
        assertThrows(.itemNotFound) { try self.store.copyMatching(self.mail + ["acct": "nobody"]) }
    }

    func test_copyMatching_ofAllWithoutReturnKey_answersOneEmptyDictionaryEach() throws {
        try addThree()
        for limit: ItemDictionary.Value in ["m_LimitAll", 3] {
            let list = try store.copyMatching(mail + ["m_Limit": limit])?.list
            XCTAssertEqual(list?.compactMap { $0.dictionary?.values.count }, [0, 0, 0])
        }
    }

    func test_copyMatching_ofAllWithSecrets_answersThem() throws {
        try addThree()
        XCTAssertEqual(try answer(["m_Limit": "m_LimitAll"]), ["a", "b", "c"])
    }

    func test_copyMatching_withSecretInQuery_ignoresIt() throws {
        try addThree()
        XCTAssertEqual(try answer(["v_Data": try secretValue("c")]), ["one: a"])
        assertThrows(.param) { try self.answer(["v_Data": "c"]) }
    }

    func test_copyMatching_withAccessControlInQuery_ignoresIt() throws {
        try addThree()
        let control = AccessControl(plain: .always)
        XCTAssertEqual(try answer(["accc": .accessControl(control)]), ["one: a"])
    }

    func test_copyMatching_withAnyAttribute_filtersOnIt() throws {
        try addThree(["pdmn": "ck", "icmt": "x", "agrp": "group", "crtr": 7])
        clock.advance(by: 1)
        let other: ItemDictionary = ["acct": "d", "labl": "d", "icmt": "y", "agrp": "other", "crtr": 8]
        try store.add(mail + other)
        let dates = try store.attributes(mail + ["acct": "d"])
        let rows: [(String, ItemDictionary.Value)] = [
            ("pdmn", "ak"), ("icmt", "y"), ("agrp", "other"), ("crtr", "8"), ("labl", "d"),
            ("cdat", try XCTUnwrap(dates["cdat"])), ("mdat", try XCTUnwrap(dates["mdat"])),
        ]
        for (key, value) in rows {
            XCTAssertEqual(try store.labels(["class": "genp"] + ItemDictionary([key: value])), ["d"], key)
        }
    }

    func test_copyMatching_withAttributesOfAnAnswer_findsTheItem() throws {
        try addThree(["icmt": "x", "gena": data("g"), "invi": true])
        for itemClass in ["inet", "cert", "keys"] {
            try store.add(["class": .string(itemClass), "labl": "b"])
        }
        for itemClass in ["genp", "inet", "cert", "keys"] {
            let answer = try store.attributes(["class": .string(itemClass), "labl": "b"])
            XCTAssertEqual(try store.labels(answer), ["b"], itemClass)
            XCTAssertEqual(try store.update(answer, [:]), 1, itemClass)
        }
    }

    func test_copyMatching_withReference_filtersOnItsAttributes() throws {
        for name in ["a", "b"] {
            let pair = try Pair(name)
            try store.add(["v_Ref": pair.certificateValue, "labl": .string("certificate \(name)")])
            try store.add(["v_Ref": pair.keyValue, "labl": .string("key \(name)"), "atag": "tag"])
        }
        XCTAssertEqual(try store.labels(["v_Ref": try Pair("b").certificateValue]), ["certificate b"])
        XCTAssertEqual(try store.labels(["v_Ref": try Pair("b").keyValue]), ["key b"])
        assertThrows(.itemNotFound) { try self.store.copyMatching(["v_Ref": try Pair("c").keyValue]) }
    }

    func test_copyMatching_withLockedItemInRange_fails() throws {
        try addThree()
        try store.add(mail + ["acct": "d", "pdmn": "ck", "v_Data": try secretValue("d")])
        try store.lock()
        assertThrows(.interactionNotAllowed) { try self.answer(["m_Limit": "m_LimitAll"]) }
        XCTAssertEqual(try answer(["acct": "d"]), ["one: d"])
    }
}
