import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Keychains that are not named, and the names of those that are: section 12.1 of the behaviour tables.
final class KeychainArgumentTests: KeychainTestCase {
    private func path(of keychain: SecKeychain?) -> (status: OSStatus, path: String) {
        var buffer = [CChar](repeating: 0, count: 4_096)
        var length = UInt32(buffer.count)
        let status = unsafe SecKeychainGetPath(keychain, &length, &buffer)
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return (status, String(decoding: bytes, as: UTF8.self))
    }

    private func addInternetPassword(to keychain: SecKeychain?) -> (status: OSStatus, item: SecKeychainItem?)
    {
        var item: SecKeychainItem?
        let status = unsafe SecKeychainAddInternetPassword(
            keychain, 5, "forge", 0, nil, 0, nil, 0, nil, 0, .any, .any, 1, "x", &item)
        return (status, item)
    }

    // MARK: - No keychain

    func test_anyCall_withoutKeychain_meansTheDefaultOne() throws {
        let keychain = try createCheap("a.keychain", "correct horse")
        XCTAssertEqual(SecKeychainSetDefault(keychain), errSecSuccess)
        XCTAssertEqual(path(of: nil).path, keychain.path)
        XCTAssertEqual(try addInternetPassword(to: nil).item?.keychain, keychain)
        XCTAssertEqual(SecKeychainLock(nil), errSecSuccess)
        XCTAssertEqual(state(keychain).state, 2)
        XCTAssertEqual(unsafe SecKeychainUnlock(nil, 13, "correct horse", true), errSecSuccess)
        XCTAssertEqual(state(keychain).state, 7)
    }

    func test_anyCall_withoutKeychainWhereThereIsNoDefault_answersNoDefaultKeychain() throws {
        XCTAssertEqual(SecKeychainDelete(try create("login.keychain")), errSecSuccess)
        var settings = SecKeychainSettings()
        settings.version = UInt32(SEC_KEYCHAIN_SETTINGS_VERS1)
        let rows: [(name: String, status: OSStatus, line: UInt)] = [
            ("path", path(of: nil).status, #line),
            ("status", state(nil).status, #line),
            ("lock", SecKeychainLock(nil), #line),
            ("unlock", SecKeychainUnlock(nil, 0, nil, false), #line),
            ("set settings", unsafe SecKeychainSetSettings(nil, &settings), #line),
            ("copy settings", unsafe SecKeychainCopySettings(nil, &settings), #line),
            ("generic", SecKeychainAddGenericPassword(nil, 0, nil, 0, nil, 0, nil, nil), #line),
            ("internet", addInternetPassword(to: nil).status, #line),
        ]
        for row in rows { XCTAssertEqual(row.status, errSecNoDefaultKeychain, row.name, line: row.line) }
    }

    func test_delete_withoutKeychain_doesNotMeanTheDefaultOne() throws {
        let keychain = try create("login.keychain")
        XCTAssertEqual(SecKeychainDelete(nil), errSecInvalidKeychain)
        XCTAssertEqual(state(keychain).state, 7)
    }

    // MARK: - Names

    func test_getPath_ofNameInTheFolder_hasTheEndingThatIsNotKept() throws {
        let keychain = try create("a.keychain")
        XCTAssertEqual(SecKeychainSetDefault(keychain), errSecSuccess)
        let stores = try StoreDirectory()
        XCTAssertEqual(path(of: keychain).path, stores.folder + "/a.keychain-db")
        let kept = try String(contentsOfFile: stores.preferencesFile, encoding: .utf8)
        XCTAssertTrue(kept.contains("/a.keychain\n"), kept)
        XCTAssertFalse(kept.contains("-db"), kept)
    }

    func test_getPath_withoutLengthOrBuffer_answersParam() throws {
        let keychain = try open("a.keychain")
        var (length, byte): (UInt32, CChar) = (1, 0)
        XCTAssertEqual(unsafe SecKeychainGetPath(keychain, nil, &byte), errSecParam)
        XCTAssertEqual(unsafe SecKeychainGetPath(keychain, &length, nil), errSecParam)
    }

    func test_create_whereAnotherFileIs_answersDuplicateKeychainAndLeavesIt() throws {
        let other = try write("a.keychain", "dear".utf8)
        var keychain: SecKeychain?
        let status = unsafe SecKeychainCreate(other, 0, "", false, nil, &keychain)
        XCTAssertEqual(status, errSecDuplicateKeychain)
        XCTAssertNil(keychain)
        XCTAssertEqual(try String(contentsOfFile: other, encoding: .utf8), "dear")
    }

    func test_setDefault_onFileOfAnotherUser_answersWrPerm() throws {
        let keychain = try create("a.keychain")
        try XCTSkipIf(
            unsafe chown(keychain.path, 65_534, gid_t.max) != 0, "the test may not give files away")
        XCTAssertEqual(SecKeychainSetDefault(keychain), errSecWrPerm)
    }

    func test_addInternetPassword_intoMissingKeychain_usesTheDefaultOne() throws {
        let (status, item) = addInternetPassword(to: try open("missing.keychain"))
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertEqual(try item?.keychain, try open("login.keychain"))
    }
}
