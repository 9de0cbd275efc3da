import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// A store whose file was replaced under a running program: the calls go on with the one that is there.
final class ReplacedKeychainTests: DefaultStoreTestCase {
    private let changes = [kSecAttrLabel: "Mail"] as CFDictionary
    private var backup: String { directory + "/backup" }

    override func setUpWithError() throws {
        try super.setUpWithError()
        KeychainStore.useDefault()
    }

    override func tearDownWithError() throws {
        KeychainStore.useDefault()
        try super.tearDownWithError()
    }

    private func item(_ account: String) -> CFDictionary {
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account] as CFDictionary
    }

    /// Puts a file in the place of the default store, which the calls have open.
    private func replace(with other: String) throws {
        XCTAssertEqual(unsafe rename(other, defaultPath), 0)
    }

    /// Adds an item through the calls, and puts a copy of that store in its place.
    private func addAndReplace() throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        try openDefault().backup(to: backup)
        try replace(with: backup)
    }

    // MARK: - Going on

    func test_add_afterTheStoreWasReplaced_isInTheOneThatIsThere() throws {
        try addAndReplace()
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecSuccess)
        XCTAssertEqual(try openDefault().itemCount(), 2)
    }

    func test_eachOtherCall_afterTheStoreWasReplaced_worksOnTheOneThatIsThere() throws {
        let calls: [() -> OSStatus] = [
            { SecItemCopyMatching(self.item("one"), nil) },
            { SecItemUpdate(self.item("one"), self.changes) },
            { SecItemDelete(self.item("one")) },
            { unsafe SecKeychainAddGenericPassword(nil, 4, "mail", 0, nil, 1, "x", nil) },
        ]
        for call in calls {
            try addAndReplace()
            XCTAssertEqual(call(), errSecSuccess)
            try ItemStore.delete(at: defaultPath)
            KeychainStore.useDefault()
        }
    }

    func test_callsAfterTheFirst_workOnTheStoreThatWasOpenedAgain() throws {
        try addAndReplace()
        XCTAssertEqual(SecItemUpdate(item("one"), changes), errSecSuccess)
        XCTAssertEqual(SecItemCopyMatching(item("one"), nil), errSecSuccess)
        XCTAssertEqual(SecItemDelete(item("one")), errSecSuccess)
        XCTAssertEqual(try openDefault().itemCount(), 0)
    }

    func test_replacedTwice_goesOnTwice() throws {
        try addAndReplace()
        XCTAssertEqual(SecItemUpdate(item("one"), changes), errSecSuccess)
        try openDefault().backup(to: backup)
        try replace(with: backup)
        XCTAssertEqual(SecItemDelete(item("one")), errSecSuccess)
    }

    func test_status_afterTheStoreWasReplaced_isThatOfTheOneThatIsThere() throws {
        try addAndReplace()
        try openDefault().setPassphrase(secret("pass"), cost: .cheapest)
        var state: SecKeychainStatus = 0
        XCTAssertEqual(unsafe SecKeychainGetStatus(nil, &state), errSecSuccess)
        XCTAssertEqual(state, kSecReadPermStatus)
    }

    func test_add_afterReplacementByStoreThatIsLocked_answersInteractionNotAllowed() throws {
        try addAndReplace()
        try openDefault().setPassphrase(secret("pass"), cost: .cheapest)
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecInteractionNotAllowed)
    }

    func test_calls_afterBackupOfAnotherStoreWasRestored_workOnThatOne() throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        let other = try ItemStore.create(at: path, options: standard)
        try other.add(GenericPassword(account: "two"))
        try other.backup(to: backup)
        _ = try ItemStore.restore(from: backup, to: defaultPath, options: standard)
        XCTAssertEqual(SecItemCopyMatching(item("two"), nil), errSecSuccess)
        XCTAssertEqual(SecItemUpdate(item("two"), changes), errSecSuccess)
        XCTAssertEqual(SecItemDelete(item("one")), errSecItemNotFound)
    }

    // MARK: - Not going on

    func test_add_afterAnotherStoreTookThePlace_answersWhyItIsRefused() throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        _ = try ItemStore.create(at: path, options: standard)
        try replace(with: path)
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecInvalidDBLocation)
    }

    func test_add_whileTheStoreIsGone_answersNotAvailableUntilItIsBack() throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        XCTAssertEqual(unsafe rename(defaultPath, backup), 0)
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecNotAvailable)
        try replace(with: backup)
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecSuccess)
    }

    func test_add_toReplacedStoreThatTheProgramChose_answersNotAvailable() throws {
        try addAndReplace()
        KeychainStore.use(try openDefault())
        try openDefault().backup(to: backup)
        try replace(with: backup)
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecNotAvailable)
    }
}
