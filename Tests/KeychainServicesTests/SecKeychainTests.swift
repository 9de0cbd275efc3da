import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// The calls of macOS's file keychains: section 12 of the behaviour tables.
final class SecKeychainTests: KeychainTestCase {
    private var folder: String { directory + "/.local/share/securestore" }

    private func unlock(_ keychain: SecKeychain, _ password: String) -> OSStatus {
        unsafe SecKeychainUnlock(keychain, UInt32(password.utf8.count), password, true)
    }

    private func searchList() throws -> [SecKeychain] {
        var list: CFArray?
        XCTAssertEqual(unsafe SecKeychainCopySearchList(&list), errSecSuccess)
        return try XCTUnwrap(list as? [SecKeychain])
    }

    private func defaultKeychain() -> (OSStatus, SecKeychain?) {
        var keychain: SecKeychain?
        let status = unsafe SecKeychainCopyDefault(&keychain)
        return (status, keychain)
    }

    // MARK: - Open, create, delete

    func test_version_isApples() {
        var version: UInt32 = 0
        XCTAssertEqual(unsafe SecKeychainGetVersion(&version), errSecSuccess)
        XCTAssertEqual(version, 0x0202_8000)
    }

    func test_open_neverLooksAtTheFile() throws {
        let missing = try open("missing.keychain")
        let damaged = try open(try write("damaged.keychain", "dear".utf8))
        XCTAssertEqual(state(missing).0, errSecNoSuchKeychain)
        XCTAssertEqual(state(damaged).0, errSecInvalidKeychain)
    }

    func test_open_ofOneFileTwice_isOneObject() throws {
        XCTAssertTrue(try open("a.keychain") === open("a.keychain-db"))
        XCTAssertFalse(try open("a.keychain") === open("b.keychain"))
        XCTAssertFalse(try open("\u{e9}.keychain") === open("e\u{301}.keychain"))
    }

    func test_open_withoutPathOrPlace_answersParam() {
        var keychain: SecKeychain?
        XCTAssertEqual(unsafe SecKeychainOpen(nil, &keychain), errSecParam)
        XCTAssertEqual(unsafe SecKeychainOpen("a.keychain", nil), errSecParam)
    }

    func test_create_answersAsTheTableSays() throws {
        var keychain: SecKeychain?
        XCTAssertEqual(unsafe SecKeychainCreate(nil, 0, "", false, nil, &keychain), errSecParam)
        XCTAssertEqual(unsafe SecKeychainCreate("a.keychain", 0, nil, false, nil, &keychain), errSecParam)
        XCTAssertEqual(
            unsafe SecKeychainCreate("a.keychain", 0, nil, true, nil, &keychain), errSecInteractionNotAllowed)
        XCTAssertNil(keychain)
        let made = try create("a.keychain")
        XCTAssertEqual(state(made).1, 7)
        XCTAssertTrue(try searchList().contains(made))
        XCTAssertEqual(
            unsafe SecKeychainCreate("a.keychain", 0, "", false, nil, &keychain), errSecDuplicateKeychain)
    }

