import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Section 3.2 of the behaviour tables: faults that all four calls have in common.
final class FaultFaceTests: FaceTestCase {
    /// The row for each of the four calls, which all answer alike.
    private func rows(
        _ name: String, _ status: String, groups: [String]? = nil, line: UInt = #line,
        _ dictionary: @escaping () throws -> ItemDictionary
    ) -> [Row] {
        [
            Row("\(name), add", status, groups: groups, line: line) { $0.add(try dictionary()) },
            Row("\(name), search", status, groups: groups, line: line) { $0.find(try dictionary()) },
            Row("\(name), update", status, groups: groups, line: line) { $0.update(try dictionary(), [:]) },
            Row("\(name), delete", status, groups: groups, line: line) { $0.delete(try dictionary()) },
        ]
    }

    func test_faultyClass() throws {
        try assertBothFaces(
            [
                rows("empty dictionary", "-50") { [:] },
                rows("no class", "-50") { ["acct": "maria"] },
                rows("no such class", "-25306") { ["class": "xxxx"] },
                rows("AppleShare", "-25306") { ["class": "apls"] },
                rows("class of another type", "-50") { ["class": 1] },
                rows("class null", "-50") { ["class": .null] },
            ].flatMap { $0 })
    }

    func test_faultyValue() throws {
        let control = ItemDictionary.Value.accessControl(try AccessControl(accessibility: .whenUnlocked))
        try assertBothFaces(
            [
                rows("Bool for account", "-50") { mail + ["acct": true] },
                rows("date for account", "-50") { mail + ["acct": .date(Date())] },
                rows("list for account", "-50") { mail + ["acct": .list(["a"])] },
                rows("dictionary for account", "-50") { mail + ["acct": .dictionary([:])] },
                rows("null for account", "-50") { mail + ["acct": .null] },
                rows("text for a date", "-50") { mail + ["cdat": "x"] },
                rows("no accessibility", "-50") { mail + ["pdmn": "x"] },
                rows("text as secret", "-50") { mail + ["v_Data": "x"] },
                rows("number as secret", "-50") { mail + ["v_Data": 1] },
                rows("text as reference", "-50") { mail + ["v_Ref": "x"] },
                rows("text as access control", "-50") { mail + ["accc": "ak"] },
                rows("both kinds of access", "-50") { mail + ["pdmn": "ak", "accc": control] },
                rows("number as return key", "-50") { mail + ["r_Data": 1] },
                rows("unknown return key", "-50") { mail + ["r_Other": true] },
                rows("unknown use key", "-50") { mail + ["u_Other": true] },
                rows("unknown value key", "-50") { mail + ["v_Other": true] },
                rows("other key with c", "-50") { mail + ["classes": "genp"] },
                rows("key of one character", "-50") { mail + ["a": "x"] },
                rows("other first letter", "-50") { mail + ["x_Other": "x"] },
                rows("app clip", "-50") { mail + ["clip": 1] },
            ].flatMap { $0 })
    }

    func test_attributeOfAnotherClass() throws {
        try assertBothFaces(
            [
                rows("server of a generic password", "-25303") { mail + ["srvr": "x"] },
                rows("service of an internet password", "-25303") { ["class": "inet", "svce": "x"] },
                rows("unknown four characters", "-25303") { mail + ["abcd": "x"] },
                rows("account of a key", "-25303") { ["class": "keys", "acct": "x"] },
                rows("tag of a certificate", "-25303") { ["class": "cert", "atag": "x"] },
            ].flatMap { $0 })
    }

    func test_referenceOfAnotherClass() throws {
        let pair = try Pair("a")
        try assertBothFaces(
            [
                rows("certificate as password", "-25303") {
                    ["class": "genp", "v_Ref": pair.certificateValue]
                },
                rows("key as certificate", "-25303") { ["class": "cert", "v_Ref": pair.keyValue] },
                rows("identity as password", "-25303") { ["class": "genp", "v_Ref": pair.identity] },
            ].flatMap { $0 })
        try assertBothFaces([
            Row("persistent reference, search", "-25306") { face in
                _ = face.add(mail)
                return face.find(["class": "inet", "v_PersistentRef": face.persistent(mail)])
            },
            Row("persistent reference, update", "-25306") { face in
                _ = face.add(mail)
                return face.update(["class": "inet", "v_PersistentRef": face.persistent(mail)], [:])
            },
            Row("persistent reference, delete", "-25306") { face in
                _ = face.add(mail)
                return face.delete(["class": "inet", "v_PersistentRef": face.persistent(mail)])
            },
            Row("class of another type beside a persistent reference", "0 <one>") { face in
                _ = face.add(try fullMail())
                return face.find(["class": 1, "v_PersistentRef": face.persistent(mail), "r_Data": true])
            },
        ])
    }

    func test_useKeys() throws {
        let skip: ItemDictionary = ["class": "genp", "u_AuthUI": "u_AuthUIS"]
        let list: ItemDictionary = ["class": "genp", "u_ItemList": .list([])]
        try assertBothFaces([
            Row("skip, add", "-50") { $0.add(skip) }, Row("skip, search", "-25300") { $0.find(skip) },
            Row("skip, update", "-50") { $0.update(skip, [:]) },
            Row("skip, delete", "-50") { $0.delete(skip) },
            Row("list, add", "-50") { $0.add(list) }, Row("list, search", "-50") { $0.find(list) },
            Row("list, update", "-50") { $0.update(list, [:]) },
            Row("list, delete", "-50") { $0.delete(list) },
        ])
    }

    func test_accessGroups() throws {
        try assertBothFaces(
            [
                rows("no group at all", "-34018", groups: []) { mail },
                rows("a group of others", "-34018", groups: ["a", "b"]) { mail + ["agrp": "c"] },
                rows("the star of a query", "-34018", groups: ["a"]) { mail + ["agrp": "*"] },
                rows("the group of tokens, in writes and reads", "-34018", groups: ["a"]) {
                    mail + ["agrp": "com.apple.token"]
                },
            ].flatMap { $0 })
    }
}
