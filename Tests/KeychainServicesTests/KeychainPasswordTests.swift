import Foundation
import XCTest

@testable import KeychainServices
@testable import SecureStore

/// Generic passwords without dictionaries: section 12.2 of the behaviour tables.
final class KeychainPasswordTests: KeychainTestCase {
    /// Adds a password; the name of the service is its secret, unless there is another.
    private func add(
        _ service: String, _ account: String = "maria", _ secret: String? = nil,
        to keychain: SecKeychain? = nil
    ) -> (OSStatus, SecKeychainItem?) {
        var item: SecKeychainItem?
        let secret = secret ?? service
        let status = unsafe SecKeychainAddGenericPassword(
            keychain, UInt32(service.utf8.count), service, UInt32(account.utf8.count), account,
            UInt32(secret.utf8.count), secret, &item)
        return (status, item)
    }

    private func find(
        _ service: String? = nil, _ account: String? = nil, in keychains: CFTypeRef? = nil
    ) -> (status: OSStatus, secret: String?, item: SecKeychainItem?) {
        var (length, data): (UInt32, UnsafeMutableRawPointer?) = (77, nil)
        var item: SecKeychainItem?
        let status = unsafe SecKeychainFindGenericPassword(
            keychains, UInt32(service?.utf8.count ?? 0), service, UInt32(account?.utf8.count ?? 0), account,
            &length,
            &data, &item)
        guard let start = unsafe data else { return (status, nil, item) }
        let secret = unsafe String(decoding: Data(bytes: start, count: Int(length)), as: UTF8.self)
        XCTAssertEqual(unsafe SecKeychainItemFreeContent(nil, start), errSecSuccess)
        return (status, secret, item)
    }

    private func attributes(_ item: SecKeychainItem?) throws -> [String: Any] {
        let query =
            [kSecValuePersistentRef: try XCTUnwrap(item).reference, kSecReturnAttributes: true]
            as NSDictionary
        var result: AnyObject?
        XCTAssertEqual(unsafe SecItemCopyMatching(query, &result), errSecSuccess)
        return try XCTUnwrap(result as? [String: Any])
    }

    // MARK: - Adding

    func test_add_ofPassword_isLabelledByItsService() throws {
        let (status, item) = add("mail")
        XCTAssertEqual(status, errSecSuccess)
        let found = try attributes(item)
        for (key, value) in ["svce": "mail", "labl": "mail", "acct": "maria"] {
            XCTAssertEqual(found[key] as? String, value, key)
        }
    }

    func test_add_ofEmptyNames_leavesTheAttributesUnset() throws {
        let (status, item) = add("", "", "secret")
        XCTAssertEqual(status, errSecSuccess)
        let found = try attributes(item)
        XCTAssertTrue(
            ["svce", "labl", "acct"].allSatisfy { (found[$0] as? String ?? "").isEmpty }, "\(found)")
    }

    func test_add_ofTheSameTwice_answersDuplicateItem() {
        XCTAssertEqual(add("mail").0, errSecSuccess)
        XCTAssertEqual(add("mail", "maria", "other").0, errSecDuplicateItem)
        XCTAssertEqual(find("mail").secret, "mail")
        XCTAssertEqual(add("mail", "anna").0, errSecSuccess)
    }

    func test_add_intoKeychainWhoseFileIsMissing_usesTheDefaultOne() throws {
        let missing = try open("missing.keychain")
        let (status, item) = add("mail", to: missing)
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertEqual(try item?.keychain, try open("login.keychain"))
        XCTAssertEqual(find("mail", in: missing).status, errSecNoSuchKeychain)
    }

    func test_add_ofLengthWithoutBytes_answersParam() {
        XCTAssertEqual(SecKeychainAddGenericPassword(nil, 0, nil, 0, nil, 1, nil, nil), errSecParam)
        XCTAssertEqual(SecKeychainAddGenericPassword(nil, 0, nil, 0, nil, 0, nil, nil), errSecSuccess)
        XCTAssertEqual(find().secret, "", "an empty password is one")
    }

    func test_add_ofBytesThatAreNoText_findsThemAgain() {
        let bytes: [CChar] = [-1, 0, 65]
        XCTAssertEqual(
            unsafe SecKeychainAddGenericPassword(nil, 3, bytes, 3, bytes, 1, "x", nil), errSecSuccess)
        XCTAssertEqual(
            unsafe SecKeychainFindGenericPassword(nil, 3, bytes, 3, bytes, nil, nil, nil), errSecSuccess)
        XCTAssertEqual(
            unsafe SecKeychainFindGenericPassword(nil, 2, bytes, 3, bytes, nil, nil, nil), errSecItemNotFound)
    }

    // MARK: - Finding

