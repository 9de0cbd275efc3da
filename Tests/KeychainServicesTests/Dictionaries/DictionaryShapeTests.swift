import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// The shape of answers: what is asked for, for one item and for all, and from an add.
final class DictionaryShapeTests: DictionaryTestCase {
    private struct ShapeRow {
        let name: String
        let kinds: ItemDictionary
        let one: String
        let all: String
        let added: String
        let line: UInt

        /// `keys`: D, A, R, P as in the name of a row.
        init(_ keys: String, one: String, all: String, added: String? = nil, line: UInt = #line) {
            let codes: [Character: String] = [
                "D": "r_Data", "A": "r_Attributes", "R": "r_Ref", "P": "r_PersistentRef",
            ]
            var kinds: ItemDictionary = [:]
            for key in keys { if let code = codes[key] { kinds[code] = true } }
            (self.name, self.kinds, self.one, self.all) = (keys, kinds, one, all)
            (self.added, self.line) = (added ?? one, line)
        }
    }

    /// The parts of a value; of attributes, only that they are there.
    private func form(_ value: ItemDictionary.Value?) -> String {
        switch value {
        case nil: return "nil"
        case .secret(let secret): return secret.count == 0 ? "empty" : "data"
        case .data: return "pref"
        case .item: return "ref"
        case .identity: return "identity"
        case .list(let list): return "[" + list.map { form($0) }.joined(separator: ", ") + "]"
        case .dictionary(let dictionary):
            var parts =
                ["class", "agrp", "cdat", "mdat", "pdmn", "sync", "sha1"].allSatisfy { dictionary[$0] != nil }
                ? ["A"] : dictionary.values.keys.filter { $0.count == 4 }.sorted()
            for key in ["v_Data", "v_PersistentRef", "v_Ref"] where dictionary[key] != nil {
                parts.append(key)
            }
            return "{" + parts.joined(separator: " ") + "}"
        default: return "?"
        }
    }

    private func assertShapes(_ rows: [ShapeRow], of itemClass: String, _ item: ItemDictionary) throws {
        let query: ItemDictionary = ["class": .string(itemClass)]
        for row in rows {
            let store = try makeStore(groups: nil)
            XCTAssertEqual(
                form(try store.add(item + row.kinds)), row.added, "\(row.name): add", line: row.line)
            XCTAssertEqual(
                form(try store.copyMatching(query + row.kinds)), row.one, "\(row.name): one", line: row.line)
            let all = try store.copyMatching(query + row.kinds + ["m_Limit": "m_LimitAll"])
            XCTAssertEqual(form(all), row.all, "\(row.name): all", line: row.line)
        }
    }

    func test_copyMatching_ofPassword_answersInTheShapeAskedFor() throws {
        let rows = [
            ShapeRow("nothing", one: "nil", all: "[{}]"),
            ShapeRow("D", one: "data", all: "[data]"),
            ShapeRow("A", one: "{A}", all: "[{A}]"),
            ShapeRow("R", one: "nil", all: "[]"),
            ShapeRow("P", one: "pref", all: "[pref]"),
            ShapeRow("DA", one: "{A v_Data}", all: "[{A v_Data}]"),
            ShapeRow("DP", one: "{v_Data v_PersistentRef}", all: "[{v_Data v_PersistentRef}]"),
            ShapeRow("AP", one: "{A v_PersistentRef}", all: "[{A v_PersistentRef}]"),
            ShapeRow("RA", one: "{A}", all: "[{A}]"),
            ShapeRow("RD", one: "{A v_Data}", all: "[{A v_Data}]"),
            ShapeRow("RP", one: "{A v_PersistentRef}", all: "[{A v_PersistentRef}]"),
            ShapeRow("DAP", one: "{A v_Data v_PersistentRef}", all: "[{A v_Data v_PersistentRef}]"),
            ShapeRow("DARP", one: "{A v_Data v_PersistentRef}", all: "[{A v_Data v_PersistentRef}]"),
        ]
        for itemClass in ["genp", "inet"] {
            try assertShapes(
                rows, of: itemClass, ["class": .string(itemClass), "v_Data": try secretValue("one")])
        }
    }

