import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Items that may travel, and those that stay.
final class DictionarySynchronizableTests: DictionaryTestCase {
    private let mail: ItemDictionary = ["class": "genp", "svce": "mail"]

    /// One item of each kind under the same service and account.
    private func addBoth() throws {
        try store.add(mail + ["labl": "stays"])
        try store.add(mail + ["labl": "travels", "sync": true])
    }

    func test_copyMatching_withScope_seesThatKind() throws {
        try addBoth()
        let rows: [(String, ItemDictionary, [String])] = [
            ("absent", [:], ["stays"]), ("false", ["sync": false], ["stays"]), ("0", ["sync": 0], ["stays"]),
            ("true", ["sync": true], ["travels"]), ("1", ["sync": 1], ["travels"]),
            ("text 1", ["sync": "1"], ["travels"]), ("any", ["sync": "syna"], ["stays", "travels"]),
        ]
        for (name, scope, labels) in rows { XCTAssertEqual(try store.labels(mail + scope), labels, name) }
    }

    func test_add_withScope_storesThatKind() throws {
        let rows: [(ItemDictionary.Value, Int64)] = [
            (true, 1), (1, 1), ("1", 1), (false, 0), (0, 0), ("0", 0), ("syna", 0),
        ]
        for (value, number) in rows {
            let store = try makeStore(groups: nil)
            try store.add(mail + ["sync": value])
            XCTAssertEqual(try store.attributes(mail + ["sync": "syna"])["sync"]?.number, number, "\(value)")
        }
    }

    func test_add_ofBothKinds_coexist() throws {
        try addBoth()
        assertThrows(.duplicateItem) { try self.store.add(self.mail + ["sync": 1]) }
        assertThrows(.duplicateItem) { try self.store.add(self.mail) }
    }

    func test_copyMatching_ofAnyKindWithLimitOne_findsTheOldest() throws {
        try addBoth()
        XCTAssertEqual(try store.attributes(mail + ["sync": "syna"])["labl"]?.text, "stays")
    }

    func test_updateAndDelete_withoutScope_leaveTheOthersAlone() throws {
        try addBoth()
        XCTAssertEqual(try store.update(mail, ["labl": "changed"]), 1)
        XCTAssertEqual(try store.labels(mail + ["sync": "syna"]), ["changed", "travels"])
        XCTAssertEqual(try store.delete(mail), 1)
        XCTAssertEqual(try store.labels(mail + ["sync": "syna"]), ["travels"])
        assertThrows(.itemNotFound) { try self.store.delete(self.mail) }
        XCTAssertEqual(try store.delete(mail + ["sync": "syna"]), 1)
    }

    func test_copyMatching_byPersistentReference_findsEitherKind() throws {
        try addBoth()
        for (scope, label) in [(false, "stays"), (true, "travels")] {
            let reference = try store.persistent(mail + ["sync": .boolean(scope)])
            XCTAssertEqual(try store.labels(["v_PersistentRef": reference]), [label])
            XCTAssertEqual(try store.labels(["v_PersistentRef": reference, "sync": "syna"]), [label])
            XCTAssertEqual(try store.update(["v_PersistentRef": reference], ["icmt": "x"]), 1)
        }
    }

    func test_add_ofEachClass_canBeSynchronizable() throws {
        for itemClass in ["genp", "inet", "cert", "keys"] {
            let query: ItemDictionary = ["class": .string(itemClass), "sync": true, "labl": "a"]
            try store.add(query)
            XCTAssertEqual(try store.labels(query), ["a"])
        }
    }

    func test_add_ofEachAccessibility_keepsBoth() throws {
        for access in ["ak", "ck", "dk", "aku", "cku", "dku"] {
            let query = mail + ["sync": true, "acct": .string(access)]
            try store.add(query + ["pdmn": .string(access)])
            XCTAssertEqual(try store.attributes(query)["pdmn"]?.text, access)
        }
    }

    func test_update_toKindThatStaysOnTheDevice_keepsBoth() throws {
        try addBoth()
        try store.update(mail + ["sync": true], ["pdmn": "aku"])
        XCTAssertEqual(try store.attributes(mail + ["sync": true])["pdmn"]?.text, "aku")
    }

    func test_update_ofKindThatStaysOnTheDeviceToSynchronizable_keepsBoth() throws {
        try store.add(mail + ["pdmn": "cku"])
        try store.update(mail, ["sync": true])
        XCTAssertEqual(try store.attributes(mail + ["sync": true])["pdmn"]?.text, "cku")
    }

    func test_addAndUpdate_withAccessControl_throwParam() throws {
        let control = ItemDictionary.Value.accessControl(try AccessControl(accessibility: .whenUnlocked))
        try addBoth()
        for value: ItemDictionary.Value in [true, 1] {
            assertThrows(.param, "add") {
                try self.store.add(["class": "genp", "sync": value, "accc": control])
            }
            assertThrows(.param, "update of both") {
                try self.store.update(self.mail, ["sync": value, "accc": control, "svce": "x"])
            }
        }
        assertThrows(.param, "update of control") {
            try self.store.update(self.mail + ["sync": true], ["accc": control])
        }
        try store.update(mail, ["accc": control, "svce": "post"])
        assertThrows(.param, "update of synchronizable") {
            try self.store.update(["class": "genp", "svce": "post"], ["sync": true])
        }
    }

    func test_add_withSharingGroup_throwsParam() throws {
        assertThrows(.param) { try self.store.add(self.mail + ["sync": true, "ggrp": "x"]) }
    }

    func test_add_afterDelete_isPossibleAgain() throws {
        try addBoth()
        XCTAssertEqual(try store.delete(mail + ["sync": true]), 1)
        XCTAssertNoThrow(try store.add(mail + ["sync": true]))
    }

    func test_copyMatching_ofIdentities_appliesScopeToTheKey() throws {
        let pair = try Pair("a")
        try store.add(["v_Ref": pair.certificateValue, "sync": true, "labl": "a"])
        try store.add(["v_Ref": pair.keyValue])
        XCTAssertEqual(try store.labels(["class": "idnt"]), ["a"])
        XCTAssertEqual(try store.labels(["class": "idnt", "sync": true]), [])
        try store.update(["class": "keys"], ["sync": true])
        XCTAssertEqual(try store.labels(["class": "idnt"]), [])
        XCTAssertEqual(try store.labels(["class": "idnt", "sync": true]), ["a"])
    }
}
