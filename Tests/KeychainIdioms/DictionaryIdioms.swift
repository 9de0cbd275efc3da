import Foundation
import KeychainServices
import XCTest

/// Every way in which programs write a query.
final class DictionaryIdioms: IdiomTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        add("maria")
    }

    func test_query_fromStringToAny() {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "maria",
            kSecReturnData as String: true,
        ]
        assertFinds(query as CFDictionary)
    }

    func test_query_fromStringToAnyWithConstantsAsStrings() {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword as String, String(kSecAttrAccount): "maria",
            "\(kSecReturnData)": kCFBooleanTrue as Any,
        ]
        assertFinds(query as CFDictionary)
    }

    func test_query_fromConstantToAny() {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria", kSecReturnData: true,
        ]
        assertFinds(query as CFDictionary)
    }

    func test_query_fromStringToAnyObject() {
        var query: [String: AnyObject] = [kSecClass as String: kSecClassGenericPassword]
        query[kSecAttrAccount as String] = "maria" as AnyObject?
        query[kSecReturnData as String] = kCFBooleanTrue
        assertFinds(query as CFDictionary)
    }

    func test_query_fromStringToNSObject() {
        let query: [String: NSObject] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "maria" as NSString,
            kSecReturnData as String: kCFBooleanTrue,
        ]
        assertFinds(query as CFDictionary)
    }

    func test_query_fromAnyHashableToAny() {
        var query: [AnyHashable: Any] = [kSecClass: kSecClassGenericPassword]
        query[kSecAttrAccount] = "maria"
        query["r_Data"] = true
        XCTAssertEqual(query["acct"] as? String, "maria", "read with the string")
        XCTAssertEqual(query[kSecReturnData] as? Bool, true, "read with the constant")
        assertFinds(query as CFDictionary)
    }

    func test_query_fromNSObjectToAnyObject() {
        let query: [NSObject: AnyObject] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria" as NSString,
            kSecReturnData: kCFBooleanTrue,
        ]
        assertFinds(query as CFDictionary)
    }

    func test_query_fromOptionalKeys() {
        let query: [String?: AnyObject] = [
            kSecClass as String?: kSecClassGenericPassword, kSecAttrAccount as String?: "maria" as NSString,
            kSecReturnData as String?: kCFBooleanTrue,
        ]
        assertFinds(query as NSDictionary)
    }

    func test_query_fromNSDictionary() {
        let query = NSDictionary(
            objects: [kSecClassGenericPassword, "maria" as NSString, kCFBooleanTrue!],
            forKeys: [kSecClass, kSecAttrAccount, kSecReturnData])
        assertFinds(query)
        assertFinds(query as CFDictionary)
    }

    func test_query_fromNSMutableDictionary() {
        let query = NSMutableDictionary(
            objects: [kSecClassGenericPassword as String, "maria", true],
            forKeys: [kSecClass as NSString, kSecAttrAccount as NSString, kSecReturnData as NSString])
        assertFinds(query)
        let other = NSMutableDictionary()
        other[kSecClass] = kSecClassGenericPassword
        other[kSecAttrAccount as String] = "maria"
        other.setObject(kCFBooleanTrue!, forKey: kSecReturnData)
        assertFinds(other as CFMutableDictionary)
    }

    func test_query_fromFormattedConstants() {
        let query: [NSString: Any] = [
            NSString(format: kSecClass): NSString(format: kSecClassGenericPassword),
            NSString(format: kSecAttrAccount): "maria", NSString(format: kSecReturnData): true,
        ]
        assertFinds(query as NSDictionary)
    }

    func test_query_fromInlineLiteral() {
        XCTAssertEqual(
            SecItemUpdate(
                [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria"] as CFDictionary,
                [kSecValueData: Data("secret".utf8), kSecAttrLabel: "Mail"] as CFDictionary), errSecSuccess)
        assertFinds(
            [kSecClass: kSecClassGenericPassword, kSecAttrLabel: "Mail", kSecReturnData: true] as CFDictionary
        )
    }

    func test_query_withOptionalInsideAny() {
        let (account, nothing): (String?, String?) = ("maria", nil)
        let base: [String: Any] = [kSecClass as String: kSecClassGenericPassword, "r_Data": true]
        assertFinds(base.merging([kSecAttrAccount as String: account as Any]) { $1 } as CFDictionary)
        for null in [nothing as Any, NSNull()] {
            let query = base.merging([kSecAttrAccount as String: null]) { $1 }
            XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, nil), errSecParam)
        }
    }

    func test_query_withTrueInEachForm() {
        let flag = Bool("true") ?? false
        let values: [Any] = [
            true, kCFBooleanTrue!, kCFBooleanTrue as Any, kCFBooleanTrue as AnyObject,
            NSNumber(value: true), flag as NSNumber, flag as AnyObject,
            flag ? kCFBooleanTrue as Any : kCFBooleanFalse as Any,
        ]
        for value in values {
            let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecReturnData: value]
            assertFinds(query as CFDictionary)
        }
    }

    func test_query_withFalse_isAsWithoutTheKey() {
        var result: CFTypeRef?
        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecReturnData: kCFBooleanFalse!]
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        XCTAssertNil(result)
    }

    func test_query_withNumberForAReturnKey_isRefused() {
        for number in [1 as Any, NSNumber(value: 1)] {
            let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecReturnData: number]
            XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, nil), errSecParam)
        }
    }
}
