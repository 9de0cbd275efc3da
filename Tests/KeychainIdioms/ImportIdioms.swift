import class KeychainServices.SecAccessControl
import func KeychainServices.SecItemAdd
import let KeychainServices.errSecSuccess
import let KeychainServices.kSecClass
import let KeychainServices.kSecClassGenericPassword
import struct KeychainServices.SecAccessControlCreateFlags
import typealias KeychainServices.CFDictionary
import XCTest

/// The module alone, and parts of it.
final class ImportIdioms: IdiomTestCase {
    func test_module_importedAlone() {
        XCTAssertEqual(Alone.roundTrip(), "secret")
    }

    func test_module_importedInParts() {
        let item = [kSecClass: kSecClassGenericPassword] as CFDictionary
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        XCTAssertEqual(SecAccessControlCreateFlags.userPresence.rawValue, 1)
        XCTAssertFalse(item as AnyObject is SecAccessControl)
    }
}
