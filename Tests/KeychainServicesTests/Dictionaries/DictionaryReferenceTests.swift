import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Persistent references.
final class DictionaryReferenceTests: DictionaryTestCase {
    private let mail: ItemDictionary = ["class": "genp", "svce": "mail", "labl": "a"]

    func test_reference_ofEachClass_isClassAndSixteenBytes() throws {
        try store.add(["v_Ref": try Pair("a").identity])
        for itemClass in ["genp", "inet"] { try store.add(["class": .string(itemClass)]) }
        var ids: [String: Data] = [:]
        for itemClass in ["genp", "inet", "cert", "keys", "idnt"] {
            let reference = try XCTUnwrap(store.persistent(["class": .string(itemClass)]).bytes)
            XCTAssertEqual(reference.count, 20)
            XCTAssertEqual(reference.prefix(4), Data(itemClass.utf8))
            ids[itemClass] = Data(reference.dropFirst(4))
        }
        XCTAssertEqual(ids["idnt"], ids["cert"], "an identity has the bytes of its certificate")
        XCTAssertEqual(Set(ids.values).count, 4)
    }

    func test_copyMatching_byReference_takesClassScopeReturnAndLimitBeside() throws {
        try store.add(mail + ["v_Data": try secretValue("one")])
        let query: ItemDictionary = ["v_PersistentRef": try store.persistent(mail)]
        let rows: [ItemDictionary] = [
            [:], ["class": "genp"], ["sync": "syna"], ["nleg": true], ["m_Limit": "m_LimitOne"],
            ["m_CaseInsensitive": true], ["u_AuthUI": "u_AuthUIF"],
        ]
        for row in rows { XCTAssertEqual(try store.secretText(query + row), "one", "\(row.values.keys)") }
        let all = try store.copyMatching(query + ["r_Data": true, "m_Limit": "m_LimitAll"])
        XCTAssertEqual(all?.list?.count, 1)
    }

    func test_copyMatching_byReferenceAndAttributes_throwsParam() throws {
        try store.add(mail)
        let query: ItemDictionary = ["v_PersistentRef": try store.persistent(mail)]
        assertThrows([
            DictionaryRow("service", ["svce": "mail"]), DictionaryRow("label", ["labl": "a"]),
            DictionaryRow("group", ["agrp": "default"]), DictionaryRow("accessibility", ["pdmn": "ak"]),
            DictionaryRow("synchronizable", ["sync": true]),
            DictionaryRow("not synchronizable", ["sync": false]),
        ]) { try self.store.copyMatching(query + $0) }
    }

    func test_updateAndDelete_byReferenceAndAttributes_needBoth() throws {
        try store.add(mail)
        let query: ItemDictionary = ["v_PersistentRef": try store.persistent(mail)]
        for row: ItemDictionary in [["labl": "b"], ["sync": true], ["pdmn": "ck"]] {
            assertThrows(.itemNotFound) { try self.store.update(query + row, [:]) }
            assertThrows(.itemNotFound) { try self.store.delete(query + row) }
        }
        XCTAssertEqual(try store.update(query + ["labl": "a", "sync": false], [:]), 1)
        XCTAssertEqual(try store.delete(query + ["labl": "a"]), 1)
    }

    func test_reference_ofDeletedItem_isNotFound() throws {
        try store.add(mail)
        let query: ItemDictionary = ["v_PersistentRef": try store.persistent(mail)]
        try store.delete(mail)
        try store.add(mail)
        assertThrows(.itemNotFound, "search") { try self.store.copyMatching(query) }
        assertThrows(.itemNotFound, "update") { try self.store.update(query, [:]) }
        assertThrows(.itemNotFound, "delete") { try self.store.delete(query) }
    }

    func test_reference_ofUpdatedItem_staysTheSame() throws {
        try store.add(mail)
        let reference = try store.persistent(mail)
        for changes: ItemDictionary in [
            ["svce": "post"], ["v_Data": try secretValue("new")], ["pdmn": "ck"], ["sync": true],
            ["agrp": "other"],
        ] {
            try store.update(["v_PersistentRef": reference], changes)
            let again = try store.copyMatching(["v_PersistentRef": reference, "r_PersistentRef": true])
            XCTAssertEqual(again?.bytes, reference.bytes, "\(changes.values.keys)")
        }
    }

    func test_eachCall_withFaultyReference_throwsParam() throws {
        try store.add(mail)
        let good = try XCTUnwrap(store.persistent(mail).bytes)
        let rows = [
            DictionaryRow("empty", ["v_PersistentRef": .data(Data())]),
            DictionaryRow("12 bytes", ["v_PersistentRef": .data(good.prefix(12))]),
            DictionaryRow("19 bytes", ["v_PersistentRef": .data(good.dropLast())]),
            DictionaryRow("21 bytes", ["v_PersistentRef": .data(good + [0])]),
            DictionaryRow("a token's", ["v_PersistentRef": .data(Data("tkpr".utf8) + good.dropFirst(4))]),
            DictionaryRow("unknown class", ["v_PersistentRef": .data(Data("GENP".utf8) + good.dropFirst(4))]),
            DictionaryRow("text", ["v_PersistentRef": "genp0123456789abcdef"]),
            DictionaryRow("a list", ["v_PersistentRef": .list([.data(good)])]),
            DictionaryRow("null", ["class": "genp", "v_PersistentRef": .null]),
        ]
        assertThrows(rows) { try self.store.copyMatching($0) }
        assertThrows(rows) { try self.store.update($0, [:]) }
        assertThrows(rows) { try self.store.delete($0) }
        assertThrows(rows) { try self.store.add($0) }
    }

    func test_reference_ofAnotherClassWithTheSameBytes_isNotFound() throws {
        try store.add(mail)
        let good = try XCTUnwrap(store.persistent(mail).bytes)
        for itemClass in ["inet", "cert", "keys", "idnt"] {
            let other = ItemDictionary.Value.data(Data(itemClass.utf8) + good.dropFirst(4))
            assertThrows(.itemNotFound, itemClass) { try self.store.copyMatching(["v_PersistentRef": other]) }
            assertThrows(.itemNotFound, itemClass) { try self.store.delete(["v_PersistentRef": other]) }
        }
    }

    func test_reference_persistentOrNot_leadsToTheOther() throws {
        let pair = try Pair("a")
        try store.add(["v_Ref": pair.identity])
        for (itemClass, value) in [("cert", pair.certificateValue), ("keys", pair.keyValue)] {
            let reference = try store.persistent(["v_Ref": value])
            XCTAssertEqual(reference.bytes, try store.persistent(["class": .string(itemClass)]).bytes)
            let item = try store.copyMatching(["v_PersistentRef": reference, "r_Ref": true])?.item
            XCTAssertEqual(item?.reference?.persistent, reference.bytes)
        }
        let reference = try store.persistent(["v_Ref": pair.identity])
        guard case .identity = try store.copyMatching(["v_PersistentRef": reference, "r_Ref": true]) else {
            return XCTFail("no identity")
        }
    }

    func test_reference_ofIdentity_deletesCertificateAndKey() throws {
        try store.add(["v_Ref": try Pair("a").identity])
        try store.add(["v_Ref": try Pair("b").identity, "labl": "b"])
        let reference = try store.persistent(["class": "idnt"])
        XCTAssertEqual(try store.delete(["v_PersistentRef": reference]), 2)
        XCTAssertEqual(try store.labels(["class": "cert"]), ["b"])
        XCTAssertEqual(try store.labels(["class": "keys"]), ["b"])
    }
}
