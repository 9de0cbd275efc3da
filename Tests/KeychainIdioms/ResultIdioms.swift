import Foundation
import KeychainServices
import XCTest

/// Every way in which programs receive and take apart what a call answers.
final class ResultIdioms: IdiomTestCase {
    private let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecReturnData as String: true,
        kSecReturnAttributes as String: true,
    ]

    override func setUpWithError() throws {
        try super.setUpWithError()
        add("maria", label: "Mail")
    }

    private var result: CFTypeRef? {
        var result: CFTypeRef?
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        return result
    }

    private var all: CFTypeRef? {
        let all = query.merging([kSecMatchLimit as String: kSecMatchLimitAll]) { $1 }
        var result: AnyObject?
        XCTAssertEqual(SecItemCopyMatching(all as CFDictionary, &result), errSecSuccess)
        return result
    }

    func test_result_castWithoutACheck() throws {
        let attributes = unsafeDowncast(try XCTUnwrap(result), to: NSDictionary.self)
        XCTAssertEqual(attributes[kSecClass] as? String, kSecClassGenericPassword as String)
    }

    func test_result_throughAPointer() {
        var result: AnyObject?
        let status = withUnsafeMutablePointer(to: &result) {
            SecItemCopyMatching(query as CFDictionary, UnsafeMutablePointer($0))
        }
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertNotNil(result as? NSDictionary)
    }

    func test_result_asData() {
        var item: CFTypeRef?
        let query = [kSecClass: kSecClassGenericPassword, kSecReturnData: kCFBooleanTrue!] as CFDictionary
        XCTAssertEqual(SecItemCopyMatching(query, &item), errSecSuccess)
        XCTAssertEqual(item as? Data, Data("secret".utf8))
        XCTAssertEqual(item as! Data?, Data("secret".utf8))
        XCTAssertEqual(item as! NSData as Data, Data("secret".utf8))
        XCTAssertEqual((item as? Data).flatMap { String(data: $0, encoding: .utf8) }, "secret")
    }

    func test_result_asDictionary() throws {
        XCTAssertEqual((result as? [String: Any])?[kSecAttrAccount as String] as? String, "maria")
        XCTAssertEqual((result as? [CFString: Any])?[kSecAttrAccount] as? String, "maria")
        XCTAssertEqual((result as? [String: AnyObject])?["labl"] as? String, "Mail")
        XCTAssertEqual((result as? [AnyHashable: Any])?["acct"] as? String, "maria")
        XCTAssertEqual((result as? NSDictionary)?[kSecValueData] as? Data, Data("secret".utf8))
        XCTAssertEqual((result as! CFDictionary).object(forKey: kSecAttrService) as? String, "mail")
    }

    func test_result_asArrayOfDictionaries() {
        XCTAssertEqual((all as? [[String: Any]])?.count, 1)
        XCTAssertEqual((all as? [[CFString: Any]])?.first?[kSecAttrAccount] as? String, "maria")
        XCTAssertEqual((all as! CFArray).count, 1)
        XCTAssertEqual((all as? [NSDictionary])?.first?["acct"] as? String, "maria")
        XCTAssertEqual((all as? NSArray)?.count, 1)
    }

    func test_attributes_haveSwiftTypes() throws {
        let attributes = try XCTUnwrap(result as? [String: Any])
        XCTAssertEqual(attributes[kSecAttrSynchronizable as String] as? Bool, false)
        XCTAssertNotNil(attributes[kSecAttrCreationDate as String] as? Date)
        XCTAssertEqual(attributes[kSecClass as String] as? String, kSecClassGenericPassword as String)
        XCTAssertEqual(attributes[kSecAttrAccessible as String] as? String, "ak")
        XCTAssertNotNil(attributes[kSecAttrAccessControl as String] as! SecAccessControl?)
        XCTAssertEqual(attributes[kSecAttrAccessGroup as String] as? String, "default")
    }

    func test_port_isAnInt() throws {
        let item = [kSecClass: kSecClassInternetPassword, kSecAttrPort: 443] as CFDictionary
        XCTAssertEqual(SecItemAdd(item, nil), errSecSuccess)
        var result: CFTypeRef?
        let query = [kSecClass: kSecClassInternetPassword, kSecReturnAttributes: true] as CFDictionary
        XCTAssertEqual(SecItemCopyMatching(query, &result), errSecSuccess)
        let attributes = try XCTUnwrap(result as? [String: Any])
        XCTAssertEqual(attributes[kSecAttrPort as String] as! Int, 443)
        XCTAssertEqual(attributes[kSecAttrPort as String] as? NSNumber, 443)
    }

    func test_dateOfAResult_isASearchKey() throws {
        let attributes = try XCTUnwrap(result as? [String: Any])
        for key in [kSecAttrCreationDate, kSecAttrModificationDate] {
            let date = try XCTUnwrap(attributes[key as String] as? Date)
            let query =
                [kSecClass: kSecClassGenericPassword, key: date, kSecReturnData: true] as CFDictionary
            assertFinds(query)
        }
    }

    func test_bytesAndText_comeBackAsGiven() throws {
        for (account, generic) in [("a" as Any, Data("g".utf8) as Any), (Data("b".utf8) as Any, "g" as Any)] {
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecAttrGeneric: generic,
                kSecReturnAttributes: true,
            ]
            var added: CFTypeRef?
            XCTAssertEqual(SecItemAdd(item as CFDictionary, &added), errSecSuccess)
            let attributes = try XCTUnwrap(added as? [String: Any])
            XCTAssertEqual(attributes["acct"] is Data, account is Data)
            XCTAssertEqual(attributes["gena"] is Data, generic is Data)
        }
    }

    func test_failure_clearsWhatWasThere() {
        var result: CFTypeRef? = "from before" as NSString
        let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "nobody"] as CFDictionary
        XCTAssertEqual(SecItemCopyMatching(query, &result), errSecItemNotFound)
        XCTAssertNil(result)
    }

    func test_calls_asValues() {
        let find: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus = SecItemCopyMatching
        let add: (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus = SecItemAdd
        let (update, delete) = (SecItemUpdate, SecItemDelete)
        let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "new"] as CFDictionary
        XCTAssertEqual(add(item, nil), errSecSuccess)
        XCTAssertEqual(find(item, nil), errSecSuccess)
        XCTAssertEqual(update(item, [kSecAttrLabel: "x"] as CFDictionary), errSecSuccess)
        XCTAssertEqual(delete(item), errSecSuccess)
    }

    func test_results_mayBeIgnored() {
        let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "maria"] as CFDictionary
        SecItemUpdate(item, [kSecAttrLabel: "x"] as CFDictionary)
        SecItemDelete(item)
        SecItemAdd(item, nil)
        SecItemCopyMatching(item, nil)
        XCTAssertEqual(SecItemDelete(item), errSecSuccess)
    }
}
