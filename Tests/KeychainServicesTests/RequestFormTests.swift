import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// A request means the same in whatever types a program writes it.
final class RequestFormTests: XCTestCase {
    override func setUpWithError() throws {
        KeychainStore.use(try ItemStore.inMemory())
        for account in ["maria", "ben"] {
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: account,
                kSecValueData: Data(account.utf8),
            ]
            XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        }
    }

    override func tearDown() { KeychainStore.useDefault() }

    private func found(_ query: CFDictionary) -> Data? {
        var result: CFTypeRef?
        unsafe XCTAssertEqual(SecItemCopyMatching(query, &result), errSecSuccess)
        return result as? Data
    }

    func test_find_withTextInEveryForm_answersTheSame() {
        let forms: [(String) -> NSObject] = [
            { $0 as NSString }, { NSMutableString(string: $0) }, { NSString(format: "%@", $0) },
            { ("…" + $0 as NSString).substring(from: 1) as NSString },
        ]
        for form in forms {
            let query = NSDictionary(
                objects: [form("genp"), form("ben"), true], forKeys: ["class", "acct", "r_Data"].map(form))
            XCTAssertEqual(found(query), Data("ben".utf8))
        }
    }

    func test_key_ofATypeBeyondThirtyTwoBits_isTheSameForTypedCalls() throws {
        let store = try ItemStore.inMemory()
        KeychainStore.use(store)
        let typed = KeyItem(keyClass: .symmetric, type: .aes, applicationLabel: Data([1]))
        try store.add(typed)
        let key: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrKeyClass: kSecAttrKeyClassSymmetric,
            kSecAttrKeyType: kSecAttrKeyTypeAES, kSecAttrApplicationLabel: Data([1]),
        ]
        XCTAssertEqual(SecItemAdd(key as CFDictionary, nil), errSecDuplicateItem)
        XCTAssertEqual(SecItemDelete(key as CFDictionary), errSecSuccess)
        XCTAssertEqual(SecItemAdd(key as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(try store.match(of: typed)?.item.type, .aes)
        XCTAssertEqual(try store.count(Query<KeyItem>().where(.type, equals: .aes)), 1)
    }

    func test_find_withConstantsOrTheirText_answersTheSame() {
        let constants: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "ben", kSecReturnData: true,
        ]
        let texts: [String: Any] = [
            "class": "genp", "acct": "ben" as NSString, "r_Data": NSNumber(value: true),
        ]
        XCTAssertEqual(found(constants as CFDictionary), Data("ben".utf8))
        XCTAssertEqual(found(texts as CFDictionary), Data("ben".utf8))
    }

    func test_find_withAnAccountInBytes_findsTheOneInText() {
        for account in [
            Data("ben".utf8), NSData(data: Data("ben".utf8)), NSMutableData(data: Data("ben".utf8)),
        ] as [Any] {
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: account, kSecReturnData: true,
            ]
            XCTAssertEqual(found(query as CFDictionary), Data("ben".utf8))
        }
    }

    func test_update_withASecretInEveryForm_storesTheSame() {
        let bytes = Data("new".utf8)
        for secret in [bytes, NSData(data: bytes), NSMutableData(data: bytes), bytes[1...]] as [Any] {
            let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "ben"]
            let changes: [CFString: Any] = [kSecValueData: secret]
            XCTAssertEqual(SecItemUpdate(query as CFDictionary, changes as CFDictionary), errSecSuccess)
            XCTAssertEqual(
                found(query.merging([kSecReturnData: true]) { $1 } as CFDictionary), secret as? Data)
        }
    }

    func test_dictionary_ofARepeatedKey_keepsTheLast() {
        let keys = ["b", "a", "b", "c", "b", "a"]
        let entries = keys.enumerated().map { ItemDictionary.Entry(key: $1, value: .number(Int64($0))) }
        let dictionary = ItemDictionary(entries)
        XCTAssertEqual(dictionary.entries.map(\.key), ["a", "b", "c"])
        XCTAssertEqual(dictionary.entries.compactMap(\.value.number), [5, 4, 3])
    }

    func test_dictionary_whenEntriesAreSetAndRemoved_staysSorted() {
        var dictionary: ItemDictionary = ["d": 4, "b": 2]
        (dictionary["c"], dictionary["a"], dictionary["d"], dictionary["b"]) = (3, 1, 5, nil)
        dictionary["e"] = nil
        dictionary.merge(["c": 6, "e": 7])
        XCTAssertEqual(dictionary.entries.map(\.key), ["a", "c", "d", "e"])
        XCTAssertEqual(dictionary.entries.compactMap(\.value.number), [1, 6, 5, 7])
    }
}
