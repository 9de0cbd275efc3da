import Foundation
import SecureStore
import XCTest

@testable import TokenVault

/// From plain storage into the vault, with nothing lost on the way.
final class MovingInTests: VaultTestCase {
    private let plain = ["at": "access-1", "rt": "refresh-1", "theme": "dark"]

    private func moveIn(_ dictionary: inout [String: String]) throws -> Bool {
        try vault.moveIn("maria", accessKey: "at", refreshKey: "rt", from: &dictionary)
    }

    func test_moveIn_fromDictionary_storesThePairAndRemovesTheCopy() throws {
        var dictionary = plain
        XCTAssertTrue(try moveIn(&dictionary))
        XCTAssertEqual(
            try vault.pair(for: "maria"), try TokenPair(accessToken: "access-1", refreshToken: "refresh-1"))
        XCTAssertEqual(dictionary, ["theme": "dark"])
        XCTAssertFalse(try moveIn(&dictionary))
    }

    func test_moveIn_fromUserDefaults_storesThePairAndRemovesTheCopy() throws {
        let name = "securestore-" + UUID().uuidString
        let defaults = try XCTUnwrap(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        for (key, value) in plain { defaults.set(value, forKey: key) }
        try vault.moveIn(
            "maria", accessKey: "at", refreshKey: "rt", reading: defaults.string(forKey:),
            removing: defaults.removeObject(forKey:))
        XCTAssertEqual(try storedAccess(), "access-1")
        XCTAssertNil(defaults.string(forKey: "at") ?? defaults.string(forKey: "rt"))
        XCTAssertEqual(defaults.string(forKey: "theme"), "dark")
    }

    func test_moveIn_whenTheStoreRefuses_keepsTheCopy() throws {
        var dictionary = plain
        faults.failNext(.diskFull, on: .add)
        XCTAssertThrowsError(try moveIn(&dictionary)) {
            XCTAssertEqual(($0 as? StoreError)?.status, .diskFull)
        }
        XCTAssertEqual(dictionary, plain)
    }

    func test_moveIn_ofWhatIsNoPair_throwsMalformedAndKeepsTheCopy() {
        for copy in [["rt": "refresh-1"], ["at": "a b"], ["at": ""], ["at": "a", "rt": "\n"]] {
            var dictionary = copy
            assertThrows(.malformed, "\(copy)") { try self.moveIn(&dictionary) }
            XCTAssertEqual(dictionary, copy)
        }
    }

    func test_moveIn_afterACrashBeforeRemoval_keepsTheVaultsPairAndFinishes() throws {
        try vault.save(pair(2), for: "maria")
        var dictionary = plain
        XCTAssertTrue(try moveIn(&dictionary))
        XCTAssertEqual(try storedAccess(), "access-2")
        XCTAssertEqual(dictionary, ["theme": "dark"])
    }

    // MARK: - From two items

    private func addItem(_ account: String, label: String, _ text: String) throws {
        try store.add(
            GenericPassword(service: "old", account: account, label: label),
            secret: SecretBytes(copying: text.utf8))
    }

    private func moveIn() throws -> Bool { try vault.moveIn("maria", accessLabel: "at", refreshLabel: "rt") }

    func test_moveIn_fromTwoItems_leavesOne() throws {
        try addItem("a", label: "at", "access-1")
        try addItem("b", label: "rt", "refresh-1")
        XCTAssertTrue(try moveIn())
        XCTAssertEqual(
            try vault.pair(for: "maria"), try TokenPair(accessToken: "access-1", refreshToken: "refresh-1"))
        XCTAssertEqual(try store.itemCount, 1)
        XCTAssertFalse(try moveIn())
    }

    func test_moveIn_fromTwoItems_whenTheStoreRefusesAnyStep_keepsBoth() throws {
        try addItem("a", label: "at", "access-1")
        try addItem("b", label: "rt", "refresh-1")
        for step in [InjectedFaults.Operation.transaction, .copyMatching, .add, .delete] {
            faults.failNext(.diskFull, on: step)
            XCTAssertThrowsError(try moveIn(), "\(step)")
            XCTAssertEqual(try store.itemCount, 2, "\(step)")
        }
    }

    func test_moveIn_fromLabelOfSeveralItems_throwsMalformedAndKeepsThem() throws {
        for account in ["a", "b"] { try addItem(account, label: "at", "access-1") }
        assertThrows(.malformed) { try self.moveIn() }
        XCTAssertEqual(try store.itemCount, 2)
    }
}
