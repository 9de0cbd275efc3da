import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Access groups.
final class DictionaryGroupTests: DictionaryTestCase {
    private let mail: ItemDictionary = ["class": "genp", "svce": "mail"]

    func test_add_withoutGroup_takesTheFirst() throws {
        let rows: [([String]?, String)] = [
            (["b", "a"], "b"), (nil, "default"), (["*"], "*"), (["a", "*"], "a"),
        ]
        for (groups, expected) in rows {
            let store = try makeStore(groups: groups)
            try store.add(mail)
            XCTAssertEqual(try store.attributes(mail)["agrp"]?.text, expected)
        }
    }

    func test_copyMatching_withoutGroup_searchesAllOfTheCaller() throws {
        let store = try makeStore(groups: ["a", "b"])
        for group in ["a", "b"] { try store.add(mail + ["agrp": .string(group), "labl": .string(group)]) }
        XCTAssertEqual(try store.labels(mail), ["a", "b"])
        XCTAssertEqual(try store.labels(mail + ["agrp": "b"]), ["b"])
        XCTAssertEqual(try store.labels(mail + ["agrp": data("b")]), ["b"])
        XCTAssertEqual(try store.update(mail + ["agrp": "b"], ["icmt": "x"]), 1)
        XCTAssertEqual(try store.delete(mail), 2)
    }

    func test_add_ofOneIdentityInTwoGroups_coexist() throws {
        let store = try makeStore(groups: ["a", "b"])
        try store.add(mail)
        XCTAssertNoThrow(try store.add(mail + ["agrp": "b"]))
        assertThrows(.duplicateItem) { try store.add(self.mail + ["agrp": "a"]) }
    }

    func test_eachCall_onItemOfOtherGroup_seesNothing() throws {
        let (mine, theirs) = try makeStores(groups: ["a"], ["b"])
        try theirs.add(mail + ["v_Data": try secretValue("theirs")])
        let reference = try theirs.persistent(mail)
        assertThrows(.itemNotFound, "search") { try mine.copyMatching(self.mail) }
        assertThrows(.itemNotFound, "update") { try mine.update(self.mail, ["labl": "x"]) }
        assertThrows(.itemNotFound, "delete") { try mine.delete(self.mail) }
        assertThrows(.itemNotFound, "reference") { try mine.copyMatching(["v_PersistentRef": reference]) }
        assertThrows(.itemNotFound, "update by reference") {
            try mine.update(["v_PersistentRef": reference], [:])
        }
        assertThrows(.itemNotFound, "delete by reference") { try mine.delete(["v_PersistentRef": reference]) }
        XCTAssertEqual(try theirs.secretText(mail), "theirs")
    }

    func test_copyMatching_withItemsOfOtherGroups_skipsThem() throws {
        let (mine, theirs) = try makeStores(groups: ["a"], ["b"])
        try theirs.add(mail + ["labl": "theirs"])
        try mine.add(mail + ["labl": "mine"])
        XCTAssertEqual(try mine.labels(mail), ["mine"])
        XCTAssertEqual(try mine.attributes(mail)["labl"]?.text, "mine")
    }

    func test_copyMatching_withStarInQuery_takesItAsText() throws {
        let store = try makeStore(groups: ["*"])
        try store.add(mail + ["agrp": "a"])
        XCTAssertEqual(try store.all(mail).count, 1)
        XCTAssertEqual(try store.all(mail + ["agrp": "*"]).count, 0)
        XCTAssertEqual(try store.all(mail + ["agrp": "a"]).count, 1)
    }

    func test_eachCall_withStarInCallersList_reachesEveryGroup() throws {
        let store = try makeStore(groups: ["a", "*"])
        try store.add(mail + ["agrp": "any other"])
        XCTAssertEqual(try store.update(mail, ["agrp": "yet another"]), 1)
        XCTAssertEqual(try store.delete(["class": "genp", "agrp": "yet another"]), 1)
    }

