import Foundation
import SecureStoreTesting
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Deleting: one test for each row.
final class DictionaryDeleteTests: DictionaryTestCase {
    private let mail: ItemDictionary = ["class": "genp", "svce": "mail"]

    override func setUpWithError() throws {
        try super.setUpWithError()
        for name in ["a", "b", "c"] {
            try store.add(
                mail + ["acct": .string(name), "labl": .string(name), "v_Data": try secretValue(name)])
        }
    }

    func test_delete_withoutMatch_throwsItemNotFound() throws {
        assertThrows(.itemNotFound) { try self.store.delete(self.mail + ["acct": "d"]) }
    }

    func test_delete_withSeveralMatches_deletesThemAll() throws {
        XCTAssertEqual(try store.delete(mail), 3)
        XCTAssertEqual(try store.itemCount(), 0)
    }

    func test_delete_withMatchKey_throwsParam() throws {
        assertThrows([
            DictionaryRow("limit 0", ["m_Limit": 0]), DictionaryRow("limit 2", ["m_Limit": 2]),
            DictionaryRow("malformed", ["m_Limit": .null]),
            DictionaryRow("malformed list", ["m_ItemList": "x"]),
            DictionaryRow("case", ["m_CaseInsensitive": true]), DictionaryRow("unknown", ["m_Unknown": 1]),
        ]) { try self.store.delete(self.mail + $0) }
        XCTAssertEqual(try store.itemCount(), 3)
    }

    func test_delete_withLimitAll_deletesThemAll() throws {
        XCTAssertEqual(try store.delete(mail + ["m_Limit": "m_LimitAll"]), 3)
    }

    func test_delete_withLimitOne_deletesTheOldest() throws {
        for (limit, rest) in [("m_LimitOne" as ItemDictionary.Value, ["b", "c"]), (1, ["c"])] {
            XCTAssertEqual(try store.delete(mail + ["m_Limit": limit]), 1)
            XCTAssertEqual(try store.labels(mail), rest)
        }
    }

    func test_delete_ofIdentitiesWithLimitOne_takesOnePair() throws {
        for name in ["a", "b"] { try store.add(["v_Ref": try Pair(name).identity, "labl": .string(name)]) }
        XCTAssertEqual(try store.delete(["class": "idnt", "m_Limit": "m_LimitOne"]), 2)
        XCTAssertEqual(try store.labels(["class": "cert"]), ["b"])
        XCTAssertEqual(try store.labels(["class": "keys"]), ["b"])
    }

    func test_delete_withReturnKeys_ignoresThem() throws {
        let keys: ItemDictionary = [
            "r_Data": true, "r_Attributes": true, "r_Ref": true, "r_PersistentRef": true,
        ]
        XCTAssertEqual(try store.delete(mail + keys), 3)
    }

    func test_delete_withSecretInQuery_ignoresIt() throws {
        assertThrows(.param) { try self.store.delete(self.mail + ["v_Data": "a"]) }
        XCTAssertEqual(try store.delete(mail + ["v_Data": try secretValue("a")]), 3)
    }

    func test_delete_withAccessibility_filtersOnIt() throws {
        try store.add(mail + ["acct": "d", "pdmn": "cku"])
        assertThrows(.itemNotFound) { try self.store.delete(self.mail + ["pdmn": "ck"]) }
        XCTAssertEqual(try store.delete(mail + ["pdmn": "cku"]), 1)
        XCTAssertEqual(try store.labels(mail), ["a", "b", "c"])
    }

    func test_delete_ofWholeClass_leavesSynchronizableAndOtherClasses() throws {
        try store.add(mail + ["acct": "a", "labl": "travels", "sync": true])
        try store.add(["class": "genp", "agrp": "other group"])
        try store.add(["class": "inet", "labl": "internet"])
        XCTAssertEqual(try store.delete(["class": "genp"]), 4)
        XCTAssertEqual(try store.labels(["class": "genp", "sync": "syna"]), ["travels"])
        XCTAssertEqual(try store.labels(["class": "inet"]), ["internet"])
    }