    func test_getPath_needsRoomForAZero() throws {
        let keychain = try open("/x/a.keychain")
        var buffer = [CChar](repeating: 1, count: 14)
        var length: UInt32 = 13
        XCTAssertEqual(unsafe SecKeychainGetPath(keychain, &length, &buffer), errSecBufferTooSmall)
        XCTAssertEqual(length, 13)
        length = 14
        XCTAssertEqual(unsafe SecKeychainGetPath(keychain, &length, &buffer), errSecSuccess)
        XCTAssertEqual(
            String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self), "/x/a.keychain")
        XCTAssertEqual(SecKeychainGetPath(keychain, nil, nil), errSecParam)
    }

    func test_delete_takesFileAndListAway_andFallsBackToTheLoginKeychain() throws {
        let keychain = try create("a.keychain")
        XCTAssertEqual(SecKeychainSetDefault(keychain), errSecSuccess)
        XCTAssertEqual(SecKeychainDelete(keychain), errSecSuccess)
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/a.keychain-db"))
        XCTAssertFalse(try searchList().contains(keychain))
        XCTAssertEqual(defaultKeychain().1, try open("login.keychain"))
    }

    func test_delete_ofSeveralOrNone() throws {
        let both = [try create("a.keychain"), try create("b.keychain")] as NSArray
        XCTAssertEqual(SecKeychainDelete(both), errSecSuccess)
        XCTAssertEqual(SecKeychainDelete(nil), errSecInvalidKeychain)
        XCTAssertEqual(SecKeychainDelete("x" as NSString), errSecInvalidKeychain)
    }

    // MARK: - Lock and unlock

    func test_unlock_needsTheRightPassword() throws {
        let keychain = try createCheap("a.keychain", "correct horse")
        XCTAssertEqual(SecKeychainLock(keychain), errSecSuccess)
        XCTAssertEqual(SecKeychainLock(keychain), errSecSuccess, "locking a locked one")
        XCTAssertEqual(state(keychain).1, 2)
        for wrong in ["wrong", ""] { XCTAssertEqual(unlock(keychain, wrong), errSecAuthFailed, wrong) }
        XCTAssertEqual(SecKeychainUnlock(keychain, 0, nil, false), errSecAuthFailed)
        XCTAssertEqual(state(keychain).1, 2)
        XCTAssertEqual(unlock(keychain, "correct horse"), errSecSuccess)
        XCTAssertEqual(unlock(keychain, "correct horse"), errSecSuccess, "unlocking an unlocked one")
        XCTAssertEqual(state(keychain).1, 7)
    }

    func test_unlock_withoutPassword_usesTheDeviceKey() throws {
        let keychain = try create("a.keychain")
        XCTAssertEqual(SecKeychainLockAll(), errSecSuccess)
        XCTAssertEqual(state(keychain).1, 2)
        XCTAssertEqual(unlock(keychain, ""), errSecSuccess)
        XCTAssertEqual(state(keychain).1, 7)
    }

    // MARK: - Default and search list

    func test_default_isTheLoginKeychainUntilSet() throws {
        XCTAssertEqual(defaultKeychain().1, try open("login.keychain"))
        let other = try create("a.keychain")
        XCTAssertEqual(SecKeychainSetDefault(other), errSecSuccess)
        XCTAssertEqual(defaultKeychain().1, other)
        XCTAssertEqual(SecItemAdd([kSecClass: kSecClassKey] as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(try other.store().itemCount(), 1, "new items go there")
        XCTAssertEqual(SecKeychainCopyDefault(nil), errSecParam)
        XCTAssertEqual(SecKeychainSetDefault(nil), errSecParam)
    }

    func test_default_whoseFileIsMissing_isStillAnswered() throws {
        let missing = try open("missing.keychain")
        XCTAssertEqual(SecKeychainSetDefault(missing), errSecSuccess)
        XCTAssertEqual(defaultKeychain().1, missing)
        XCTAssertEqual(SecItemAdd([kSecClass: kSecClassKey] as CFDictionary, nil), errSecNoSuchKeychain)
    }

    func test_searchList_isKeptInOrder() throws {
        let list = [try open("b.keychain"), try open("/x/a.keychain")]
        XCTAssertEqual(SecKeychainSetSearchList(list as NSArray), errSecSuccess)
        XCTAssertEqual(try searchList(), list)
        XCTAssertEqual(SecKeychainSetSearchList([] as NSArray), errSecSuccess)
        XCTAssertEqual(try searchList(), [])
        XCTAssertEqual(SecKeychainSetSearchList(nil), errSecParam)
        XCTAssertEqual(SecKeychainSetSearchList(["x"] as NSArray), errSecParam)
        XCTAssertEqual(SecKeychainCopySearchList(nil), errSecParam)
    }

    // MARK: - Keys of dictionaries

    /// Adds a password for an account with the account as secret.
    private func add(_ account: String, to keychain: SecKeychain) {
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecValueData: Data(account.utf8),
            kSecUseKeychain: keychain,
        ]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
    }

    private func find(_ keychains: [SecKeychain], _ extra: [CFString: Any] = [:]) -> (OSStatus, AnyObject?) {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecReturnData: true, kSecMatchSearchList: keychains,
        ]
        var result: AnyObject?
        let status = unsafe SecItemCopyMatching(query.merging(extra) { $1 } as CFDictionary, &result)
        return (status, result)
    }

    func test_searchListOfAQuery_decidesWhereToLook() throws {
        let (first, second) = (try create("a.keychain"), try create("b.keychain"))
        add("one", to: first)
        add("two", to: second)
        XCTAssertEqual(find([second, first]).1 as? Data, Data("two".utf8))
        XCTAssertEqual(find([first, second]).1 as? Data, Data("one".utf8))
        let all = find([second, first], [kSecMatchLimit: kSecMatchLimitAll]).1 as? [Data]
        XCTAssertEqual(all, [Data("two".utf8), Data("one".utf8)])
        XCTAssertEqual((find([second, first], [kSecMatchLimit: 1]).1 as? Data), Data("two".utf8))
        XCTAssertEqual(find([]).0, errSecItemNotFound)
        let missing = try open("missing.keychain")
        XCTAssertEqual(find([missing, first]).1 as? Data, Data("one".utf8))
        XCTAssertEqual(find([missing]).0, errSecNoSuchKeychain)
    }

    func test_keychainOfACall_decidesWhereItWorks() throws {
        let (first, second) = (try create("a.keychain"), try create("b.keychain"))
        for keychain in [first, second] { add("same", to: keychain) }
        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecUseKeychain: second]
        XCTAssertEqual(
            SecItemUpdate(query as CFDictionary, [kSecAttrLabel: "x"] as CFDictionary), errSecSuccess)
        XCTAssertEqual(SecItemDelete(query as CFDictionary), errSecSuccess)
        XCTAssertEqual(find([second]).0, errSecItemNotFound)
        XCTAssertEqual(find([first]).0, errSecSuccess)
    }

    func test_changeOfSeveralKeychains_saysWhichFailed() throws {
        let (first, missing) = (try create("a.keychain"), try open("missing.keychain"))
        add("one", to: first)
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecMatchSearchList: [missing, first],
        ]
        XCTAssertEqual(SecItemDelete(query as CFDictionary), errSecNoSuchKeychain)
        XCTAssertEqual(find([first]).0, errSecItemNotFound, "the other one was changed")
        let rest: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecMatchSearchList: [first]]
        XCTAssertEqual(SecItemDelete(rest as CFDictionary), errSecItemNotFound)
    }

    func test_changeOfSeveralKeychainsWithLimitOne_touchesTheFirstThatMatches() throws {
        let all = [try create("a.keychain"), try create("b.keychain"), try create("c.keychain")]
        for keychain in all.dropFirst() { add("one", to: keychain) }
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecMatchSearchList: all, kSecMatchLimit: kSecMatchLimitOne,
        ]
        let change = [kSecAttrLabel: "changed"] as CFDictionary
        XCTAssertEqual(SecItemUpdate(query as CFDictionary, change), errSecSuccess)
        XCTAssertEqual(find([all[2]], [kSecAttrLabel: "changed"]).0, errSecItemNotFound)
        XCTAssertEqual(SecItemDelete(query as CFDictionary), errSecSuccess)
        XCTAssertEqual(all.map { find([$0]).0 }, [errSecItemNotFound, errSecItemNotFound, errSecSuccess])
    }

    func test_keysThatNameNoKeychain_areRefused() {
        for (key, value) in [
            (kSecUseKeychain, "x" as Any), (kSecMatchSearchList, ["x"]), (kSecMatchSearchList, 1),
        ] {
            let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, key: value]
            XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, nil), errSecParam)
        }
    }

    func test_lockAll_afterAnotherChoiceOfStore_locksWhatWasOpenBefore() throws {
        let keychain = try create("a.keychain", "open")
        KeychainStore.useDefault()
        XCTAssertTrue(try open("a.keychain") === keychain)
        XCTAssertEqual(unlock(keychain, "open"), errSecSuccess)
        XCTAssertEqual(SecKeychainLockAll(), errSecSuccess)
        XCTAssertEqual(state(keychain).1, 2)
    }
}
