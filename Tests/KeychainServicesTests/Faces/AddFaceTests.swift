import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Section 3.3 of the behaviour tables: adding.
final class AddFaceTests: FaceTestCase {
    func test_add_ofContent() throws {
        let long = String(repeating: "s", count: 40_000)
        try assertBothFaces([
            Row("no secret", "0 | 0") { "\($0.add(mail)) | \($0.find(mail + ["r_Data": true]))" },
            Row("empty secret", "0 | 0 <>") { face in
                "\(face.add(mail + ["v_Data": try secretValue("")])) | \(face.find(mail + ["r_Data": true]))"
            },
            Row("large secret", "0 | 0 <\(long)>") { face in
                "\(face.add(mail + ["v_Data": try secretValue(long)])) | \(face.find(mail + ["r_Data": true]))"
            },
            Row("large attribute", "0") { $0.add(mail + ["icmt": .string(long)]) },
            Row("neither account nor service", "0") { $0.add(["class": "genp"]) },
        ])
    }

    func test_add_ofTakenIdentity() throws {
        try assertBothFaces([
            Row("whatever the other attributes", "-25299 a") { face in
                _ = face.add(try fullMail())
                return "\(face.add(mail + ["labl": "b", "icmt": "x"])) \(face.labels(mail))"
            },
            Row("empty and absent are the same", "-25299") { face in
                _ = face.add(["class": "genp", "svce": "mail"])
                return face.add(["class": "genp", "svce": "mail", "acct": ""])
            },
            Row("text and bytes are the same", "-25299") { face in
                _ = face.add(mail)
                return face.add(mail + ["acct": data("maria")])
            },
            Row("another group", "0", groups: ["a", "b"]) { face in
                _ = face.add(mail)
                return face.add(mail + ["agrp": "b"])
            },
            Row("synchronizable beside local", "0") { face in
                _ = face.add(mail)
                return face.add(mail + ["sync": true])
            },
        ])
    }

    func test_add_withMatchKey() throws {
        let keys: [(String, ItemDictionary.Value)] = [
            ("m_Limit", "m_LimitOne"), ("m_Limit", "m_LimitAll"), ("m_Limit", "x"),
            ("m_CaseInsensitive", true),
            ("m_Unknown", true),
        ]
        try assertBothFaces(
            keys.map { key, value in
                Row("\(key) \(value)", "-50, then -25300") { face in
                    "\(face.add(mail + ItemDictionary([key: value]))), then \(face.find(mail))"
                }
            })
    }

    func test_add_withReturnKeys() throws {
        try assertBothFaces([
            Row("none", "0") { $0.add(try fullMail()) },
            Row("false is none", "0") { $0.add(try fullMail() + ["r_Data": false]) },
            Row("data", "0 <one>") { $0.add(try fullMail() + ["r_Data": true]) },
            Row("persistent reference", "0 <reference genp>") {
                $0.add(mail + ["r_PersistentRef": true])
            },
        ])
    }

    func test_add_withPersistentReference() throws {
        try assertBothFaces([
            Row("of an item", "-50") { face in
                _ = face.add(mail)
                return face.add(mail + ["acct": "other", "v_PersistentRef": face.persistent(mail)])
            },
            Row("of twelve bytes", "-50") { $0.add(mail + ["v_PersistentRef": .data(Data(count: 12))]) },
        ])
    }

    func test_add_ofIdentity() throws {
        let pair = try Pair("a")
        try assertBothFaces([
            Row("without a reference", "-50") { $0.add(["class": "idnt", "labl": "x"]) },
            Row("by reference", "0 <reference idnt>") {
                $0.add(["v_Ref": pair.identity, "r_PersistentRef": true])
            },
            Row("both halves there", "-25299") { face in
                _ = face.add(["v_Ref": pair.identity])
                return face.add(["v_Ref": pair.identity])
            },
            Row("one half there", "0") { face in
                _ = face.add(["v_Ref": pair.certificateValue])
                return face.add(["v_Ref": pair.identity])
            },
        ])
    }

    func test_add_synchronizable() throws {
        let control = ItemDictionary.Value.accessControl(try AccessControl(accessibility: .whenUnlocked))
        try assertBothFaces([
            Row("any is none", "0") { face in
                _ = face.add(mail + ["sync": "syna"])
                return face.find(mail + ["sync": false])
            },
            Row("that stays on the device", "0") { $0.add(mail + ["sync": true, "pdmn": "aku"]) },
            Row("with access control", "-50") { $0.add(mail + ["sync": true, "accc": control]) },
            Row("with access control, as a number", "-50") { $0.add(mail + ["sync": 1, "accc": control]) },
        ])
    }

    func test_add_whileLocked() throws {
        try assertBothFaces([
            Row("a new one", "-25308") { face in
                face.lock()
                return face.add(mail)
            },
            Row("one that is there", "-25308") { face in
                _ = face.add(mail)
                face.lock()
                return face.add(mail)
            },
            Row("one that can be read", "0") { face in
                face.lock()
                return face.add(mail + ["pdmn": "ck"])
            },
        ])
    }

    func test_add_withFlagsThatNothingEnforces() throws {
        let presence = try AccessControl(accessibility: .whenUnlocked, flags: .userPresence)
        try assertBothFaces([
            Row("is refused, and stores nothing", "-4, then -25300") {
                face in
                "\(face.add(mail + ["accc": .accessControl(presence)])), then \(face.find(mail))"
            }
        ])
    }
}
