import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// The older calls for an item's reference and content.
final class ItemReferenceCallTests: KeychainTestCase {
    private func added(_ service: String = "mail") throws -> SecKeychainItem {
        var item: SecKeychainItem?
        let status = unsafe SecKeychainAddGenericPassword(
            nil, UInt32(service.utf8.count), service, 5, "maria", 6, "secret", &item)
        XCTAssertEqual(status, errSecSuccess)
        return try XCTUnwrap(item)
    }

    private func persistent(_ item: SecKeychainItem) throws -> CFData {
        var reference: CFData?
        XCTAssertEqual(unsafe SecKeychainItemCreatePersistentReference(item, &reference), errSecSuccess)
        return try XCTUnwrap(reference)
    }

    func test_persistentReference_leadsBackToTheItem() throws {
        let item = try added()
        var found: SecKeychainItem?
        XCTAssertEqual(
            try unsafe SecKeychainItemCopyFromPersistentReference(persistent(item), &found), errSecSuccess)
        XCTAssertEqual(found, item)
        XCTAssertEqual(SecKeychainItemDelete(item), errSecSuccess)
        XCTAssertEqual(
            try unsafe SecKeychainItemCopyFromPersistentReference(persistent(item), &found),
            errSecItemNotFound)
        XCTAssertNil(found)
    }

    func test_persistentReference_ofSomethingElse_isRefused() throws {
        var found: SecKeychainItem?
        XCTAssertEqual(
            unsafe SecKeychainItemCopyFromPersistentReference(NSData(), &found), errSecParam)
        var reference: CFTypeRef?
        let key: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrApplicationLabel: Data([1]), kSecValueData: Data([1]),
            kSecReturnPersistentRef: true,
        ]
        XCTAssertEqual(unsafe SecItemAdd(key as CFDictionary, &reference), errSecSuccess)
        let data = try XCTUnwrap(reference as? NSData)
        XCTAssertEqual(
            unsafe SecKeychainItemCopyFromPersistentReference(data, &found), errSecUnimplemented)
    }

    func test_search_amongItemsOfOlderCalls_findsThem() throws {
        let items = [try added("mail"), try added("news")]
        for item in items {
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecMatchItemList: [item], kSecReturnPersistentRef: true,
            ]
            var reference: CFTypeRef?
            XCTAssertEqual(unsafe SecItemCopyMatching(query as CFDictionary, &reference), errSecSuccess)
            XCTAssertEqual(reference as? NSData, try persistent(item))
        }
        let first: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecMatchItemList: [items[0]]]
        XCTAssertEqual(SecItemDelete(first as CFDictionary), errSecSuccess)
        XCTAssertEqual(SecItemDelete(first as CFDictionary), errSecItemNotFound)
        let other: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: items[0]]
        XCTAssertEqual(SecItemCopyMatching(other as CFDictionary, nil), errSecParam)
    }

    func test_copyContent_answersClassAndSecret() throws {
        var itemClass = SecItemClass.certificateItemClass
        var (length, data): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
        let item = try added()
        XCTAssertEqual(
            unsafe SecKeychainItemCopyContent(item, &itemClass, nil, &length, &data), errSecSuccess)
        XCTAssertEqual(itemClass, .genericPasswordItemClass)
        let bytes = try unsafe Data(bytes: XCTUnwrap(data), count: Int(length))
        XCTAssertEqual(bytes, Data("secret".utf8))
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(nil, data), errSecSuccess)
        XCTAssertEqual(SecKeychainItemCopyContent(item, nil, nil, nil, nil), errSecSuccess)
    }

    func test_eachCall_onItemThatAnotherDeleted_saysSo() throws {
        let item = try added()
        let all = [kSecClass: kSecClassGenericPassword] as CFDictionary
        XCTAssertEqual(SecItemDelete(all), errSecSuccess)
        XCTAssertEqual(SecKeychainItemCopyContent(item, nil, nil, nil, nil), errSecItemNotFound)
        XCTAssertEqual(
            unsafe SecKeychainItemModifyAttributesAndData(item, nil, 3, "new"), errSecItemNotFound)
        XCTAssertEqual(SecKeychainItemDelete(item), errSecInvalidItemRef)
        XCTAssertEqual(
            unsafe SecKeychainItemModifyAttributesAndData(item, nil, 3, "new"), errSecNoSuchKeychain)
    }

    func test_copyContent_ofDeletedItemOrWithAttributes_isRefused() throws {
        let item = try added()
        var list = unsafe SecKeychainAttributeList(count: 0, attr: nil)
        XCTAssertEqual(unsafe SecKeychainItemCopyContent(item, nil, &list, nil, nil), errSecUnimplemented)
        XCTAssertEqual(SecKeychainItemDelete(item), errSecSuccess)
        XCTAssertEqual(SecKeychainItemCopyContent(item, nil, nil, nil, nil), errSecNoSuchKeychain)
    }
}