    func test_delete_byPersistentReferenceAndAttributes_needsBoth() throws {
        let reference: ItemDictionary = ["v_PersistentRef": try store.persistent(mail + ["acct": "b"])]
        assertThrows(.itemNotFound) { try self.store.delete(reference + ["acct": "a"]) }
        XCTAssertEqual(try store.delete(reference + ["acct": "b"]), 1)
        XCTAssertEqual(try store.labels(mail), ["a", "c"])
    }

    func test_delete_byReference_deletesWhatItsAttributesMatch() throws {
        let (a, b) = (try Pair("a"), try Pair("b"))
        for pair in [a, b] {
            try store.add(["v_Ref": pair.certificateValue])
            try store.add(["v_Ref": pair.keyValue])
            try store.add(["v_Ref": pair.keyValue, "atag": "another"])
        }
        XCTAssertEqual(try store.delete(["v_Ref": a.certificateValue]), 1)
        XCTAssertEqual(try store.delete(["v_Ref": a.keyValue]), 2)
        XCTAssertEqual(try store.all(["class": "cert"]).count, 1)
        XCTAssertEqual(try store.all(["class": "keys"]).count, 2)
    }

    func test_delete_ofBytesThatAreNoCertificate_deletesThoseAlone() throws {
        let bytes: ItemDictionary = ["class": "cert", "v_Data": try secretValue("none")]
        let other: ItemDictionary = ["class": "cert", "v_Data": try secretValue("other")]
        try store.add(["v_Ref": try Pair("a").certificateValue, "labl": "a"])
        assertThrows(.decode) { try self.store.delete(bytes) }
        try store.add(bytes + ["labl": "none"])
        assertThrows(.decode) { try self.store.delete(other) }
        XCTAssertEqual(try store.delete(bytes), 1)
        XCTAssertEqual(try store.labels(["class": "cert"]), ["a"])
    }

    func test_delete_ofBytesThatAreNoCertificate_deletesAllOrNone() throws {
        let store = try ItemStore.inMemory(clock: SecureStoreTesting.TestClock())
        let bytes: ItemDictionary = ["class": "cert", "v_Data": try secretValue("none")]
        for number in ["1", "2", "3"] { try store.add(bytes + ["slnr": data(number)]) }
        try store.faults.fail(.delete, at: 2, with: .io)
        assertThrows(.io) { try store.delete(bytes) }
        XCTAssertEqual(try store.all(["class": "cert"]).count, 3)
        XCTAssertEqual(try store.delete(bytes + ["m_Limit": "m_LimitOne"]), 1)
        XCTAssertEqual(try store.delete(bytes), 2)
    }

    func test_delete_whileLocked_succeeds() throws {
        try store.lock()
        XCTAssertEqual(try store.delete(mail + ["acct": "b"]), 1)
        XCTAssertEqual(try store.delete(["class": "genp"]), 2)
        XCTAssertEqual(try store.itemCount(), 0)
    }

    /// False when nothing was found.
    private func deletes(_ query: ItemDictionary) throws -> Bool {
        let store = try store
        do throws(StoreError) { return try store.delete(query) > 0 } catch {
            guard error.status == .itemNotFound else { throw error }
            return false
        }
    }

    func test_delete_untilNotFound_ends() throws {
        let pair = try Pair("a")
        try store.add(["v_Ref": pair.identity])
        try store.add(["v_Ref": try Pair("a", serial: "2").certificateValue])
        try store.add(mail + ["acct": "a", "sync": true])
        for itemClass in ["genp", "idnt", "cert", "keys"] {
            var rounds = 0
            while rounds < 10, try deletes(["class": .string(itemClass)]) { rounds += 1 }
            XCTAssertLessThan(rounds, 3, itemClass)
        }
    }

    func test_delete_ofIdentitiesByClass_takesPairsAndLeavesTheRest() throws {
        try store.add(["v_Ref": try Pair("a").identity, "labl": "pair"])
        try store.add(["v_Ref": try Pair("b").certificateValue, "labl": "certificate alone"])
        try store.add(["v_Ref": try Pair("c").keyValue, "labl": "key alone"])
        XCTAssertEqual(try store.delete(["class": "idnt"]), 2)
        XCTAssertEqual(try store.labels(["class": "cert"]), ["certificate alone"])
        XCTAssertEqual(try store.labels(["class": "keys"]), ["key alone"])
        assertThrows(.itemNotFound) { try self.store.delete(["class": "idnt"]) }
    }
}
