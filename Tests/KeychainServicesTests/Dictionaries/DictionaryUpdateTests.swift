import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Updating: one test for each row.
final class DictionaryUpdateTests: DictionaryTestCase {
    private let mail: ItemDictionary = ["class": "genp", "svce": "mail"]

    override func setUpWithError() throws {
        try super.setUpWithError()
        for name in ["a", "b"] {
            try store.add(
                mail + ["acct": .string(name), "labl": .string(name), "v_Data": try secretValue(name)])
        }
    }

    private func secrets() throws -> [String] {
        let answer = try store.copyMatching(mail + ["r_Data": true, "m_Limit": "m_LimitAll"])
        return answer?.list?.compactMap { $0.secret?.text } ?? []
    }

    func test_update_withoutMatch_throwsItemNotFound() throws {
        assertThrows(.itemNotFound) { try self.store.update(self.mail + ["acct": "c"], ["labl": "x"]) }
    }

    func test_update_withSeveralMatches_changesEveryOne() throws {
        XCTAssertEqual(try store.update(mail, ["labl": "x", "v_Data": try secretValue("new")]), 2)
        XCTAssertEqual(try store.labels(mail), ["x", "x"])
        XCTAssertEqual(try secrets(), ["new", "new"])
    }

    func test_update_withMatchKey_throwsParam() throws {
        assertThrows([
            DictionaryRow("limit 0", ["m_Limit": 0]), DictionaryRow("limit 2", ["m_Limit": 2]),
            DictionaryRow("malformed", ["m_Limit": true]),
            DictionaryRow("malformed list", ["m_ItemList": "x"]), DictionaryRow("unknown", ["m_Unknown": 1]),
        ]) { try self.store.update(self.mail + $0, ["labl": "x"]) }
        XCTAssertEqual(try store.labels(mail), ["a", "b"])
    }

    func test_update_withLimitAll_changesEveryOne() throws {
        XCTAssertEqual(try store.update(mail + ["m_Limit": "m_LimitAll"], ["labl": "x"]), 2)
    }

    func test_update_withLimitOne_changesTheOldest() throws {
        for limit in ["m_LimitOne" as ItemDictionary.Value, 1] {
            XCTAssertEqual(try store.update(mail + ["m_Limit": limit], ["labl": "x"]), 1)
            XCTAssertEqual(try store.labels(mail), ["x", "b"])
        }
    }

    func test_update_withReturnKeyInQuery_throwsParamWhenTrue() throws {
        for key in ["r_Data", "r_Attributes", "r_Ref", "r_PersistentRef"] {
            let (yes, no) = (ItemDictionary([key: true]), ItemDictionary([key: false]))
            assertThrows(.param, key) { try self.store.update(self.mail + yes, ["labl": "x"]) }
            XCTAssertEqual(try store.update(mail + no, ["labl": "x"]), 2, key)
        }
    }

    func test_update_withSecretInQuery_ignoresIt() throws {
        XCTAssertEqual(try store.update(mail + ["v_Data": try secretValue("b")], ["labl": "x"]), 2)
        assertThrows(.param) { try self.store.update(self.mail + ["v_Data": 1], ["labl": "x"]) }
    }

    func test_update_byPersistentReferenceAndAttributes_needsBoth() throws {
        let reference: ItemDictionary = ["v_PersistentRef": try store.persistent(mail + ["acct": "b"])]
        assertThrows(.itemNotFound) { try self.store.update(reference + ["acct": "a"], ["labl": "x"]) }
        XCTAssertEqual(try store.update(reference + ["acct": "b"], ["labl": "x"]), 1)
        XCTAssertEqual(try store.labels(mail), ["a", "x"])
    }

    func test_update_withNothing_movesModificationDateAlone() throws {
        let before = try store.attributes(mail)
        clock.advance(by: 5)
        XCTAssertEqual(try store.update(mail, [:]), 2)
        let after = try store.attributes(mail)
        XCTAssertEqual(after["mdat"]?.date, clock.now)
        XCTAssertEqual(after["cdat"]?.date, before["cdat"]?.date)
        XCTAssertEqual(try secrets(), ["a", "b"])
    }

