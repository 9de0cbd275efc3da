import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// The reasons that `KeychainStore` reports of calls that take no dictionary: each says what to do next.
final class KeychainReasonTests: KeychainTestCase {
    /// Asserts that the call reports one error, with these words.
    private func check(_ words: String..., line: UInt = #line, _ call: () throws -> Void) rethrows {
        let reasons = Locked<[String]>([])
        KeychainStore.reportErrors { error in reasons.update { $0.append(error.reason) } }
        defer { KeychainStore.reportErrors(to: nil) }
        try call()
        XCTAssertEqual(reasons.value.count, 1, line: line)
        for word in words {
            XCTAssertTrue(reasons.value.joined().contains(word), "no '\(word)': \(reasons.value)", line: line)
        }
    }

    func test_passwordCalls_thatCannotBe_sayWhatToDo() throws {
        let keychain = try create("a.keychain")
        check("add it", "SecKeychainAddGenericPassword") {
            _ = unsafe SecKeychainFindGenericPassword(keychain, 1, "a", 1, "b", nil, nil, nil)
        }
        check("at most 1048576") {
            _ = unsafe SecKeychainFindGenericPassword(keychain, 1 << 21, "a", 1, "b", nil, nil, nil)
        }
        check("at most 16777216") {
            _ = unsafe SecKeychainAddGenericPassword(keychain, 1, "a", 1, "b", 1 << 25, "x", nil)
        }
        check("at most 65536") { _ = unsafe SecKeychainUnlock(keychain, 1 << 17, "x", true) }
        check("give one") { _ = unsafe SecKeychainCreate("b.keychain", 0, nil, false, nil, nil) }
    }

    func test_defaultKeychain_thatIsMissing_isNamedWithTheWayBack() throws {
        let (folder, way) = (directory + "/.local/share/securestore", "default-keychain -s login.keychain")
        XCTAssertEqual(SecKeychainSetDefault(try open("a.keychain")), errSecSuccess)
        let item = [kSecClass: kSecClassGenericPassword, kSecAttrService: "mail"] as NSDictionary
        check("there is no store at \(folder)/a.keychain-db", way) { _ = SecItemAdd(item, nil) }
        XCTAssertEqual(SecKeychainSetDefault(try create("login.keychain")), errSecSuccess)
        XCTAssertEqual(SecKeychainDelete(try open("login.keychain")), errSecSuccess)
        var keychain: SecKeychain?
        check("as \(folder)/securestore.preferences says", way) {
            XCTAssertEqual(unsafe SecKeychainCopyDefault(&keychain), errSecNoDefaultKeychain)
        }
    }

    func test_otherCalls_thatCannotBe_sayWhatToDo() {
        check("kSecRevocationUseAnyAvailableMethod") { _ = SecPolicyCreateRevocation(0) }
        check("leave it out") {
            _ = SecPolicyCreateWithProperties(kSecPolicyAppleX509Basic, ["x": 1] as NSDictionary)
        }
        check("kSecPolicyAppleSSL") { _ = SecPolicyCreateWithProperties("x" as NSString, nil) }
        check("tkid", "leave it out") {
            _ = SecKeyCreateRandomKey([kSecAttrTokenID: kSecAttrTokenIDSecureEnclave] as NSDictionary, nil)
        }
        check("SecKeychainOpen") { _ = SecKeychainSetDefault(nil) }
        check("give one") { _ = SecKeychainDelete(nil) }
    }
}
