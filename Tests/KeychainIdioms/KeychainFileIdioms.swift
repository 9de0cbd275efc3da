import Foundation
import KeychainServices
import XCTest

/// Programs for macOS that use its file keychains without dictionaries.
final class KeychainFileIdioms: IdiomTestCase {
    func test_password_savedThenRead() throws {
        let (service, account, password) = ("mail.example", "maria", "secret")
        let status = SecKeychainAddGenericPassword(
            nil, UInt32(service.utf8.count), service, UInt32(account.utf8.count), account,
            UInt32(password.utf8.count), password, nil)
        guard status == errSecSuccess else {
            return XCTFail(SecCopyErrorMessageString(status, nil)! as String)
        }
        var length: UInt32 = 0
        var data: UnsafeMutableRawPointer?
        let found = SecKeychainFindGenericPassword(
            nil, UInt32(service.count), service, UInt32(account.count), account, &length, &data, nil)
        XCTAssertEqual(found, errSecSuccess)
        defer { SecKeychainItemFreeContent(nil, data) }
        let read = NSString(bytes: data!, length: Int(length), encoding: String.Encoding.utf8.rawValue)
        XCTAssertEqual(read as String?, password)
    }

    func test_password_changedWhereItIsThere() {
        for password in ["one", "two"] {
            var item: SecKeychainItem? = nil
            SecKeychainFindGenericPassword(nil, 4, "mail", 5, "maria", nil, nil, &item)
            if let item = item {
                let bytes = Array(password.utf8)
                XCTAssertEqual(
                    SecKeychainItemModifyAttributesAndData(item, nil, UInt32(bytes.count), bytes), noErr)
            } else {
                XCTAssertEqual(
                    SecKeychainAddGenericPassword(nil, 4, "mail", 5, "maria", 3, password, nil), noErr)
            }
        }
        var item: SecKeychainItem?
        SecKeychainFindGenericPassword(nil, 4, "mail", 0, nil, nil, nil, &item)
        XCTAssertEqual(SecKeychainItemDelete(item!), noErr)
    }

    func test_internetPassword_ofAServer() {
        let server = "forge.example"
        XCTAssertEqual(
            SecKeychainAddInternetPassword(
                nil, UInt32(server.lengthOfBytes(using: .utf8)), server, 0, nil, 5, "maria", 0, nil, 443,
                SecProtocolType.HTTPS, SecAuthenticationType.default, 6, "secret", nil), errSecSuccess)
        var (length, pointer): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
        XCTAssertEqual(
            SecKeychainFindInternetPassword(
                nil, UInt32(server.lengthOfBytes(using: .utf8)), server, 0, nil, 0, nil, 0, "", UInt16(0),
                .any, .any,
                &length,
                &pointer, nil), errSecSuccess)
        XCTAssertEqual(String(decoding: Data(bytes: pointer!, count: Int(length)), as: UTF8.self), "secret")
        SecKeychainItemFreeContent(nil, pointer)
    }

    func test_settings_ofAKeychain() {
        var settings = SecKeychainSettings(
            version: UInt32(SEC_KEYCHAIN_SETTINGS_VERS1), lockOnSleep: true, useLockInterval: true,
            lockInterval: UInt32(INT32_MAX))
        XCTAssertEqual(SecKeychainSetSettings(nil, &settings), errSecSuccess)
        var copied = SecKeychainSettings()
        copied.version = UInt32(SEC_KEYCHAIN_SETTINGS_VERS1)
        XCTAssertEqual(SecKeychainCopySettings(nil, &copied), errSecSuccess)
        XCTAssertTrue(copied.lockOnSleep.boolValue)
    }

    func test_interaction_switchedOffForAWhile() {
        var previous = DarwinBoolean(false)
        SecKeychainGetUserInteractionAllowed(&previous)
        SecKeychainSetUserInteractionAllowed(false)
        defer { SecKeychainSetUserInteractionAllowed(previous.boolValue) }
        XCTAssertEqual(previous, true)
    }

    func test_domain_ofTheSystem() {
        var keychain: SecKeychain?
        let status = SecKeychainCopyDomainDefault(SecPreferencesDomain.system, &keychain)
        XCTAssertEqual(status, errSecNoDefaultKeychain)
    }
}
