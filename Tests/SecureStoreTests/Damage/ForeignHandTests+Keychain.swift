import Foundation
import KeychainServices
import XCTest

@testable import SecureStore

/// The default store replaced under Apple's names, which open it again if it is a store that they may go on
/// with.
extension ForeignHandTests {
    private func item(_ account: String) -> CFDictionary {
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account] as CFDictionary
    }

    private var changes: CFDictionary { [kSecAttrLabel: "Mail"] as CFDictionary }

    /// Puts a file in a store's place, with or without what lies beside that.
    private func put(_ file: String, at path: String, alone: Bool = false) {
        if alone { for name in ["-wal", "-shm"] { _ = unsafe unlink(path + name) } }
        XCTAssertEqual(unsafe rename(file, path), 0)
    }

    /// Adds an item by Apple's name, and puts a copy of that store in its place, which `change` may change.
    private func addAndReplace(_ change: (ItemStore) throws -> Void = { _ in }) throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        try openDefault().backup(to: copy)
        put(copy, at: defaultPath)
        try change(openDefault())
    }

    // MARK: - Going on

    func test_eachAppleName_afterTheStoreWasReplacedByItsCopy_worksOnTheOneThatIsThere() throws {
        let calls: [(name: String, items: Int, call: () -> OSStatus)] = [
            ("add", 2, { SecItemAdd(self.item("two"), nil) }),
            ("find", 1, { SecItemCopyMatching(self.item("one"), nil) }),
            ("update", 1, { SecItemUpdate(self.item("one"), self.changes) }),
            ("delete", 0, { SecItemDelete(self.item("one")) }),
            (
                "add password", 2,
                { unsafe SecKeychainAddGenericPassword(nil, 4, "mail", 0, nil, 1, "x", nil) }
            ),
        ]
        for row in calls {
            try startAgain()
            try addAndReplace()
            XCTAssertEqual(row.call(), errSecSuccess, row.name)
            XCTAssertEqual(try openDefault().itemCount(), row.items, row.name)
        }
    }

    func test_appleNames_afterTheStoreWasReplacedTwice_goOnTwice() throws {
        try addAndReplace()
        XCTAssertEqual(SecItemUpdate(item("one"), changes), errSecSuccess)
        XCTAssertEqual(SecItemCopyMatching(item("one"), nil), errSecSuccess)
        try openDefault().backup(to: copy)
        put(copy, at: defaultPath)
        XCTAssertEqual(SecItemDelete(item("one")), errSecSuccess)
        XCTAssertEqual(try openDefault().itemCount(), 0)
    }

    func test_appleNames_afterBackupOfAnotherStoreWasRestored_workOnThatOne() throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        let other = try ItemStore.create(at: path, options: standard)
        try other.add(GenericPassword(account: "two"))
        try other.backup(to: copy)
        _ = try ItemStore.restore(from: copy, to: defaultPath, options: standard)
        XCTAssertEqual(SecItemCopyMatching(item("two"), nil), errSecSuccess)
        XCTAssertEqual(SecItemUpdate(item("two"), changes), errSecSuccess)
        XCTAssertEqual(SecItemDelete(item("one")), errSecItemNotFound)
    }

    func test_appleNames_afterReplacementByStoreThatIsLocked_answerThatItIs() throws {
        try addAndReplace { try $0.setPassphrase(secret("pass"), cost: .cheapest) }
        var state: SecKeychainStatus = 0
        XCTAssertEqual(unsafe SecKeychainGetStatus(nil, &state), errSecSuccess)
        XCTAssertEqual(state, kSecReadPermStatus)
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecInteractionNotAllowed)
    }

    // MARK: - Not going on

    func test_add_afterAnotherStoreTookThePlace_answersWhyItIsRefused() throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        _ = try ItemStore.create(at: path, options: standard)
        put(path, at: defaultPath)
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecInvalidDBLocation)
    }

    func test_add_whileTheStoreIsGone_answersNotAvailableUntilItIsBack() throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        XCTAssertEqual(unsafe rename(defaultPath, copy), 0)
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecNotAvailable)
        put(copy, at: defaultPath)
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecSuccess)
    }

    // MARK: - Old copies

    /// The program is not told that the file was replaced, and so must not go back with it.
    func test_add_afterAnOldCopyTookTheStoresPlace_isRefused() throws {
        XCTAssertEqual(SecItemAdd(item("one"), nil), errSecSuccess)
        let admin = try openDefault()
        let code = Credential.recoveryCode(try admin.addRecoveryCode())
        try admin.backup(to: copy)
        try admin.removeSlot(try XCTUnwrap(admin.protection().slots.last).number)
        try admin.rotateKeys()
        XCTAssertEqual(SecItemAdd(item("two"), nil), errSecSuccess)
        put(copy, at: defaultPath, alone: true)
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
                put(backup, at: path, alone: true)
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
        put(other, at: path, alone: true)
        XCTAssertEqual(status(keychain), errSecSuccess)
        put(backup, at: path, alone: true)
        _ = status(keychain)
        XCTAssertEqual(unlock(keychain, "old"), errSecInvalidKeychain)
    }
}