    func test_copyMatching_ofCertificateOrKey_answersInTheShapeAskedFor() throws {
        let rows = [
            ShapeRow("nothing", one: "nil", all: "[{}]"),
            ShapeRow("D", one: "data", all: "[data]"),
            ShapeRow("A", one: "{A}", all: "[{A}]"),
            ShapeRow("R", one: "ref", all: "[ref]"),
            ShapeRow("P", one: "pref", all: "[pref]"),
            ShapeRow("DP", one: "{v_Data v_PersistentRef}", all: "[{v_Data v_PersistentRef}]"),
            ShapeRow("RA", one: "{A v_Ref}", all: "[{A v_Ref}]"),
            ShapeRow("RD", one: "{A v_Data v_Ref}", all: "[{A v_Data v_Ref}]"),
            ShapeRow("RP", one: "{A v_PersistentRef v_Ref}", all: "[{A v_PersistentRef v_Ref}]"),
            ShapeRow(
                "DARP", one: "{A v_Data v_PersistentRef v_Ref}", all: "[{A v_Data v_PersistentRef v_Ref}]"),
        ]
        let pair = try Pair("a")
        try assertShapes(rows, of: "cert", ["v_Ref": pair.certificateValue])
        try assertShapes(rows, of: "keys", ["v_Ref": pair.keyValue])
    }

    func test_copyMatching_ofIdentity_answersInTheShapeAskedFor() throws {
        let rows = [
            ShapeRow("nothing", one: "nil", all: "[{}]"),
            ShapeRow("A", one: "{A}", all: "[{A}]", added: "nil"),
            ShapeRow("R", one: "identity", all: "[identity]", added: "nil"),
            ShapeRow("P", one: "pref", all: "[pref]"),
            ShapeRow("RA", one: "{A v_Ref}", all: "[{A v_Ref}]", added: "nil"),
            ShapeRow(
                "DARP", one: "{A v_Data v_PersistentRef v_Ref}", all: "[{A v_Data v_PersistentRef v_Ref}]",
                added: "pref"),
        ]
        try assertShapes(rows, of: "idnt", ["v_Ref": try Pair("a").identity])
    }

    func test_copyMatching_ofItemWithoutSecret_leavesItOut() throws {
        let rows = [
            ShapeRow("D", one: "nil", all: "[]", added: "empty"),
            ShapeRow("DA", one: "{A}", all: "[{A}]"),
            ShapeRow("DP", one: "{v_PersistentRef}", all: "[{v_PersistentRef}]"),
        ]
        for itemClass in ["genp", "inet", "cert", "keys"] {
            try assertShapes(rows, of: itemClass, ["class": .string(itemClass)])
        }
    }

    func test_copyMatching_ofSomeWithoutSecret_answersTheOthers() throws {
        let store = try store
        try store.add(["class": "genp", "acct": "a"])
        try store.add(["class": "genp", "acct": "b", "v_Data": try secretValue("b")])
        try store.add(["class": "genp", "acct": "c", "v_Data": try secretValue("")])
        let answer = try store.copyMatching(["class": "genp", "r_Data": true, "m_Limit": "m_LimitAll"])
        XCTAssertEqual(answer?.list?.compactMap { $0.secret?.text }, ["b", ""])
    }

    func test_objects_ofTextsThatOnlyLookTheSame_keepTheirBytes() throws {
        let texts = ["\u{e9}", "e\u{301}", "\u{e9}"]
        let list = ItemDictionary.Value.list(texts.map { .dictionary(["acct": .string($0)]) })
        let accounts = try XCTUnwrap(list.object() as? [NSDictionary]).map { $0["acct"] as? String ?? "" }
        XCTAssertEqual(accounts.map { Array($0.utf8) }, texts.map { Array($0.utf8) })
    }
}
