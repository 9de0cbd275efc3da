import Foundation
import XCTest

@testable import KeychainServices

/// Constants as objects: keys and values of dictionaries.
final class ConstantTests: XCTestCase {
    private let plain = NSString(string: "acct")
    private var changing: NSMutableString { NSMutableString(string: "acct") }

    func test_copy_isTheConstantItself() {
        XCTAssertTrue(kSecAttrAccount.copy() as AnyObject === kSecAttrAccount)
        let dictionary = [kSecAttrAccount: 1] as [CFString: Any] as NSDictionary
        XCTAssertTrue(dictionary.allKeys.first as AnyObject === kSecAttrAccount)
    }

    func test_mutableCopy_isOfItsText() throws {
        let copy = try XCTUnwrap(kSecAttrAccount.mutableCopy() as? NSMutableString)
        copy.append("2")
        XCTAssertEqual(copy, "acct2")
        XCTAssertEqual(kSecAttrAccount as String, "acct")
    }

    func test_isEqual_withTheSameText_isTrueBothWays() {
        for text in [Constant("acct"), plain, changing, kSecAttrAccount as NSString] as [NSString] {
            XCTAssertTrue(kSecAttrAccount.isEqual(text))
            XCTAssertTrue(text.isEqual(kSecAttrAccount))
            XCTAssertEqual(text.hash, kSecAttrAccount.hash)
        }
        XCTAssertTrue(kSecAttrAccount.isEqual("acct"))
    }

    func test_isEqual_withAnythingElse_isFalse() {
        for other in [kSecAttrService, "svce", NSMutableString(string: "acct2"), 1, NSNull()] as [Any] {
            XCTAssertFalse(kSecAttrAccount.isEqual(other))
        }
        XCTAssertFalse(kSecAttrAccount.isEqual(nil))
    }

    func test_dictionary_withConstantsAsKeys_isReadWithText() {
        let dictionary =
            [kSecAttrAccount: "maria", kSecAttrService: "mail"] as [CFString: Any] as NSDictionary
        XCTAssertEqual(dictionary["acct"] as? String, "maria")
        XCTAssertEqual(dictionary[plain] as? String, "maria")
        XCTAssertEqual((dictionary as? [String: Any])?["svce"] as? String, "mail")
    }
}