    func test_find_byWhatIsGiven_takesTheRestForAnything() {
        for (service, account) in [("mail", "maria"), ("mail", "anna"), ("forge", "anna")] {
            XCTAssertEqual(add(service, account, service + account).0, errSecSuccess)
        }
        let rows: [(service: String?, account: String?, secret: String, line: UInt)] = [
            (nil, nil, "mailmaria", #line), ("", "", "mailmaria", #line), ("mail", nil, "mailmaria", #line),
            ("mail", "anna", "mailanna", #line), (nil, "anna", "mailanna", #line),
            ("forge", "", "forgeanna", #line),
        ]
        for row in rows { XCTAssertEqual(find(row.service, row.account).secret, row.secret, line: row.line) }
        XCTAssertEqual(find("forge", "maria").status, errSecItemNotFound)
    }

    func test_find_withoutPlaceForTheSecret_opensNone() throws {
        let keychain = try create("a.keychain")
        XCTAssertEqual(add("mail", to: keychain).0, errSecSuccess)
        let damage = "UPDATE item SET secret = zeroblob(length(secret))"
        try Connection(path: keychain.path, role: .writing).execute(damage)
        XCTAssertEqual(find("mail", in: keychain).status, errSecDecode)
        let status = unsafe SecKeychainFindGenericPassword(keychain, 4, "mail", 0, nil, nil, nil, nil)
        XCTAssertEqual(status, errSecSuccess)
    }

    func test_find_ofSynchronizablePassword_findsIt() {
        let password: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "mail", kSecAttrSynchronizable: true,
            kSecValueData: Data("x".utf8),
        ]
        XCTAssertEqual(SecItemAdd(password as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(find("mail").secret, "x")
    }

    func test_find_inLockedKeychain_findsWhatStaysReadable() throws {
        let locked = try createCheap("locked.keychain", "correct horse")
        let password: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "mail", kSecUseKeychain: locked,
            kSecValueData: Data("x".utf8), kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
        ]
        XCTAssertEqual(SecItemAdd(password as CFDictionary, nil), errSecSuccess)
        XCTAssertEqual(add("forge", to: locked).0, errSecSuccess)
        SecKeychainLock(locked)
        var item: SecKeychainItem?
        let status = unsafe SecKeychainFindGenericPassword(locked, 4, "mail", 0, nil, nil, nil, &item)
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertEqual(try item?.keychain, locked)
        XCTAssertEqual(find("forge", in: locked).status, errSecInteractionNotAllowed)
    }

    func test_find_withoutKeychain_searchesTheListInItsOrder() throws {
        let (first, second) = (try create("a.keychain"), try create("b.keychain"))
        XCTAssertEqual(add("mail", "maria", "one", to: first).0, errSecSuccess)
        XCTAssertEqual(add("mail", "maria", "two", to: second).0, errSecSuccess)
        XCTAssertEqual(add("forge", to: second).0, errSecSuccess)
        let missing = try open("missing.keychain")
        SecKeychainSetSearchList([missing, second, first] as NSArray)
        XCTAssertEqual(find("mail").secret, "two")
        XCTAssertEqual(find("mail", in: first).secret, "one")
        XCTAssertEqual(find("mail", in: [first, second] as NSArray).secret, "one")
        XCTAssertEqual(try find("forge", in: [first, second] as NSArray).item?.keychain, second)
        XCTAssertEqual(find("absent").status, errSecItemNotFound)
        XCTAssertEqual(find("absent", in: [missing, first] as NSArray).status, errSecNoSuchKeychain)
        XCTAssertEqual(find("mail", in: "x" as NSString).status, errSecParam)
    }

    func test_find_whereSeveralKeychainsCannotBeRead_answersWhyTheFirstCannot() throws {
        let (locked, missing) = (try createCheap("a.keychain", "correct horse"), try open("missing.keychain"))
        XCTAssertEqual(add("mail", to: locked).0, errSecSuccess)
        SecKeychainLock(locked)
        XCTAssertEqual(find("mail", in: [locked, missing] as NSArray).status, errSecInteractionNotAllowed)
        XCTAssertEqual(find("mail", in: [missing, locked] as NSArray).status, errSecNoSuchKeychain)
    }

    func test_find_ofItemWithoutSecret_handsOutNothing() {
        let item: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "mail"]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecSuccess)
        var (length, data) = unsafe (UInt32(77), UnsafeMutableRawPointer(bitPattern: 1))
        let status = unsafe SecKeychainFindGenericPassword(nil, 4, "mail", 0, nil, &length, &data, nil)
        XCTAssertEqual(status, errSecSuccess)
        XCTAssertNil(unsafe data, "what the caller would free")
        XCTAssertEqual(length, 0)
    }

    func test_find_inStoreThatWasChosen_searchesThatOne() throws {
        KeychainStore.use(try ItemStore.inMemory())
        XCTAssertEqual(add("mail").0, errSecSuccess)
        XCTAssertEqual(find("mail").secret, "mail")
        XCTAssertFalse(FileManager.default.fileExists(atPath: directory + "/.local"))
    }
}
