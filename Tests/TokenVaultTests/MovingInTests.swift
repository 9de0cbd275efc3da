import Foundation
import SecureStore
import SecureStoreTesting
import XCTest

@testable import TokenVault

/// From plain storage into the vault, with nothing lost on the way.
final class MovingInTests: VaultTestCase {
    private var defaults: UserDefaults!
    private var suite = ""

    override func setUpWithError() throws {
        try super.setUpWithError()
        suite = "securestore-" + UUID().uuidString
        defaults = try XCTUnwrap(UserDefaults(suiteName: suite))
        for (key, value) in ["at": "access-1", "rt": "refresh-1", "theme": "dark"] {
            defaults.set(value, forKey: key)
        }
    }

    override func tearDown() { defaults.removePersistentDomain(forName: suite) }

    /// As the documentation shows it.
    private func moveIn() throws {
        guard let access = defaults.string(forKey: "at") else { return }
        let pair = try TokenPair(accessToken: access, refreshToken: defaults.string(forKey: "rt"))
        try vault.saveIfAbsent(pair, for: "maria")
        for key in ["at", "rt"] { defaults.removeObject(forKey: key) }
    }

    private var copy: [String?] { ["at", "rt", "theme"].map { defaults.string(forKey: $0) } }

    func test_moveIn_storesThePairAndRemovesTheCopy() throws {
        for _ in 0..<2 { try moveIn() }
        XCTAssertEqual(
            try vault.pair(for: "maria"), try TokenPair(accessToken: "access-1", refreshToken: "refresh-1"))
        XCTAssertEqual(copy, [nil, nil, "dark"])
    }

    func test_moveIn_whenTheStoreRefuses_keepsTheCopy() throws {
        faults.failNext(.add, with: .diskFull)
        XCTAssertThrowsError(try moveIn()) { XCTAssertEqual(($0 as? StoreError)?.status, .diskFull) }
        XCTAssertEqual(copy, ["access-1", "refresh-1", "dark"])
    }

    func test_moveIn_afterACrashBeforeRemoval_keepsTheVaultsPairAndFinishes() throws {
        try vault.save(pair(2), for: "maria")
        try moveIn()
        XCTAssertEqual(try storedAccess(), "access-2")
        XCTAssertEqual(copy, [nil, nil, "dark"])
    }

    func test_saveIfAbsent_saysWhetherItStored() throws {
        XCTAssertTrue(try vault.saveIfAbsent(pair(), for: "maria"))
        XCTAssertFalse(try vault.saveIfAbsent(pair(2), for: "maria"))
        XCTAssertEqual(try storedAccess(), "access-1")
    }

    func test_saveIfAbsent_onItemOfSomebodyElse_throwsMalformedAndKeepsIt() throws {
        try store.add(
            GenericPassword(service: "api", account: "maria"), secret: SecretBytes(utf8: "hunter2"))
        assertThrows(.malformed) { try self.vault.saveIfAbsent(try self.pair(), for: "maria") }
        XCTAssertEqual(try store.first(Query<GenericPassword>())?.secret?.count, 7)
    }
}
