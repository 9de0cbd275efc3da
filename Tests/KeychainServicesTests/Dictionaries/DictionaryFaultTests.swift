import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Faults that all four operations answer alike.
final class DictionaryFaultTests: DictionaryTestCase {
    /// Asserts every row of all four operations, on a store where nothing else is wrong.
    private func assertAllThrow(_ rows: [DictionaryRow], _ store: ItemStore) {
        assertThrows(rows) { try store.add($0) }
        assertThrows(rows) { try store.copyMatching($0) }
        assertThrows(rows) { try store.update($0, [:]) }
        assertThrows(rows) { try store.delete($0) }
    }

    func test_eachCall_withFaultyClass_throws() throws {
        assertAllThrow(
            [
                DictionaryRow("empty dictionary", [:]),
                DictionaryRow("no class", ["acct": "maria"]),
                DictionaryRow("no such class", ["class": "xxxx"], .noSuchClass),
                DictionaryRow("the AppleShare class", ["class": "apls"], .noSuchClass),
                DictionaryRow("a class of other case", ["class": "GENP"], .noSuchClass),
                DictionaryRow("a number", ["class": 1]),
                DictionaryRow("null", ["class": .null]),
            ], try store)
    }

    func test_eachCall_withAttributeOfAnotherClass_throwsNoSuchAttr() throws {
        let rows: [(String, String, ItemDictionary.Value)] = [
            ("inet", "svce", "mail"), ("cert", "atag", "tag"), ("keys", "gena", "x"),
            ("genp", "srvr", "host"),
            ("genp", "kcls", 1), ("inet", "issr", data("x")), ("cert", "acct", "maria"),
            ("keys", "acct", "maria"),
            ("cert", "desc", "x"), ("keys", "icmt", "x"), ("genp", "bin0", data("x")), ("genp", "volm", "x"),
            ("inet", "addr", "x"), ("inet", "afps", data("x")), ("cert", "crlt", 1), ("cert", "crle", 1),
            ("genp", "abcd", "x"), ("idnt", "acct", "maria"), ("idnt", "svce", "mail"),
        ]
        let table = rows.map { itemClass, key, value in
            DictionaryRow(
                "\(key) of \(itemClass)", ["class": .string(itemClass)] + ItemDictionary([key: value]),
                .noSuchAttr)
        }
        assertAllThrow(table, try store)
    }

    func test_eachCall_withFaultyValue_throws() throws {
        let control = ItemDictionary.Value.accessControl(try AccessControl(accessibility: .whenUnlocked))
        let generic: ItemDictionary = ["class": "genp"]
        let password = StoredItem(attributes: ItemAttributes(.genericPassword), secret: nil)
        assertAllThrow(
            [
                DictionaryRow("Bool for account", generic + ["acct": true]),
                DictionaryRow("text for a date", generic + ["cdat": "now"]),
                DictionaryRow("no accessibility", generic + ["pdmn": "x"]),
                DictionaryRow("text as secret", generic + ["v_Data": "hunter2"]),
                DictionaryRow("attribute bytes as secret", generic + ["v_Data": data("hunter2")]),
                DictionaryRow("reference of text", generic + ["v_Ref": "x"]),
                DictionaryRow("reference of a password", generic + ["v_Ref": .item(password)]),
                DictionaryRow("text as access control", generic + ["accc": "ak"]),
                DictionaryRow("accessibility and access control", generic + ["pdmn": "ak", "accc": control]),
                DictionaryRow(
                    "accessibility and another's access control",
                    generic + ["pdmn": "ak", "accc": .accessControl(AccessControl(plain: .always))]),
            ], try store)
    }

    func test_eachCall_withClassThatDisagreesWithReference_throws() throws {
        let pair = try Pair("a")
        let key = StoredItem(attributes: ItemAttributes(.key), secret: nil)
        let strange = ItemDictionary.Value.identity(certificate: pair.key, key: pair.certificate)
        let other = ItemDictionary.Value.identity(certificate: try Pair("b").certificate, key: pair.key)
        assertAllThrow(
            [
                DictionaryRow(
                    "certificate as password", ["class": "genp", "v_Ref": pair.certificateValue], .noSuchAttr),
                DictionaryRow("key as certificate", ["class": "cert", "v_Ref": pair.keyValue], .noSuchAttr),
                DictionaryRow(
                    "identity as certificate", ["class": "cert", "v_Ref": pair.identity], .noSuchAttr),
                DictionaryRow(
                    "identity as password", ["class": "genp", "v_Ref": pair.identity], .noSuchAttr),
                DictionaryRow("key without a public half", ["v_Ref": .item(key)]),
                DictionaryRow(
                    "identity of wrong halves", ["v_Ref": strange],
                    StoreStatus(rawValue: errSecInvalidItemRef)),
                DictionaryRow(
                    "identity that does not fit", ["v_Ref": other],
                    StoreStatus(rawValue: errSecInvalidItemRef)),
            ], try store)
    }

