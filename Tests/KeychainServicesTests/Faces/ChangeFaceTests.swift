import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Sections 3.5 and 3.6 of the behaviour tables: updating and deleting.
final class ChangeFaceTests: FaceTestCase {
    private let service: ItemDictionary = ["class": "genp", "svce": "mail"]

    /// A row on a store with the passwords `a` and `b`.
    private func row(
        _ name: String, _ expected: String, line: UInt = #line, _ act: @escaping (any Face) throws -> String
    ) -> Row {
        Row(name, expected, line: line) { [service] face in
            for account in ["a", "b"] {
                let item: ItemDictionary = ["acct": .string(account), "labl": .string(account)]
                _ = face.add(service + item + ["v_Data": try secretValue(account)])
            }
            return try act(face)
        }
    }

    /// A row that updates, and shows the labels afterwards.
    private func update(
        _ name: String, _ expected: String, _ query: ItemDictionary = [:],
        _ changes: ItemDictionary = ["labl": "x"], line: UInt = #line
    ) -> Row {
        row(name, expected, line: line) { [service] face in
            "\(face.update(service + query, changes)) \(face.labels(["class": "genp"]))"
        }
    }

    /// A row that deletes, and shows the labels afterwards.
    private func delete(
        _ name: String, _ expected: String, _ query: ItemDictionary = [:], line: UInt = #line
    ) -> Row {
        row(name, expected, line: line) { [service] face in
            "\(face.delete(service + query)) \(face.labels(["class": "genp"]))"
        }
    }

    // MARK: - Update

    func test_update_query() throws {
        try assertBothFaces([
            update("no match", "-25300 a,b", ["acct": "c"]), update("several", "0 x,x"),
            update("limit all", "0 x,x", ["m_Limit": "m_LimitAll"]),
            update("limit one", "0 x,b", ["m_Limit": "m_LimitOne"]),
            update("limit 1", "0 x,b", ["m_Limit": 1]), update("limit 2", "-50 a,b", ["m_Limit": 2]),
            update("match key", "-50 a,b", ["m_CaseInsensitive": true]),
            update("return key", "-50 a,b", ["r_Data": true]),
            update("return key false", "0 x,x", ["r_Data": false]),
            update("secret", "0 x,x", ["v_Data": try secretValue("b")]),
            update("faulty secret", "-50 a,b", ["v_Data": 1]),
            row("persistent reference and attributes", "0 x,b") { [service] face in
                let reference = face.persistent(service + ["acct": "a"])
                let status = face.update(
                    service + ["v_PersistentRef": reference, "acct": "a"], ["labl": "x"])
                return "\(status) \(face.labels(service))"
            },
            row("persistent reference and other attributes", "-25300") { [service] face in
                let reference = face.persistent(service + ["acct": "a"])
                return face.update(["v_PersistentRef": reference, "acct": "b"], ["labl": "x"])
            },
        ])
    }

    func test_update_changes() throws {
        let value = ItemDictionary.Value.item(try Pair("a").certificate)
        try assertBothFaces([
            update("nothing", "0 a,b", [:], [:]), update("the class itself", "0 a,b", [:], ["class": "genp"]),
            update("another class", "-25303 a,b", [:], ["class": "inet"]),
            update("match key", "-25303 a,b", [:], ["m_Limit": 1]),
            update("return key", "-25303 a,b", [:], ["r_Data": true]),
            update("use key", "-25303 a,b", [:], ["u_OpPrompt": "x"]),
            update("persistent reference", "-25303 a,b", [:], ["v_PersistentRef": data("x")]),
            update("reference", "-25303 a,b", [:], ["v_Ref": value]),
            update("data protection", "0 x,x", [:], ["nleg": true, "labl": "x"]),
            update("null", "-50 a,b", [:], ["labl": .null]),
            update("wrong type", "-50 a,b", [:], ["labl": true]),
            update("attribute of another class", "-25303 a,b", [:], ["srvr": "x"]),
            update("unknown key", "-25303 a,b", [:], ["password": "x"]),
            update("taken identity", "-25299 a,b", ["acct": "a"], ["acct": "b", "labl": "x"]),
            update("several onto one identity", "-25299 a,b", [:], ["acct": "c"]),
            update("synchronizable any", "0 a,b", [:], ["sync": "syna"]),
            update("sharing group", "-50 a,b", [:], ["ggrp": "x"]),
            update("persistref", "0 a,b", [:], ["persistref": "x"]),
        ])
    }

