import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Keychains that take no change where they are: what asks for none is answered all the same.
final class UnwritableKeychainTests: KeychainTestCase {
    private func item(_ account: String, _ more: [CFString: Any] = [:]) -> CFDictionary {
        let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: account]
        return item.merging(more) { $1 } as CFDictionary
    }

    /// Lends the default keychain, closed and with one item, where a user cannot write it.
    private func withUnwritable(_ keychain: SecKeychain, _ body: (_ folder: String) throws -> Void) throws {
        XCTAssertEqual(SecKeychainSetDefault(keychain), errSecSuccess)
        XCTAssertEqual(SecItemAdd(item("maria"), nil), errSecSuccess)
        KeychainStore.useDefault()
        let folder = URL(fileURLWithPath: keychain.path).deletingLastPathComponent().path
        try asOrdinaryUser {
            setMode(0o500, of: folder)
            defer { setMode(0o700, of: folder) }
            try body(folder)
        }
    }

    func test_calls_whereNothingCanBeWritten_readAndSayWhyTheyDoNotChange() throws {
        try withUnwritable(create("build.keychain")) { _ in
            for _ in 1...2 {
                XCTAssertEqual(SecItemCopyMatching(item("maria"), nil), errSecSuccess)
                XCTAssertEqual(SecItemCopyMatching(item("john"), nil), errSecItemNotFound)
                XCTAssertEqual(SecItemAdd(item("john"), nil), errSecWrPerm)
                let label = [kSecAttrLabel: "Mail"] as CFDictionary
                XCTAssertEqual(SecItemUpdate(item("maria"), label), errSecWrPerm)
                XCTAssertEqual(SecItemDelete(item("maria")), errSecWrPerm)
            }
            XCTAssertEqual(state(nil).state, kSecUnlockStateStatus | kSecReadPermStatus)
            XCTAssertEqual(SecKeychainLock(nil), errSecSuccess)
            XCTAssertEqual(SecItemDelete(item("maria")), errSecWrPerm)
            XCTAssertEqual(state(nil).state, kSecReadPermStatus)
        }
    }

    func test_change_whenTheKeychainTakesIt_isMadeAndItStaysUnlocked() throws {
        try withUnwritable(createCheap("build.keychain", "tulip")) { folder in
            XCTAssertEqual(unsafe SecKeychainUnlock(nil, 5, "tulip", true), errSecSuccess)
            XCTAssertEqual(SecItemDelete(item("maria")), errSecWrPerm)
            XCTAssertEqual(SecItemCopyMatching(item("maria", [kSecReturnData: true]), nil), errSecSuccess)
            setMode(0o700, of: folder)
            XCTAssertEqual(SecItemDelete(item("maria")), errSecSuccess)
            XCTAssertEqual(state(nil).state, 7)
        }
    }
}
