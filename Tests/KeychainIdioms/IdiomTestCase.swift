import Foundation
import KeychainServices
import SecureStore
import XCTest

/// A test of code as programs for Apple's systems have it, on a store in memory.
class IdiomTestCase: XCTestCase {
    override func setUpWithError() throws {
        KeychainStore.use(try ItemStore.inMemory())
    }

    override func tearDown() {
        KeychainStore.useDefault()
    }

    /// Adds a password for the service `mail`.
    func add(_ account: String, _ password: String = "secret", label: String? = nil) {
        var item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "mail",
            kSecAttrAccount as String: account, kSecValueData as String: Data(password.utf8),
        ]
        if let label = label { item[kSecAttrLabel as String] = label }
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
    }

    /// Asserts that a query finds the password of `maria`.
    func assertFinds(_ query: CFDictionary, file: StaticString = #filePath, line: UInt = #line) {
        var result: CFTypeRef?
        XCTAssertEqual(SecItemCopyMatching(query, &result), errSecSuccess, file: file, line: line)
        XCTAssertEqual(result as? Data, Data("secret".utf8), file: file, line: line)
    }
}