    func test_update_effects() throws {
        try assertBothFaces([
            row("secret", "0 0 [<new>, <new>]") { [service] face in
                "\(face.update(service, ["v_Data": try secretValue("new")])) \(face.secrets(service))"
            },
            row("accessibility", "0 0 <a>") { [service] face in
                let status = face.update(service + ["acct": "a"], ["pdmn": "ck"])
                face.lock()
                return "\(status) \(face.find(service + ["acct": "a", "r_Data": true]))"
            },
            row("synchronizable", "0 b") { [service] face in
                "\(face.update(service + ["acct": "a"], ["sync": true])) \(face.labels(service))"
            },
            row("access group", "0 a") { [service] face in
                let status = face.update(service + ["acct": "a"], ["agrp": "other"])
                return "\(status) \(face.labels(service + ["agrp": "other"]))"
            },
            row("persistent reference stays", "0 a") { [service] face in
                let reference = face.persistent(service + ["acct": "a"])
                let status = face.update(service + ["acct": "a"], ["acct": "new"])
                return "\(status) \(face.labels(["v_PersistentRef": reference]))"
            },
            row("locked", "-25308") { [service] face in
                face.lock()
                return face.update(service, ["labl": "x"])
            },
            Row("a group of others", "-34018", groups: ["a"]) { face in
                _ = face.add(mail)
                return face.update(mail, ["agrp": "b"])
            },
            Row("identity", "0 x x") { face in
                _ = face.add(["v_Ref": try Pair("a").identity])
                let status = face.update(["class": "idnt"], ["labl": "x"])
                return "\(status) \(face.labels(["class": "cert"])) \(face.labels(["class": "keys"]))"
            },
        ])
    }

    // MARK: - Delete

    func test_delete_query() throws {
        try assertBothFaces([
            delete("no match", "-25300 a,b", ["acct": "c"]), delete("several", "0 -25300"),
            delete("one", "0 b", ["acct": "a"]), delete("limit all", "0 -25300", ["m_Limit": "m_LimitAll"]),
            delete("limit one", "0 b", ["m_Limit": "m_LimitOne"]),
            delete("limit 2", "-50 a,b", ["m_Limit": 2]),
            delete("match key", "-50 a,b", ["m_CaseInsensitive": true]),
            delete("return keys", "0 -25300", ["r_Data": true, "r_Attributes": true]),
            delete("secret", "0 -25300", ["v_Data": try secretValue("b")]),
            delete("accessibility", "0 -25300", ["pdmn": "ak"]),
            delete("another accessibility", "-25300 a,b", ["pdmn": "ck"]),
        ])
    }

    func test_delete_range() throws {
        let pair = try Pair("a")
        try assertBothFaces([
            row("a class leaves what is synchronizable", "0 c") { [service] face in
                _ = face.add(service + ["acct": "c", "labl": "c", "sync": true])
                return "\(face.delete(["class": "genp"])) \(face.labels(["class": "genp", "sync": "syna"]))"
            },
            row("persistent reference and attributes", "-25300 0 b") { [service] face in
                let reference = face.persistent(service + ["acct": "a"])
                let miss = face.delete(service + ["v_PersistentRef": reference, "acct": "b"])
                return "\(miss) \(face.delete(["v_PersistentRef": reference])) \(face.labels(service))"
            },
            row("locked", "0 -25300") { [service] face in
                face.lock()
                return "\(face.delete(service)) \(face.find(service))"
            },
            row("until there is none", "0 -25300") { [service] face in
                "\(face.delete(service)) \(face.delete(service))"
            },
            Row("certificate by reference", "0 -25300") { face in
                _ = face.add(["v_Ref": pair.certificateValue])
                return "\(face.delete(["v_Ref": pair.certificateValue])) \(face.find(["class": "cert"]))"
            },
            Row("identity by reference", "0 -25300 -25300") { face in
                _ = face.add(["v_Ref": pair.identity])
                let status = face.delete(["v_Ref": pair.identity])
                return "\(status) \(face.find(["class": "cert"])) \(face.find(["class": "keys"]))"
            },
            Row("identities by class", "0 -25300") { face in
                _ = face.add(["v_Ref": pair.identity])
                return "\(face.delete(["class": "idnt"])) \(face.find(["class": "keys"]))"
            },
            Row("the group of tokens", "-34018", groups: ["com.apple.token", "a"]) { face in
                face.delete(mail + ["agrp": "com.apple.token"])
            },
        ])
    }
}