    func test_update_withChangeThatIsNone_throws() throws {
        let reference = try store.persistent(mail)
        assertThrows([
            DictionaryRow("another class", ["class": "inet"], .noSuchAttr),
            DictionaryRow("a class that is not text", ["class": 1], .noSuchAttr),
            DictionaryRow("a limit", ["m_Limit": "m_LimitAll"], .noSuchAttr),
            DictionaryRow("a return key", ["r_Data": true], .noSuchAttr),
            DictionaryRow("a use key", ["u_AuthUI": "u_AuthUIF"], .noSuchAttr),
            DictionaryRow("a persistent reference", ["v_PersistentRef": reference], .noSuchAttr),
            DictionaryRow("a reference", ["v_Ref": try Pair("a").keyValue], .noSuchAttr),
            DictionaryRow("an attribute of another class", ["srvr": "x"], .noSuchAttr),
            DictionaryRow("an unknown attribute", ["abcd": "x"], .noSuchAttr),
            DictionaryRow("a wrong type", ["acct": true]), DictionaryRow("null", ["labl": .null]),
            DictionaryRow("null as secret", ["v_Data": .null]),
            DictionaryRow("text as secret", ["v_Data": "x"]),
            DictionaryRow("no accessibility", ["pdmn": "f"]), DictionaryRow("clip", ["clip": true]),
            DictionaryRow("a sharing group", ["ggrp": "x"]),
            DictionaryRow("no key at all", ["": 1], .noSuchAttr),
            DictionaryRow("a key that means nothing", ["password": "x"], .noSuchAttr),
        ]) { try self.store.update(self.mail, $0) }
        XCTAssertEqual(try store.labels(mail), ["a", "b"])
    }

    func test_update_withChangeThatIsIgnored_changesNothingElse() throws {
        let rows: [ItemDictionary] = [
            ["nleg": true], ["class": "genp"], ["sync": "syna"], ["persistref": data("x")],
            ["musr": data("x")],
            ["f_Anything": 1], ["acls": .unsupported],
        ]
        for row in rows { XCTAssertEqual(try store.update(mail, row), 2, "\(row.values.keys)") }
        XCTAssertEqual(try store.labels(mail + ["sync": false]), ["a", "b"])
    }

    func test_update_ontoTakenIdentity_throwsDuplicateItemAndChangesNothing() throws {
        assertThrows(.duplicateItem) {
            try self.store.update(self.mail + ["acct": "a"], ["acct": "b", "labl": "x"])
        }
        XCTAssertEqual(try store.labels(mail), ["a", "b"])
    }

    func test_update_ofSeveralOntoOneIdentity_throwsDuplicateItemAndChangesNone() throws {
        assertThrows(.duplicateItem) { try self.store.update(self.mail, ["acct": "c", "labl": "x"]) }
        XCTAssertEqual(try store.labels(mail), ["a", "b"])
        XCTAssertEqual(try store.labels(mail + ["acct": "c"]), [])
    }

    func test_update_ofIdentity_movesTheItem() throws {
        let reference = try store.persistent(mail + ["acct": "a"])
        XCTAssertEqual(try store.update(mail + ["acct": "a"], ["acct": "c", "svce": "post"]), 1)
        XCTAssertEqual(try store.labels(mail), ["b"])
        XCTAssertEqual(try store.labels(["class": "genp", "svce": "post", "acct": "c"]), ["a"])
        XCTAssertEqual(try store.labels(["v_PersistentRef": reference]), ["a"])
    }

    func test_update_ofSynchronizable_movesTheItemBetweenBothKinds() throws {
        XCTAssertEqual(try store.update(mail + ["acct": "a"], ["sync": true]), 1)
        XCTAssertEqual(try store.labels(mail), ["b"])
        XCTAssertEqual(try store.labels(mail + ["sync": true]), ["a"])
        try store.add(mail + ["acct": "a", "labl": "again"])
        assertThrows(.duplicateItem) { try self.store.update(self.mail + ["acct": "a"], ["sync": 1]) }
    }

    func test_update_ofAccessibility_protectsTheItemAnew() throws {
        try store.update(mail + ["acct": "a"], ["pdmn": "ck"])
        XCTAssertEqual(try store.attributes(mail + ["acct": "a"])["pdmn"]?.text, "ck")
        try store.lock()
        XCTAssertEqual(try store.secretText(mail + ["acct": "a"]), "a")
        assertThrows(.interactionNotAllowed) { try self.store.secretText(self.mail + ["acct": "b"]) }
    }

    func test_update_whileLocked_throwsInteractionNotAllowed() throws {
        try store.lock()
        assertThrows(.interactionNotAllowed, "any attribute") {
            try self.store.update(self.mail, ["labl": "x"])
        }
        assertThrows(.interactionNotAllowed, "to a kind that can be read") {
            try self.store.update(self.mail, ["pdmn": "ck"])
        }
    }
}
