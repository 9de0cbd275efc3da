import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Adding: one test for each row.
final class DictionaryAddTests: DictionaryTestCase {
    private let item: ItemDictionary = ["class": "genp", "svce": "mail", "acct": "maria"]

    func test_add_withoutSecret_readsBackAsNothing() throws {
        let store = try store
        try store.add(item)
        XCTAssertNil(try store.copyMatching(item + ["r_Data": true]))
    }

    func test_add_withEmptySecret_readsBackAsEmpty() throws {
        let store = try store
        try store.add(item + ["v_Data": try secretValue("")])
        XCTAssertEqual(try store.copyMatching(item + ["r_Data": true])?.secret?.count, 0)
    }

    func test_add_withLargeSecretAndAttributes_keepsThem() throws {
        let store = try store
        let (long, longer) = (String(repeating: "a", count: 3_000), String(repeating: "s", count: 40_000))
        try store.add(item + ["icmt": .string(long), "v_Data": try secretValue(longer)])
        XCTAssertEqual(try store.attributes(item)["icmt"]?.text, long)
        XCTAssertEqual(try store.secretText(item), longer)
    }

    func test_add_withTakenIdentity_throwsDuplicateItemAndChangesNothing() throws {
        let store = try store
        try store.add(item + ["labl": "first", "v_Data": try secretValue("one")])
        assertThrows(.duplicateItem) {
            try store.add(item + ["labl": "second", "icmt": "x", "v_Data": try secretValue("two")])
        }
        XCTAssertEqual(try store.labels(item), ["first"])
        XCTAssertEqual(try store.secretText(item), "one")
    }

    func test_add_withMatchKey_throwsParamAndStoresNothing() throws {
        let store = try store
        let rows = [
            DictionaryRow("limit one", item + ["m_Limit": "m_LimitOne"]),
            DictionaryRow("limit all", item + ["m_Limit": "m_LimitAll"]),
            DictionaryRow("malformed limit", item + ["m_Limit": "some"]),
            DictionaryRow("limit of another type", item + ["m_Limit": true]),
            DictionaryRow("any other", item + ["m_CaseInsensitive": true]),
            DictionaryRow("an unknown one", item + ["m_Unknown": true]),
        ]
        assertThrows(rows) { try store.add($0) }
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_add_withoutReturnKey_answersNothing() throws {
        XCTAssertNil(try store.add(item + ["v_Data": try secretValue("one")]))
    }

    func test_add_withPersistentReference_throwsParam() throws {
        let store = try store
        try store.add(item)
        let reference = try store.persistent(item)
        assertThrows([
            DictionaryRow("of 20 bytes", ["class": "genp", "acct": "new", "v_PersistentRef": reference]),
            DictionaryRow("of 12 bytes", ["class": "genp", "v_PersistentRef": .data(Data(count: 12))]),
            DictionaryRow("without a class", ["v_PersistentRef": reference]),
        ]) { try store.add($0) }
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_add_ofIdentityWithoutReference_throwsParam() throws {
        let pair = try Pair("a")
        assertThrows([
            DictionaryRow("by class", ["class": "idnt", "labl": "x"]),
            DictionaryRow("by certificate", ["class": "idnt", "v_Ref": pair.certificateValue]),
        ]) { try self.store.add($0) }
    }

    func test_add_withSynchronizableAny_storesOneThatStays() throws {
        let store = try store
        try store.add(item + ["sync": "syna"])
        XCTAssertEqual(try store.attributes(item)["sync"]?.number, 0)
    }

    func test_add_synchronizableWithAccessControl_throwsParam() throws {
        let control = try AccessControl(accessibility: .whenUnlocked)
        for sync: ItemDictionary.Value in [true, 1, "1"] {
            assertThrows(.param) {
                try self.store.add(self.item + ["sync": sync, "accc": .accessControl(control)])
            }
        }
    }

    func test_add_whileLocked_throwsInteractionNotAllowedAlsoForDuplicate() throws {
        let store = try store
        try store.add(item)
        store.lock()
        assertThrows(.interactionNotAllowed, "new") { try store.add(["class": "genp", "acct": "new"]) }
        assertThrows(.interactionNotAllowed, "duplicate") { try store.add(self.item) }
        XCTAssertNoThrow(try store.add(["class": "genp", "acct": "new", "pdmn": "ck"]))
        assertThrows(.duplicateItem, "duplicate that can be read") {
            try store.add(["class": "genp", "acct": "new", "pdmn": "ck"])
        }
    }

    func test_add_withAnswerOfASearch_addsTheSameAgain() throws {
        let store = try store
        try store.add(item + ["labl": "a", "gena": data("g"), "v_Data": try secretValue("one")])
        let query = item + ["r_Attributes": true, "r_Data": true]
        let answer = try XCTUnwrap(store.copyMatching(query)?.dictionary)
        try store.delete(item)
        try store.add(answer)
        let again = try XCTUnwrap(store.copyMatching(query)?.dictionary)
        XCTAssertEqual(again["v_Data"]?.secret?.text, "one")
        XCTAssertEqual(Set(again.values.keys), Set(answer.values.keys))
        XCTAssertEqual(again["gena"]?.bytes, Data("g".utf8))
    }

    func test_add_withFault_storesNothing() throws {
        let store = try store
        assertThrows(.noSuchAttr) {
            try store.add(item + ["srvr": "host", "v_Data": try secretValue("one")])
        }
        XCTAssertEqual(try store.itemCount(), 0)
    }
}
