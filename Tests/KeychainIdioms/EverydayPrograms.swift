import Foundation
import KeychainServices
import XCTest

private struct User: Codable, Equatable {
    var name: String
    var roles: [String]
}

/// Not private: archives name classes.
final class EverydaySession: NSObject, NSCoding {
    let token: String
    let expiry: Date

    init(token: String, expiry: Date) { (self.token, self.expiry) = (token, expiry) }

    init?(coder: NSCoder) {
        guard let token = coder.decodeObject(forKey: "token") as? String,
            let expiry = coder.decodeObject(forKey: "expiry") as? Date
        else { return nil }
        (self.token, self.expiry) = (token, expiry)
    }

    func encode(with coder: NSCoder) {
        coder.encode(token, forKey: "token")
        coder.encode(expiry, forKey: "expiry")
    }
}

/// Uses that programs make of the keychain, as they write it.
final class EverydayPrograms: IdiomTestCase {
    // MARK: - Saving

    private func save(_ password: String, account: String) -> OSStatus {
        let query =
            [
                kSecClass as String: kSecClassGenericPassword as String,
                kSecAttrAccount as String: account,
                kSecValueData as String: password.data(using: .utf8)!,
            ] as [String: Any]
        SecItemDelete(query as CFDictionary)
        return SecItemAdd(query as CFDictionary, nil)
    }

    private func load(_ account: String) -> String? {
        let query =
            [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrAccount as String: account,
                kSecReturnData as String: kCFBooleanTrue!,
                kSecMatchLimit as String: kSecMatchLimitOne,
            ] as [String: Any]
        var dataTypeRef: AnyObject?
        guard SecItemCopyMatching(query as CFDictionary, &dataTypeRef) == noErr else { return nil }
        return (dataTypeRef as? Data).flatMap { String(data: $0, encoding: .utf8) }
    }

    func test_save_byDeletingAndAdding() {
        XCTAssertEqual(save("one", account: "maria"), errSecSuccess)
        XCTAssertEqual(save("two", account: "maria"), errSecSuccess)
        XCTAssertEqual(load("maria"), "two")
        XCTAssertNil(load("nobody"))
    }

    func test_save_byAddingElseUpdating() {
        func set(_ value: String) -> OSStatus {
            let query: [CFString: Any] = [
                kSecClass: kSecClassInternetPassword, kSecAttrServer: "example.com", kSecAttrAccount: "maria",
            ]
            var item = query
            item[kSecValueData] = Data(value.utf8)
            item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlock
            let status = SecItemAdd(item as CFDictionary, nil)
            guard status == errSecDuplicateItem else { return status }
            return SecItemUpdate(query as CFDictionary, [kSecValueData: Data(value.utf8)] as CFDictionary)
        }
        XCTAssertEqual(set("one"), errSecSuccess)
        XCTAssertEqual(set("two"), errSecSuccess)
        var result: CFTypeRef?
        let query = [kSecClass: kSecClassInternetPassword, kSecReturnData: true] as [CFString: Any]
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        XCTAssertEqual(result as? Data, Data("two".utf8))
    }

    // MARK: - Objects