    func test_add_withGroupThatOnlyLooksEqual_throwsMissingEntitlement() throws {
        let store = try makeStore(groups: ["caf\u{e9}"])
        assertThrows(.missingEntitlement) { try store.add(self.mail + ["agrp": "cafe\u{301}"]) }
    }

    func test_add_withEmptyGroup_needsItListed() throws {
        assertThrows(.missingEntitlement) { try self.store.add(self.mail + ["agrp": ""]) }
        let store = try makeStore(groups: ["a", ""])
        try store.add(mail + ["agrp": "", "labl": "x"])
        XCTAssertEqual(try store.labels(mail + ["agrp": ""]), ["x"])
    }

    func test_update_ofGroup_movesTheItemUnderItsReference() throws {
        let store = try makeStore(groups: ["a", "b"])
        try store.add(mail + ["labl": "x"])
        let reference = try store.persistent(mail)
        XCTAssertEqual(try store.update(mail, ["agrp": "b"]), 1)
        XCTAssertEqual(try store.labels(mail + ["agrp": "b"]), ["x"])
        XCTAssertEqual(try store.labels(mail + ["agrp": "a"]), [])
        XCTAssertEqual(try store.labels(["v_PersistentRef": reference]), ["x"])
    }

    func test_update_ontoIdentityTakenInGroup_throwsDuplicateItem() throws {
        let store = try makeStore(groups: ["a", "b"])
        for group in ["a", "b"] { try store.add(mail + ["agrp": .string(group)]) }
        assertThrows(.duplicateItem) { try store.update(self.mail + ["agrp": "a"], ["agrp": "b"]) }
    }

    func test_update_toGroupOfOthers_throwsMissingEntitlement() throws {
        let store = try makeStore(groups: ["a", "b"])
        try store.add(mail)
        for group: ItemDictionary.Value in ["c", data("c"), "com.apple.token"] {
            assertThrows(.missingEntitlement) { try store.update(self.mail, ["agrp": group]) }
        }
        XCTAssertEqual(try store.attributes(mail)["agrp"]?.text, "a")
    }

    func test_eachCall_withTokenGroup_readsButNeverWrites() throws {
        let store = try makeStore(groups: ["a", "com.apple.token"])
        let query = mail + ["agrp": "com.apple.token"]
        assertThrows(.missingEntitlement, "add") { try store.add(query) }
        assertThrows(.missingEntitlement, "update") { try store.update(query, [:]) }
        assertThrows(.missingEntitlement, "delete") { try store.delete(query) }
        assertThrows(.itemNotFound, "search") { try store.copyMatching(query) }
    }

    func test_eachCall_withTokenGroupAlone_readsButNeverWrites() throws {
        let store = try makeStore(groups: ["com.apple.token"])
        assertThrows(.missingEntitlement, "add") { try store.add(self.mail) }
        assertThrows(.missingEntitlement, "update") { try store.update(self.mail, [:]) }
        assertThrows(.missingEntitlement, "delete") { try store.delete(self.mail) }
        assertThrows(.itemNotFound, "search") { try store.copyMatching(self.mail) }
    }

    func test_add_withTokenGroupFirst_takesTheNext() throws {
        let store = try makeStore(groups: ["com.apple.token", "a"])
        try store.add(mail)
        XCTAssertEqual(try store.attributes(mail)["agrp"]?.text, "a")
    }

    func test_eachCall_withTwoFaults_reportsTheOneItChecksFirst() throws {
        let store = try makeStore(groups: ["a"])
        let rows = [
            DictionaryRow("a wrong type", mail + ["agrp": "b", "acct": true]),
            DictionaryRow("no such attribute", mail + ["agrp": "b", "srvr": "x"], .noSuchAttr),
            DictionaryRow("no such class", ["class": "xxxx", "agrp": "b"], .noSuchClass),
        ]
        assertThrows(rows) { try store.add($0) }
        assertThrows(rows) { try store.copyMatching($0) }
        for row in rows {
            assertThrows(.missingEntitlement, "update, \(row.name)") { try store.update(row.dictionary, [:]) }
            assertThrows(.missingEntitlement, "delete, \(row.name)") { try store.delete(row.dictionary) }
        }
    }
}
