import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Section 3.4 of the behaviour tables: searching.
final class SearchFaceTests: FaceTestCase {
    private let service: ItemDictionary = ["class": "genp", "svce": "mail"]

    /// A row on a store with three passwords `a`, `b` and `c`.
    private func row(
        _ name: String, _ expected: String, line: UInt = #line, _ act: @escaping (any Face) throws -> String
    ) -> Row {
        Row(name, expected, line: line) { [service] face in
            for account in ["a", "b", "c"] {
                let item: ItemDictionary = ["acct": .string(account), "labl": .string(account)]
                _ = face.add(service + item + ["v_Data": try secretValue(account), "icmt": "x"])
            }
            return try act(face)
        }
    }

    private func found(
        _ name: String, _ expected: String, line: UInt = #line, _ query: ItemDictionary
    ) -> Row {
        row(name, expected, line: line) { [service] in $0.find(service + ["r_Data": true] + query) }
    }

    func test_limits() throws {
        try assertBothFaces([
            found("no limit", "0 <a>", [:]), found("one", "0 <a>", ["m_Limit": "m_LimitOne"]),
            found("number 1", "0 <a>", ["m_Limit": 1]), found("number 2", "0 [<a>, <b>]", ["m_Limit": 2]),
            found("number 9", "0 [<a>, <b>, <c>]", ["m_Limit": 9]),
            found("all", "0 [<a>, <b>, <c>]", ["m_Limit": "m_LimitAll"]),
            found("all of one", "0 [<b>]", ["m_Limit": "m_LimitAll", "acct": "b"]),
            found("number 0", "-25300", ["m_Limit": 0]), found("number -1", "-50", ["m_Limit": -1]),
            found("number -5", "-50", ["m_Limit": -5]), found("Bool", "-50", ["m_Limit": true]),
            found("text", "-50", ["m_Limit": "m_LimitTwo"]), found("null", "-50", ["m_Limit": .null]),
            found("no match, one", "-25300", ["acct": "d"]),
            found("no match, number", "-25300", ["acct": "d", "m_Limit": 3]),
            found("no match, all", "-25300", ["acct": "d", "m_Limit": "m_LimitAll"]),
        ])
    }

    func test_noReturnKey() throws {
        try assertBothFaces([
            row("one", "0") { [service] in $0.find(service) },
            row("all", "0 [{}, {}, {}]") { [service] in $0.find(service + ["m_Limit": "m_LimitAll"]) },
            row("number", "0 [{}, {}]") { [service] in $0.find(service + ["m_Limit": 2]) },
            row("none there", "-25300") { [service] in $0.find(service + ["acct": "d"]) },
        ])
    }

    func test_filters() throws {
        let control = ItemDictionary.Value.accessControl(try AccessControl(accessibility: .always))
        try assertBothFaces([
            found("a secret is none", "0 <a>", ["v_Data": try secretValue("c")]),
            found("access control is none", "0 <a>", ["accc": control]),
            found("accessibility", "0 <a>", ["pdmn": "ak"]),
            found("another accessibility", "-25300", ["pdmn": "ck"]),
            found("access group", "0 <a>", ["agrp": "default"]),
            found("label", "0 <b>", ["labl": "b"]), found("label as bytes", "0 <b>", ["labl": data("b")]),
            found("other case", "-25300", ["labl": "B"]),
            found("comment and label", "0 <c>", ["icmt": "x", "labl": "c"]),
            found("creation date", "0 <a>", ["cdat": .date(clock.now)]),
            found("another date", "-25300", ["mdat": .date(Date(timeIntervalSince1970: 0))]),
            found("no tombstone", "0 <a>", ["tomb": 0]), found("tombstones", "-25300", ["tomb": 1]),
            found("synchronizable", "-25300", ["sync": true]), found("any", "0 <a>", ["sync": "syna"]),
        ])
    }

    func test_tolerances() throws {
        try assertBothFaces([
            found("reference of a password with data", "0", ["r_Ref": true, "r_Data": false]),
            found("authentication UI", "0 <a>", ["u_AuthUI": "u_AuthUIF"]),
            found("skip", "0 <a>", ["u_AuthUI": "u_AuthUIS"]),
            found("context", "0 <a>", ["u_AuthCtx": .unsupported]),
            found("prompt", "0 <a>", ["u_OpPrompt": "x"]),
            found("data protection", "0 <a>", ["nleg": true]),
            found("access list", "0 <a>", ["acls": .unsupported]),
            found("unknown match key", "0 <a>", ["m_Unknown": 1]),
            found("key with f", "0 <a>", ["filler": 1]),
        ])
    }

    func test_answerAsQuery() throws {
        try assertBothFaces([
            row("attributes and class", "0 <b>") { [service] face in
                let all: ItemDictionary = [
                    "labl": "b", "icmt": "x", "agrp": "default", "pdmn": "ak", "sync": 0,
                ]
                return face.find(service + all + ["r_Data": true])
            }
        ])
    }

    func test_references() throws {
        let (pair, other) = (try Pair("a"), try Pair("b"))
        try assertBothFaces([
            Row("certificate", "0 <certificate a 1>") { face in
                for pair in [pair, other] { _ = face.add(["v_Ref": pair.certificateValue]) }
                return face.find(["v_Ref": pair.certificateValue, "r_Data": true])
            },
            Row("key", "0 <key b>") { face in
                for pair in [pair, other] { _ = face.add(["v_Ref": pair.keyValue]) }
                return face.find(["v_Ref": other.keyValue, "r_Data": true])
            },
            Row("identity, its persistent reference", "0 <reference idnt>") { face in
                _ = face.add(["v_Ref": pair.identity])
                return face.find(["v_Ref": pair.identity, "r_PersistentRef": true])
            },
            Row("identity, anything else", "0") { face in
                _ = face.add(["v_Ref": pair.identity])
                return face.find(["v_Ref": pair.identity, "r_Attributes": true])
            },
            Row("persistent", "0 <one>") { face in
                _ = face.add(try fullMail())
                return face.find(["v_PersistentRef": face.persistent(mail), "r_Data": true])
            },
            Row("persistent, with attributes", "-50") { face in
                _ = face.add(try fullMail())
                return face.find(mail + ["v_PersistentRef": face.persistent(mail)])
            },
            Row("item list", "0 <b>") { face in
                for name in ["a", "b"] {
                    _ = face.add(["class": "genp", "acct": .string(name), "v_Data": try secretValue(name)])
                }
                let list = ItemDictionary.Value.list([face.persistent(["class": "genp", "acct": "b"])])
                return face.find(["class": "genp", "m_ItemList": list, "r_Data": true])
            },
        ])
    }

    func test_locked() throws {
        try assertBothFaces([
            row("one item of all", "-25308") { [service] face in
                face.lock()
                return face.secrets(service)
            },
            row("one that is out of range", "0 <d>") { [service] face in
                let item: ItemDictionary = ["acct": "d", "pdmn": "ck", "v_Data": try secretValue("d")]
                _ = face.add(service + item)
                face.lock()
                return face.find(service + ["acct": "d", "r_Data": true])
            },
        ])
    }

    func test_groupsOfOthers() throws {
        try assertBothFaces([
            Row("first of the list", "0 [<one>]", groups: ["b", "a"]) { face in
                _ = face.add(try fullMail())
                return face.secrets(mail + ["agrp": "b"])
            }
        ])
    }
}
