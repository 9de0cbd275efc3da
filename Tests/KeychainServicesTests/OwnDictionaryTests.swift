import Foundation
import KeychainServices
import SecureStore
import XCTest

/// Queries in dictionaries of a program's own class.
final class OwnDictionaryTests: XCTestCase {
    /// Keeps what it holds in an array of pairs.
    private class Pairs: NSDictionary {
        private var pairs: [(NSString, Any)] = []

        convenience init(_ pairs: (NSString, Any)...) {
            self.init()
            self.pairs = pairs
        }

        override var count: Int { pairs.count }
        override func object(forKey key: Any) -> Any? { pairs.first { $0.0.isEqual(key) }?.1 }
        override func keyEnumerator() -> NSEnumerator { NSArray(array: pairs.map(\.0)).objectEnumerator() }
    }

    /// Says that it has fewer values than keys.
    private final class Lopsided: Pairs {
        override var allValues: [Any] { Array(super.allValues.dropLast()) }
    }

    override func setUpWithError() throws {
        KeychainStore.use(try ItemStore.inMemory())
        for account in ["maria", "ben"] {
            let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account]
            XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        }
    }

    override func tearDown() { KeychainStore.useDefault() }

    func test_query_inADictionaryOfAnotherClass_finds() {
        var result: CFTypeRef?
        let query = Pairs(
            (kSecClass, kSecClassGenericPassword), (kSecAttrAccount, "ben"), (kSecReturnAttributes, true))
        unsafe XCTAssertEqual(SecItemCopyMatching(query, &result), errSecSuccess)
        XCTAssertEqual((result as? [String: Any])?["acct"] as? String, "ben")
    }

    func test_delete_whereAKeyHasNoValue_deletesNothing() {
        let query = Lopsided((kSecClass, kSecClassGenericPassword), (kSecAttrAccount, "ben"))
        XCTAssertEqual(SecItemDelete(query), errSecParam)
        let all: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll]
        var result: CFTypeRef?
        unsafe XCTAssertEqual(SecItemCopyMatching(all as CFDictionary, &result), errSecSuccess)
        XCTAssertEqual((result as? NSArray)?.count, 2)
    }
}
