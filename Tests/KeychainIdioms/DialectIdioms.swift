import Foundation
import KeychainServices
import XCTest

/// Queries of libraries that take Linux for macOS, and of those that take it for iOS.
final class DialectIdioms: IdiomTestCase {
    private let all: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecMatchLimit: kSecMatchLimitAll,
    ]
    private let one: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria"]

    override func setUpWithError() throws {
        try super.setUpWithError()
        for name in ["maria", "ben"] { add(name) }
    }

    private func find(_ query: [CFString: Any]) -> (OSStatus, AnyObject?) {
        var result: AnyObject?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        return (status, result)
    }

    func test_limitAll_inADeleteOrUpdate() {
        XCTAssertEqual(
            SecItemUpdate(all as CFDictionary, [kSecAttrLabel: "x"] as CFDictionary), errSecSuccess)
        XCTAssertEqual(SecItemDelete(all as CFDictionary), errSecSuccess)
        XCTAssertEqual(find(all).0, errSecItemNotFound)
    }

    func test_limitOne_inADeleteOrUpdate_touchesOne() {
        var query = all
        query[kSecMatchLimit] = kSecMatchLimitOne
        XCTAssertEqual(
            SecItemUpdate(query as CFDictionary, [kSecAttrLabel: "x"] as CFDictionary), errSecSuccess)
        var changed = all
        changed[kSecAttrLabel] = "x"
        XCTAssertEqual((find(changed).1 as? NSArray)?.count, 1)
        XCTAssertEqual(SecItemDelete(query as CFDictionary), errSecSuccess)
        XCTAssertEqual((find(all).1 as? NSArray)?.count, 1)
    }

    func test_otherLimit_inADeleteOrUpdate_isRefused() {
        var query = all
        query[kSecMatchLimit] = 2
        XCTAssertEqual(SecItemDelete(query as CFDictionary), errSecParam)
        XCTAssertEqual(
            SecItemUpdate(query as CFDictionary, [kSecAttrLabel: "x"] as CFDictionary), errSecParam)
        XCTAssertEqual((find(all).1 as? NSArray)?.count, 2)
    }

    func test_class_amongTheChanges() {
        let same = [kSecClass: kSecClassGenericPassword, kSecAttrLabel: "x"] as CFDictionary
        XCTAssertEqual(SecItemUpdate(one as CFDictionary, same), errSecSuccess)
        let other = [kSecClass: kSecClassKey] as CFDictionary
        XCTAssertEqual(SecItemUpdate(one as CFDictionary, other), errSecNoSuchAttr)
    }

    func test_unknownKey_amongTheChanges() {
        let changes = ["password": "x"] as CFDictionary
        XCTAssertEqual(SecItemUpdate(one as CFDictionary, changes), errSecNoSuchAttr)
    }

    func test_synchronizable_withAccessibilityOfThisDevice() {
        let kinds = [
            kSecAttrAccessibleWhenUnlockedThisDeviceOnly, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        for kind in kinds {
            var item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: "both \(kind)",
                kSecAttrSynchronizable: true,
            ]
            item[kSecAttrAccessible] = kind
            XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
            XCTAssertEqual(find(item).0, errSecSuccess)
        }
    }

    func test_keysOfTheOtherDialect_areAcceptedAndNotMatchedOn() {
        let keys: [(CFString, Any)] = [
            (kSecReturnRef, true), (kSecUseAuthenticationUI, kSecUseAuthenticationUIFail),
            (kSecUseAuthenticationContext, NSObject()), (kSecUseOperationPrompt, "Please"),
            (kSecUseDataProtectionKeychain, true), (kSecUseDataProtectionKeychain, false),
            (kSecAttrAccess, NSObject()), (kSecValueData, Data("another".utf8)),
        ]
        for (key, value) in keys {
            let query = one.merging([key: value, kSecReturnData: true]) { $1 }
            XCTAssertEqual(find(query).0, errSecSuccess, "\(key)")
        }
    }

    func test_secret_inAnyQuery_takesNoPart() {
        let query = one.merging([kSecValueData: Data("another".utf8)]) { $1 } as CFDictionary
        XCTAssertEqual(SecItemUpdate(query, [kSecAttrLabel: "x"] as CFDictionary), errSecSuccess)
        XCTAssertEqual(SecItemDelete(query), errSecSuccess)
    }

    func test_all_withoutReturnKey_canBeCounted() {
        let (status, result) = find(all)
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertEqual((result as? [[String: Any]])?.map(\.count), [0, 0])
    }

    func test_numericLimit_givesAnArray() {
        let (_, result) = find(all.merging([kSecMatchLimit: 5, kSecReturnData: true]) { $1 })
        XCTAssertEqual((result as? [Data])?.count, 2)
    }

    func test_deletingUntilNotFound_ends() {
        var rounds = 0
        while SecItemDelete([kSecClass: kSecClassGenericPassword] as CFDictionary) != errSecItemNotFound {
            rounds += 1
            guard rounds < 10 else { return XCTFail("still something to delete") }
        }
        XCTAssertEqual(rounds, 1)
    }

    func test_defaultAccessGroup_canBeNamed() {
        let item = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: "default", kSecAttrAccount: "new",
        ]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(find(item as [CFString: Any]).0, errSecSuccess)
    }

    func test_standardAttributes_areInEveryResult() throws {
        let (_, result) = find(one.merging([kSecReturnAttributes: true]) { $1 })
        let attributes = try XCTUnwrap(result as? [String: Any])
        for key in ["class", "agrp", "pdmn", "sync", "cdat", "mdat"] {
            XCTAssertNotNil(attributes[key], key)
        }
    }

    func test_trueInEveryForm_isOneForAttributes() {
        for (index, value) in [true as Any, NSNumber(value: 1), kCFBooleanTrue!, 1, "1"].enumerated() {
            let account = "invisible \(index)"
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecAttrIsInvisible: value,
            ]
            XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
            for other in [true as Any, 1] {
                let query = [
                    kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecAttrIsInvisible: other,
                ]
                XCTAssertEqual(find(query as [CFString: Any]).0, errSecSuccess)
            }
        }
    }

    func test_keysOfEveryKind_areTheSameKeys() {
        let query = NSMutableDictionary()
        query["class"] = "genp"
        query[NSString(string: "acct")] = NSString(string: "maria")
        query[AnyHashable("r_Data")] = true
        XCTAssertEqual(SecItemCopyMatching(query, nil), errSecSuccess)
        for (key, status) in [(7 as NSNumber, errSecNoSuchAttr), (NSDate() as NSObject, errSecParam)] {
            let faulty: [NSObject: Any] = ["class" as NSString: "genp", key: "x"]
            XCTAssertEqual(SecItemCopyMatching(faulty as NSDictionary, nil), status)
        }
    }
}