    func test_eachCallButAdd_withClassThatDisagreesWithPersistentReference_throwsNoSuchClass() throws {
        let store = try store
        try store.add(["class": "genp"])
        let reference = try store.persistent(["class": "genp"])
        let rows = ["inet", "idnt"].map { itemClass in
            DictionaryRow(
                itemClass, ["class": .string(itemClass), "v_PersistentRef": reference], .noSuchClass)
        }
        assertThrows(rows) { try store.copyMatching($0) }
        assertThrows(rows) { try store.update($0, [:]) }
        assertThrows(rows) { try store.delete($0) }
    }

    func test_eachCallButAdd_withClassThatIsNoText_takesThatOfPersistentReference() throws {
        let store = try store
        try store.add(["class": "genp", "labl": "a"])
        let query: ItemDictionary = ["class": 1, "v_PersistentRef": try store.persistent(["class": "genp"])]
        XCTAssertEqual(try store.labels(query), ["a"])
        XCTAssertEqual(try store.update(query, ["labl": "b"]), 1)
        XCTAssertEqual(try store.delete(query), 1)
    }

    func test_addAndUpdate_ofATokenThatDoesNotExist_throwUnimplemented() throws {
        let store = try store
        try store.add(["class": "keys"])
        for token in ["com.apple.setoken", data("com.apple.setoken:aks")] {
            assertThrows(.unimplemented) { try store.add(["class": "keys", "tkid": token]) }
            assertThrows(.unimplemented) { try store.update(["class": "keys"], ["tkid": token]) }
            assertThrows(.itemNotFound) { try store.copyMatching(["class": "keys", "tkid": token]) }
        }
    }

    func test_eachCall_withUseKeys_throwsOrIgnores() throws {
        let store = try store
        let (skip, list): (ItemDictionary, ItemDictionary) = (
            ["class": "genp", "u_AuthUI": "u_AuthUIS"], ["class": "genp", "u_ItemList": .list([])]
        )
        assertThrows(.param, "skip in add") { try store.add(skip) }
        assertThrows(.param, "skip in update") { try store.update(skip, [:]) }
        assertThrows(.param, "skip in delete") { try store.delete(skip) }
        assertThrows(.itemNotFound, "skip in a search") { try store.copyMatching(skip) }
        assertThrows(.param, "item list in add") { try store.add(list) }
        assertThrows(.param, "item list in a search") { try store.copyMatching(list) }
        assertThrows(.param, "item list in update") { try store.update(list, [:]) }
        assertThrows(.param, "item list in delete") { try store.delete(list) }
    }

    func test_eachCall_withoutAnyGroup_throwsMissingEntitlement() throws {
        let store = try makeStore(groups: [])
        assertAllThrow(
            [
                DictionaryRow("without a group", ["class": "genp"], .missingEntitlement),
                DictionaryRow("with a group", ["class": "genp", "agrp": "a"], .missingEntitlement),
            ], store)
    }

    func test_eachCall_withGroupOfOthers_throwsMissingEntitlement() throws {
        let store = try makeStore(groups: ["a", "b"])
        assertAllThrow(
            [
                DictionaryRow("another", ["class": "genp", "agrp": "c"], .missingEntitlement),
                DictionaryRow("other case", ["class": "genp", "agrp": "A"], .missingEntitlement),
                DictionaryRow("empty", ["class": "genp", "agrp": ""], .missingEntitlement),
                DictionaryRow("as bytes", ["class": "genp", "agrp": data("c")], .missingEntitlement),
                DictionaryRow("the star of a query", ["class": "genp", "agrp": "*"], .missingEntitlement),
                DictionaryRow("identities", ["class": "idnt", "agrp": "c"], .missingEntitlement),
            ], store)
    }

    func test_eachFault_hasReasonWithoutTheValue() throws {
        let store = try store
        XCTAssertThrowsError(try store.copyMatching(["class": "genp", "pdmn": "planted value"])) { error in
            XCTAssertFalse("\(error)".contains("planted"), "\(error)")
            XCTAssertTrue("\(error)".contains("pdmn"), "\(error)")
        }
    }

    func test_eachFault_ofForeignText_doesNotRepeatIt() throws {
        let store = try store
        let rows: [ItemDictionary] = [
            ["class": "planted class"], ["class": "genp", "planted key": ""],
            ["class": "genp", "port": "planted value"],
        ]
        for row in rows {
            for call in [store.add, store.copyMatching] {
                XCTAssertThrowsError(try call(row)) { error in
                    XCTAssertFalse("\(error) \(String(reflecting: error))".contains("planted"), "\(error)")
                }
            }
        }
    }
}
