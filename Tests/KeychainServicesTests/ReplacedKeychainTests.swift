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

    // MARK: - Old copies

    /// Puts a file in a keychain's place, without what lies beside that.
    private func put(_ file: String, at path: String) {
        for name in ["-wal", "-shm"] { _ = unsafe unlink(path + name) }
        XCTAssertEqual(unsafe rename(file, path), 0)
    }

    /// The program is not told that the file was replaced, and so must not go back with it.
    func test_add_afterAnOldCopyTookTheStoresPlace_isRefused() throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        let admin = try openDefault()
        let code = Credential.recoveryCode(try admin.addRecoveryCode())
        let backup = directory + "/backup"
        try admin.backup(to: backup)
        try admin.removeSlot(try XCTUnwrap(admin.protection().slots.last).number)
        try admin.rotateKeys()
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecSuccess)
        put(backup, at: defaultPath)
        XCTAssertEqual(SecItemAdd(item("three"), nil), errSecInvalidKeychain)
        XCTAssertEqual(try ItemStore.open(at: defaultPath, unlockingWith: code).itemCount(), 1)
    }

    /// A keychain whose passphrase was changed, and backups from before.
    private func makeKeychain(_ path: String, backups: [String]) throws -> SecKeychain {
        let store = try ItemStore.create(at: path)
        try store.setPassphrase(secret("old"), cost: .interactive)
        for backup in backups { try store.backup(to: backup) }
        try store.changePassphrase(from: secret("old"), to: secret("new"), cost: .interactive)
        try store.rotateKeys()
        var keychain: SecKeychain?
        XCTAssertEqual(unsafe SecKeychainOpen(path, &keychain), errSecSuccess)
        return try XCTUnwrap(keychain)
    }

    private func status(_ keychain: SecKeychain) -> OSStatus {
        var status: SecKeychainStatus = 0
        return unsafe SecKeychainGetStatus(keychain, &status)
    }

    private func unlock(_ keychain: SecKeychain, _ words: String) -> OSStatus {
        unsafe SecKeychainUnlock(keychain, UInt32(words.utf8.count), words, true)
    }

    func test_unlock_afterAnOldCopyTookThePlaceAgainAndAgain_isRefused() throws {
        for isUnlocked in [false, true] {
            let (path, backups) = (
                "\(directory)/a-\(isUnlocked)", (0..<2).map { "\(directory)/\(isUnlocked)-\($0)" }
            )
            let keychain = try makeKeychain(path, backups: backups)
            XCTAssertEqual(isUnlocked ? unlock(keychain, "new") : status(keychain), errSecSuccess)
            for backup in backups {
                put(backup, at: path)
                _ = status(keychain)
                for _ in 0..<2 {
                    XCTAssertEqual(unlock(keychain, "old"), errSecInvalidKeychain, "\(isUnlocked)")
                }
            }
        }
    }

    func test_unlock_afterADetourOverAnotherStore_isRefused() throws {
        let (path, backup, other) = (directory + "/a", directory + "/a-old", directory + "/b")
        let keychain = try makeKeychain(path, backups: [backup])
        XCTAssertEqual(unlock(keychain, "new"), errSecSuccess)
        _ = try ItemStore.create(at: other)
        put(other, at: path)
        XCTAssertEqual(status(keychain), errSecSuccess)
        put(backup, at: path)
        _ = status(keychain)
        XCTAssertEqual(unlock(keychain, "old"), errSecInvalidKeychain)
    }
}
