import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// A default store that never was is an empty keychain to whoever reads; one that is gone is an error.
final class MissingDefaultStoreTests: DefaultStoreTestCase {
    private let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria"] as CFDictionary
    private let changes = [kSecAttrLabel: "Mail"] as CFDictionary

    override func setUpWithError() throws {
        try super.setUpWithError()
        KeychainStore.useDefault()
    }

    override func tearDownWithError() throws {
        KeychainStore.useDefault()
        try super.tearDownWithError()
    }

    private func find() -> OSStatus {
        unsafe SecKeychainFindGenericPassword(nil, 4, "mail", 0, nil, nil, nil, nil)
    }

    private func add() -> OSStatus {
        unsafe SecKeychainAddGenericPassword(nil, 4, "mail", 0, nil, 1, "x", nil)
    }

    private func slots() throws -> [SlotKind] {
        try ItemStore.open(at: defaultPath, options: standard).protection().slots.map(\.kind)
    }

    // MARK: - Not to be opened

    func test_reading_inDirectoryThatOthersCanWrite_reportsWhichAndWhy() throws {
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        KeychainStore.useDefault()
        let folder = String(defaultPath[..<(try XCTUnwrap(defaultPath.lastIndex(of: "/")))])
        setMode(0o777, of: folder)
        let reasons = Locked<[String]>([])
        KeychainStore.reportErrors { error in reasons.update { $0.append(error.reason) } }
        defer { KeychainStore.reportErrors(to: nil) }
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecInvalidDBLocation)
        XCTAssertTrue(
            try XCTUnwrap(reasons.value.last).contains(
                "its directory \(folder) can be written by others (mode 777); run chmod go-w \(folder)"))
    }

    // MARK: - Never there

    func test_reading_withoutAnyStore_answersItemNotFoundAndMakesNothing() throws {
        set("SECURESTORE_PASSPHRASE", "pass")
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecItemNotFound)
        XCTAssertEqual(SecItemUpdate(item, changes), errSecItemNotFound)
        XCTAssertEqual(SecItemDelete(item), errSecItemNotFound)
        XCTAssertEqual(find(), errSecItemNotFound)
        let keychain = Keychains.keychain(at: defaultPath)
        let named: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecMatchSearchList: [keychain]]
        XCTAssertEqual(SecItemCopyMatching(named as CFDictionary, nil), errSecItemNotFound)
        XCTAssertEqual(try contents(), [:])
    }

    func test_reading_withoutAnyStore_makesNoDeviceKeyOfTheProgramsChoice() throws {
        var options = StoreOptions()
        options.deviceKey = .file(directory + "/own.key")
        KeychainStore.useDefault(options)
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecItemNotFound)
        XCTAssertEqual(try contents(), [:])
    }

    func test_reading_withoutAnyStore_refusesWhatItAlwaysRefuses() {
        XCTAssertEqual(SecItemCopyMatching([kSecClass: "frob"] as CFDictionary, nil), errSecNoSuchClass)
        XCTAssertEqual(SecItemDelete([kSecAttrAccount: 7] as CFDictionary), errSecParam)
    }

    func test_callsAboutTheKeychain_withoutAnyStore_answerNoSuchKeychainAndMakeNothing() throws {
        var settings = SecKeychainSettings()
        settings.version = UInt32(SEC_KEYCHAIN_SETTINGS_VERS1)
        XCTAssertEqual(SecKeychainUnlock(nil, 0, nil, false), errSecNoSuchKeychain)
        XCTAssertEqual(unsafe SecKeychainCopySettings(nil, &settings), errSecNoSuchKeychain)
        XCTAssertEqual(unsafe SecKeychainSetSettings(nil, &settings), errSecNoSuchKeychain)
        XCTAssertEqual(try contents(), [:])
    }

    // MARK: - The first add

    func test_add_withoutAnyStore_makesOne() throws {
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecItemNotFound)
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecSuccess)
        XCTAssertEqual(try slots(), [.deviceKey])
    }

    func test_add_withPassphraseSource_makesStoreThatOnlyItOpens() throws {
        set("SECURESTORE_PASSPHRASE", "pass")
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        XCTAssertEqual(try slots(), [.passphrase])
        XCTAssertEqual(add(), errSecSuccess)
        try StoreDirectory().delete(defaultPath)
        KeychainStore.useDefault()
        _ = try StoreDirectory().setDefaultStore(defaultPath)
        XCTAssertEqual(add(), errSecSuccess)
        XCTAssertEqual(try slots(), [.passphrase])
    }

    func test_add_withPassphraseSourceThatGivesNothing_failsAndMakesNothing() throws {
        set("SECURESTORE_PASSPHRASE_COMMAND", "false")
        XCTAssertEqual(SecItemAdd(item, nil), errSecAuthFailed)
        XCTAssertEqual(add(), errSecAuthFailed)
        XCTAssertEqual(try contents(), [:])
    }

    // MARK: - Gone

    func test_everyCall_toStoreThatIsGone_answersNotAvailableAndMakesNothing() throws {
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        KeychainStore.useDefault()
        try loseStore()
        let before = try contents()
        XCTAssertEqual(SecItemCopyMatching(item, nil), errSecNotAvailable)
        XCTAssertEqual(SecItemUpdate(item, changes), errSecNotAvailable)
        XCTAssertEqual(SecItemDelete(item), errSecNotAvailable)
        XCTAssertEqual(find(), errSecNotAvailable)
        XCTAssertEqual(SecItemAdd(item, nil), errSecNotAvailable)
        XCTAssertEqual(add(), errSecNotAvailable)
        XCTAssertEqual(try contents(), before)
    }

    func test_add_afterTheStoreWasDeleted_makesANewOne() throws {
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        XCTAssertEqual(SecKeychainDelete(Keychains.keychain(at: defaultPath)), errSecSuccess)
        XCTAssertEqual(SecItemAdd(item, nil), errSecNoDefaultKeychain)
        XCTAssertEqual(SecKeychainSetDefault(Keychains.keychain(at: defaultPath)), errSecSuccess)
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
    }
}
