import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Tests of how a dictionary is read: keys by their shape.
final class DictionaryReadingTests: DictionaryTestCase {
    private let query: ItemDictionary = ["class": "genp"]

    func test_copyMatching_withKeyThatMeansNothing_throws() throws {
        let store = try store
        let rows = [
            DictionaryRow("four characters of no class", ["xxxx": 1], .noSuchAttr),
            DictionaryRow("four characters that are more bytes", ["åäöü": 1], .noSuchAttr),
            DictionaryRow("four bytes that are fewer characters", ["åä": 1]),
            DictionaryRow("empty key", ["": 1]),
            DictionaryRow("one character", ["m": 1]),
            DictionaryRow("c other than class", ["classes": 1]),
            DictionaryRow("unknown r", ["r_Everything": true]),
            DictionaryRow("unknown u", ["u_Everything": true]),
            DictionaryRow("u_Keychain", ["u_Keychain": .unsupported]),
            DictionaryRow("credential reference beside a context", ["u_AuthCtx": 1, "u_CredRef": 1]),
            DictionaryRow("unknown v", ["v_Everything": 1]),
            DictionaryRow("any other first letter", ["password": "x"]),
            DictionaryRow("persistref", ["persistref": .data(Data(count: 16))]),
            DictionaryRow("private", ["private": .dictionary([:])]),
            DictionaryRow("salt, a key of four", ["salt": data("x")], .noSuchAttr),
            DictionaryRow("prf", ["prf": "hsha1"]),
            DictionaryRow("rounds", ["rounds": 1]),
            DictionaryRow("clip", ["clip": true]),
        ]
        assertThrows(rows) { try store.copyMatching(self.query + $0) }
    }

    func test_copyMatching_withKeyThatIsIgnored_finds() throws {
        let store = try store
        try store.add(["class": "genp", "acct": "maria"])
        let rows: [ItemDictionary] = [
            ["f_Anything": .unsupported], ["nleg": true], ["nleg": "any value"], ["acls": .unsupported],
            ["m_Unknown": .unsupported], ["u_AuthUI": "u_AuthUIF"], ["u_AuthUI": 1], ["u_NoAuthUI": true],
            ["u_OpPrompt": "why"], ["u_AuthCtx": .unsupported], ["r_Data": false],
        ]
        for row in rows { XCTAssertNoThrow(try store.copyMatching(query + row), "\(row.values.keys)") }
    }

    func test_copyMatching_withReturnKeyThatIsNoBool_throwsParam() throws {
        let store = try store
        assertThrows(
            [
                DictionaryRow("the number 1", ["r_Data": 1]),
                DictionaryRow("text", ["r_Attributes": "true"]),
                DictionaryRow("null", ["r_Ref": .null]),
                DictionaryRow("the number 0", ["r_PersistentRef": 0]),
            ]
        ) { try store.copyMatching(self.query + $0) }
    }

    func test_copyMatching_withReturnKeyFalse_answersAsWithout() throws {
        let store = try store
        try store.add(["class": "genp"])
        XCTAssertNil(try store.copyMatching(query + ["r_Data": false, "r_Attributes": false]))
    }

    func test_copyMatching_withNullAsAttribute_throwsParam() throws {
        let store = try store
        for key in ["acct", "svce", "labl", "invi", "cdat", "pdmn", "agrp", "sync", "accc"] {
            assertThrows(.param, key) { try store.copyMatching(self.query + ItemDictionary([key: .null])) }
        }
    }

    func test_copyMatching_withTooManyKeys_throwsParam() throws {
        let attributes = ClassTable.names(in: .genericPassword).count
        let store = try store
        try store.add(query)
        var full = query
        for number in 1..<(128 - attributes) { full["m_key_\(number)"] = 1 }
        XCTAssertNoThrow(try store.copyMatching(full))
        assertThrows(.param) { try store.copyMatching(full + ["m_one_too_many": 1]) }
    }

    func test_update_withTooManyChanges_throwsParam() throws {
        let store = try store
        try store.add(query)
        var changes: ItemDictionary = [:]
        for number in 0..<128 { changes["f_key_\(number)"] = 1 }
        assertThrows(.param) { try store.update(self.query, changes) }
    }

    func test_add_withReferenceAndAttributes_prefersAttributes() throws {
        let key = try Pair("a").key
        try store.add(["v_Ref": .item(key), "labl": "mine", "bsiz": 384])
        let stored = try store.attributes(["class": "keys"])
        XCTAssertEqual(stored["labl"]?.text, "mine")
        XCTAssertEqual(stored["bsiz"]?.number, 384)
        XCTAssertEqual(stored["klbl"]?.bytes, Data("hash a".utf8))
    }

    func test_update_withMultiUserMark_ignoresIt() throws {
        let store = try store
        try store.add(query)
        try store.update(query, ["musr": 17])
        XCTAssertEqual(try store.attributes(query)["musr"]?.bytes, Data())
    }

    func test_copyMatching_withSeveralMatches_findsOldest() throws {
        let store = try store
        for label in ["first", "second", "third"] {
            try store.add(["class": "genp", "svce": "mail", "acct": .string(label), "labl": .string(label)])
        }
        try store.update(["class": "genp", "acct": "first"], ["icmt": "changed last"])
        XCTAssertEqual(try store.attributes(["class": "genp", "svce": "mail"])["labl"]?.text, "first")
        XCTAssertEqual(try store.labels(["class": "genp"]), ["first", "second", "third"])
    }
}