    func test_user_inGenericAttribute() throws {
        let user = User(name: "maria", roles: ["admin", "mail"])
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "app",
            kSecAttrAccount as String: user.name, kSecAttrGeneric as String: try JSONEncoder().encode(user),
            kSecValueData as String: Data("password".utf8),
        ]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        var result: CFTypeRef?
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecReturnAttributes as String: true,
            kSecReturnData as String: true,
        ]
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        let found = try XCTUnwrap(result as? [String: Any])
        let generic = try XCTUnwrap(found[kSecAttrGeneric as String] as? Data)
        XCTAssertEqual(try JSONDecoder().decode(User.self, from: generic), user)
        XCTAssertEqual(found[kSecValueData as String] as? Data, Data("password".utf8))
    }

    func test_session_archivedIntoTheSecret() throws {
        let session = EverydaySession(token: "abc", expiry: Date(timeIntervalSinceReferenceDate: 1_000))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: session, requiringSecureCoding: false)
        let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecValueData: archive as NSData]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        var result: CFTypeRef?
        let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecReturnData: true]
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        let reader = try NSKeyedUnarchiver(forReadingFrom: try XCTUnwrap(result as? Data))
        reader.requiresSecureCoding = false
        let read = try XCTUnwrap(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? EverydaySession)
        XCTAssertEqual(read.token, "abc")
        XCTAssertEqual(read.expiry, session.expiry)
    }

    // MARK: - Several items

    func test_oneTimePasswordTokens_listedByPersistentReference() throws {
        for name in ["bank", "mail", "shop"] {
            var reference: CFTypeRef?
            let item: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "otp.tokens",
                kSecAttrAccount as String: name, kSecAttrGeneric as String: Data("otpauth://\(name)".utf8),
                kSecValueData as String: Data("key of \(name)".utf8), kSecReturnPersistentRef as String: true,
            ]
            XCTAssertEqual(SecItemAdd(item as CFDictionary, &reference), errSecSuccess)
            XCTAssertEqual((reference as? Data)?.count, 20)
        }
        var result: AnyObject?
        let all: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecMatchLimit as String: kSecMatchLimitAll,
            kSecReturnPersistentRef as String: kCFBooleanTrue as Any, kSecReturnData as String: true,
            kSecReturnAttributes as String: kCFBooleanTrue as Any,
        ]
        XCTAssertEqual(SecItemCopyMatching(all as CFDictionary, &result), errSecSuccess)
        let tokens = try XCTUnwrap(result as? [NSDictionary])
        XCTAssertEqual(
            tokens.map { String(decoding: $0[kSecValueData as String] as! Data, as: UTF8.self) },
            ["key of bank", "key of mail", "key of shop"])
        let first = try XCTUnwrap(tokens[0][kSecValuePersistentRef as String] as? Data)
        XCTAssertEqual(SecItemDelete([kSecValuePersistentRef: first] as CFDictionary), errSecSuccess)
        XCTAssertEqual(SecItemCopyMatching(all as CFDictionary, &result), errSecSuccess)
        XCTAssertEqual((result as? NSArray)?.count, 2)
    }

    func test_tokens_underServiceAndLabel() {
        func item(_ label: String) -> [CFString: Any] {
            [
                kSecClass: kSecClassGenericPassword, kSecAttrService: "api.example.com",
                kSecAttrAccount: label, kSecAttrLabel: label,
            ]
        }
        for label in ["access", "refresh"] {
            let full = item(label).merging([kSecValueData: Data("\(label) token".utf8)]) { $1 }
            XCTAssertEqual(SecItemAdd(full as CFDictionary, nil), errSecSuccess)
        }
        let changes = [kSecValueData: Data("a newer token".utf8)] as CFDictionary
        XCTAssertEqual(SecItemUpdate(item("access") as CFDictionary, changes), errSecSuccess)
        for (label, expected) in [("access", "a newer token"), ("refresh", "refresh token")] {
            var result: CFTypeRef?
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: "api.example.com", kSecAttrLabel: label,
                kSecReturnData: true,
            ]
            XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
            XCTAssertEqual(result as? Data, Data(expected.utf8))
        }
    }

    func test_everything_cleared() {
        add("maria")
        XCTAssertEqual(SecItemAdd([kSecClass: kSecClassKey] as CFDictionary, nil), errSecSuccess)
        let classes = [
            kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey,
            kSecClassIdentity,
        ]
        for itemClass in classes {
            let status = SecItemDelete([kSecClass: itemClass] as CFDictionary)
            XCTAssertTrue(status == errSecSuccess || status == errSecItemNotFound)
            XCTAssertEqual(
                SecItemCopyMatching([kSecClass: itemClass] as CFDictionary, nil), errSecItemNotFound)
        }
    }

    func test_accountsOfOneService_listedWithAttributes() throws {
        for name in ["maria", "ben", "li"] { add(name, label: name.uppercased()) }
        XCTAssertEqual(
            SecItemAdd([kSecClass: kSecClassGenericPassword, kSecAttrService: "x"] as CFDictionary, nil), 0)
        var result: CFTypeRef?
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "mail",
            kSecMatchLimit as String: kSecMatchLimitAll, kSecReturnAttributes as String: true,
        ]
        XCTAssertEqual(SecItemCopyMatching(query as CFDictionary, &result), errSecSuccess)
        let items = try XCTUnwrap(result as? [[String: Any]])
        XCTAssertEqual(items.map { $0[kSecAttrAccount as String] as? String }, ["maria", "ben", "li"])
        XCTAssertEqual(items.map { $0[kSecAttrLabel as String] as? String }, ["MARIA", "BEN", "LI"])
    }
}
