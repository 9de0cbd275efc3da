import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Identities: certificates and private keys that belong together.
final class DictionaryIdentityTests: DictionaryTestCase {
    private let identities: ItemDictionary = ["class": "idnt"]

    private func add(_ name: String, serial: String = "1", _ extra: ItemDictionary = [:]) throws {
        try store.add(["v_Ref": try Pair(name, serial: serial).identity, "labl": .string(name)] + extra)
    }

    // MARK: - Existence

    func test_identity_needsCertificateAndPrivateKeyOfOneHash() throws {
        let pair = try Pair("a")
        let rows: [(String, ItemDictionary, Int)] = [
            ("private key", [:], 1), ("private mark missing", ["priv": 0], 0),
            ("public key", ["kcls": "0"], 0),
            ("another hash", ["klbl": data("other")], 0),
        ]
        for (name, changes, count) in rows {
            let store = try makeStore(groups: nil)
            try store.add(["v_Ref": pair.certificateValue])
            try store.add(["v_Ref": pair.keyValue] + changes)
            XCTAssertEqual(try store.all(identities).count, count, name)
        }
    }

    func test_identity_ofOneKeyAndTwoCertificates_isTwo() throws {
        try add("a")
        try store.add(["v_Ref": try Pair("a", serial: "2").certificateValue, "labl": "second"])
        XCTAssertEqual(try store.labels(identities), ["a", "second"])
        XCTAssertEqual(try store.attributes(identities)["labl"]?.text, "a")
    }

    func test_identity_withHalfInAnotherGroup_isSeenByWhoeverSeesBoth() throws {
        let (mine, all) = try makeStores(groups: ["a"], ["a", "b"])
        try all.add(["v_Ref": try Pair("a").certificateValue, "agrp": "a"])
        try all.add(["v_Ref": try Pair("a").keyValue, "agrp": "b"])
        XCTAssertEqual(try all.all(identities).count, 1)
        assertThrows(.itemNotFound) { try mine.copyMatching(self.identities) }
    }

    // MARK: - Search

    func test_copyMatching_byAttributeOfEitherHalf_finds() throws {
        try add("a", ["atag": "tag a"])
        try add("b", ["atag": "tag b"])
        let rows: [ItemDictionary] = [
            ["labl": "b"], ["issr": data("issuer"), "slnr": data("serial b 1")], ["atag": "tag b"],
            ["klbl": data("hash b")], ["pkhh": data("hash b")], ["subj": data("subject b")],
            ["slnr": data("serial b 1"), "bsiz": 256, "type": "73", "kcls": "1", "ctyp": 3, "cenc": 3],
        ]
        for row in rows { XCTAssertEqual(try store.labels(identities + row), ["b"], "\(row.values.keys)") }
        XCTAssertEqual(try store.labels(identities + ["labl": "b", "atag": "tag a"]), [])
        XCTAssertEqual(try store.labels(identities + ["pkhh": data("hash a"), "klbl": data("hash b")]), [])
    }

    func test_copyMatching_byLabel_meansThatOfTheCertificate() throws {
        let pair = try Pair("a")
        try store.add(["v_Ref": pair.certificateValue, "labl": "certificate"])
        try store.add(["v_Ref": pair.keyValue, "labl": "key"])
        XCTAssertEqual(try store.labels(identities + ["labl": "certificate"]), ["certificate"])
        XCTAssertEqual(try store.labels(identities + ["labl": "key"]), [])
    }

    func test_copyMatching_withLimit_countsIdentities() throws {
        for name in ["a", "b", "c"] { try add(name) }
        let answer = try store.copyMatching(identities + ["r_Ref": true, "m_Limit": 2])
        XCTAssertEqual(answer?.list?.count, 2)
        assertThrows(.itemNotFound) { try self.store.copyMatching(self.identities + ["m_Limit": 0]) }
    }

    func test_copyMatching_byReference_answersPersistentReferenceAlone() throws {
        try add("a")
        let query: ItemDictionary = ["v_Ref": try Pair("a").identity]
        let reference = try store.persistent(identities).bytes
        XCTAssertEqual(try store.persistent(query).bytes, reference)
        let kinds: [ItemDictionary] = [[:], ["r_Ref": true], ["r_Data": true], ["r_Attributes": true]]
        for kind in kinds { XCTAssertNil(try store.copyMatching(query + kind), "\(kind.values.keys)") }
        XCTAssertEqual(
            try store.copyMatching(query + ["r_PersistentRef": true, "r_Ref": true])?.bytes, reference)
        let all = try store.copyMatching(query + ["r_PersistentRef": true, "m_Limit": "m_LimitAll"])
        XCTAssertEqual(all?.list?.map(\.bytes), [reference])
        assertThrows(.itemNotFound) { try self.store.copyMatching(["v_Ref": try Pair("b").identity]) }
    }

    func test_copyMatching_byCertificate_findsItsIdentity() throws {
        for name in ["a", "b"] { try add(name) }
        XCTAssertEqual(try store.labels(identities + ["v_Ref": try Pair("b").certificateValue]), ["b"])
        XCTAssertEqual(try store.labels(identities + ["v_Ref": try Pair("b").keyValue]), ["b"])
    }

    // MARK: - Add

    func test_add_byReference_storesBothHalvesWithTheSameAttributes() throws {
        try add("a", ["agrp": "group", "pdmn": "ck", "sync": true, "atag": "tag"])
        for itemClass in ["cert", "keys"] {
            let stored = try store.attributes(["class": .string(itemClass), "sync": true])
            for (key, text) in ["labl": "a", "agrp": "group", "pdmn": "ck"] {
                XCTAssertEqual(stored[key]?.text, text, "\(itemClass) \(key)")
            }
        }
        XCTAssertEqual(try store.attributes(["class": "keys", "sync": true])["atag"]?.text, "tag")
    }

    func test_add_withOneHalfThere_addsTheOther() throws {
        for (name, half) in [
            ("certificate", try Pair("certificate").certificateValue), ("key", try Pair("key").keyValue),
        ] {
            try store.add(["v_Ref": half])
            let added = try store.add(["v_Ref": try Pair(name).identity, "r_PersistentRef": true])
            let found = try store.persistent(identities + ["klbl": data("hash \(name)")])
            XCTAssertEqual(added?.bytes, found.bytes, name)
        }
        XCTAssertEqual(try store.itemCount(), 4)
    }

    func test_add_withCertificateThereInAnotherGroupToo_answersTheRightOne() throws {
        let certificate = try Pair("a").certificateValue
        try store.add(["v_Ref": certificate, "agrp": "other"])
        try store.add(["v_Ref": certificate])
        let added = try store.add(["v_Ref": try Pair("a").identity, "r_PersistentRef": true])
        XCTAssertEqual(
            added?.bytes?.dropFirst(4),
            try store.persistent(["class": "cert", "agrp": "default"]).bytes?.dropFirst(4))
    }

    func test_add_withBothHalvesThere_throwsDuplicateItem() throws {
        try add("a")
        assertThrows(.duplicateItem) { try self.add("a") }
        XCTAssertEqual(try store.itemCount(), 2)
    }

    func test_add_withSecondHalfRefused_storesNeither() throws {
        let store = try store
        store.lock()
        assertThrows(.interactionNotAllowed) { try store.add(["v_Ref": try Pair("a").identity]) }
        XCTAssertEqual(try store.all(["class": "cert"]).count, 0)
    }

    // MARK: - Update

    func test_update_byClassOrReference_changesBothHalves() throws {
        let queries: [ItemDictionary] = [identities, ["v_Ref": try Pair("a").identity]]
        try add("a")
        for (number, query) in queries.enumerated() {
            let label = ItemDictionary.Value.string("new \(number)")
            XCTAssertEqual(try store.update(query, ["labl": label]), 2)
            XCTAssertEqual(try store.labels(["class": "cert"]), ["new \(number)"])
            XCTAssertEqual(try store.labels(["class": "keys"]), ["new \(number)"])
        }
        let reference = try store.persistent(identities)
        XCTAssertEqual(try store.update(["v_PersistentRef": reference], ["labl": "last"]), 2)
    }

    func test_update_withAttributeOfOneHalf_throwsNoSuchAttrAndChangesNothing() throws {
        try add("a")
        for changes: ItemDictionary in [["labl": "x", "atag": "tag"], ["labl": "x", "subj": data("x")]] {
            assertThrows(.noSuchAttr) { try self.store.update(self.identities, changes) }
        }
        XCTAssertEqual(try store.labels(["class": "cert"]), ["a"])
    }

    func test_update_withoutIdentity_throwsItemNotFound() throws {
        try store.add(["v_Ref": try Pair("a").certificateValue])
        assertThrows(.itemNotFound) { try self.store.update(self.identities, ["labl": "x"]) }
    }

    // MARK: - Delete

    func test_delete_byReference_deletesBothHalves() throws {
        for name in ["a", "b"] { try add(name) }
        XCTAssertEqual(try store.delete(["v_Ref": try Pair("a").identity]), 2)
        XCTAssertEqual(try store.labels(["class": "cert"]), ["b"])
        XCTAssertEqual(try store.labels(["class": "keys"]), ["b"])
    }

    func test_delete_withAnotherCertificateOfTheKey_leavesTheKey() throws {
        let second = try Pair("a", serial: "2")
        for byReference in [true, false] {
            let store = try makeStore(groups: nil)
            try store.add(["v_Ref": try Pair("a").identity])
            try store.add(["v_Ref": second.certificateValue])
            let reference = try store.persistent(identities)
            let query =
                byReference
                ? ["v_Ref": try Pair("a").identity] : ["v_PersistentRef": reference] as ItemDictionary
            XCTAssertEqual(try store.delete(query), 1)
            XCTAssertEqual(try store.all(["class": "keys"]).count, 1)
            XCTAssertEqual(try store.delete(["v_Ref": second.identity]), 2)
            XCTAssertEqual(try store.itemCount(), 0)
        }
    }

    func test_delete_byReferenceWithoutCertificate_deletesTheKey() throws {
        try store.add(["v_Ref": try Pair("a").keyValue])
        XCTAssertEqual(try store.delete(["v_Ref": try Pair("a").identity]), 1)
        XCTAssertEqual(try store.itemCount(), 0)
        assertThrows(.itemNotFound) { try self.store.delete(["v_Ref": try Pair("a").identity]) }
    }

    func test_delete_byAttribute_deletesThePairsThatMatch() throws {
        for name in ["a", "b"] { try add(name) }
        XCTAssertEqual(try store.delete(identities + ["slnr": data("serial a 1")]), 2)
        XCTAssertEqual(try store.labels(identities), ["b"])
        assertThrows(.itemNotFound) { try self.store.delete(self.identities + ["labl": "a"]) }
    }
}
