import Foundation
import SecureStore
import XCTest

@testable import KeychainServices

/// Internet passwords without dictionaries, and what can be done with an item: section 12.2 of the behaviour
/// tables.
final class InternetPasswordCallTests: KeychainTestCase {
    private struct Place {
        var server = ""
        var domain = ""
        var account = ""
        var path = ""
        var port: UInt16 = 0
        var proto = SecProtocolType.any
        var authentication = SecAuthenticationType.any
    }

    private let forge = Place(
        server: "forge.example", domain: "staff", account: "maria", path: "/code", port: 8443, proto: .HTTPS,
        authentication: .httpDigest)

    private func length(_ text: String) -> UInt32 { UInt32(text.utf8.count) }

    private func add(_ place: Place, _ secret: String) -> (OSStatus, SecKeychainItem?) {
        var item: SecKeychainItem?
        let status = unsafe SecKeychainAddInternetPassword(
            nil, length(place.server), place.server, length(place.domain), place.domain,
            length(place.account),
            place.account, length(place.path), place.path, place.port, place.proto, place.authentication,
            length(secret), secret, &item)
        return (status, item)
    }

    private func find(_ place: Place) -> (OSStatus, String?) {
        var (count, data): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
        let status = unsafe SecKeychainFindInternetPassword(
            nil, length(place.server), place.server, length(place.domain), place.domain,
            length(place.account),
            place.account, length(place.path), place.path, place.port, place.proto, place.authentication,
            &count,
            &data, nil)
        defer { unsafe SecKeychainItemFreeContent(nil, data) }
        return (
            status,
            unsafe data.map { unsafe String(decoding: Data(bytes: $0, count: Int(count)), as: UTF8.self) }
        )
    }

    func test_add_ofProtocolThatSpellsANumber_isADuplicateOfTheTypedItem() throws {
        let code = InternetProtocol(rawValue: "12")
        try ItemStore.openOrCreateDefault().add(try InternetPassword(server: "s", protocol: code))
        let item: [CFString: Any] = [
            kSecClass: kSecClassInternetPassword, kSecAttrServer: "s", kSecAttrProtocol: "12",
        ]
        XCTAssertEqual(SecItemAdd(item as CFDictionary, nil), errSecDuplicateItem)
    }

    private func assertSecret(_ secret: String, line: UInt = #line) {
        XCTAssertEqual(find(forge).1, secret, line: line)
    }

    // MARK: - Adding and finding

    func test_add_ofEveryPart_hasThemUnderTheirNames() throws {
        XCTAssertEqual(add(forge, "one").0, errSecSuccess)
        let query = [kSecClass: kSecClassInternetPassword, kSecReturnAttributes: true] as NSDictionary
        var result: AnyObject?
        XCTAssertEqual(unsafe SecItemCopyMatching(query, &result), errSecSuccess)
        let found = try XCTUnwrap(result as? [CFString: Any])
        let expected: [CFString: String] = [
            kSecAttrServer: "forge.example", kSecAttrLabel: "forge.example", kSecAttrSecurityDomain: "staff",
            kSecAttrAccount: "maria", kSecAttrPath: "/code",
            kSecAttrProtocol: kSecAttrProtocolHTTPS as String,
            kSecAttrAuthenticationType: kSecAttrAuthenticationTypeHTTPDigest as String,
        ]
        for (key, value) in expected { XCTAssertEqual(found[key] as? String, value, "\(key)") }
        XCTAssertEqual(found[kSecAttrPort] as? Int, 8443)
    }

    func test_find_byEachPart_tellsItFromOthers() {
        XCTAssertEqual(add(forge, "one").0, errSecSuccess)
        XCTAssertEqual(add(forge, "two").0, errSecDuplicateItem)
        let others: [(WritableKeyPath<Place, String>, UInt)] = [
            (\.server, #line), (\.domain, #line), (\.account, #line), (\.path, #line),
        ]
        for (part, line) in others {
            var place = forge
            place[keyPath: part] = ""
            XCTAssertEqual(find(place).0, errSecSuccess, "empty is anything", line: line)
            place[keyPath: part] = "other"
            XCTAssertEqual(find(place).0, errSecItemNotFound, line: line)
        }
    }

    func test_find_byNumbers_tellsThemFromOthersAndZeroIsAny() {
        XCTAssertEqual(add(forge, "one").0, errSecSuccess)
        XCTAssertEqual(find(Place()).1, "one")
        for place in [Place(port: 443), Place(proto: .HTTP), Place(authentication: .default)] {
            XCTAssertEqual(find(place).0, errSecItemNotFound, "\(place)")
        }
    }

    func test_types_haveTheNumbersOfApplesHeaders() {
        XCTAssertEqual(SecProtocolType.HTTPS.rawValue, 0x6874_7073)
        XCTAssertEqual(SecProtocolType.SSH.text, "ssh ")
        XCTAssertEqual(SecProtocolType.any.text, nil)
        // The bytes of "dflt" in memory.
        XCTAssertEqual(SecAuthenticationType.default.rawValue.littleEndian, 0x746c_6664)
        XCTAssertEqual(SecAuthenticationType.htmlForm.text, kSecAttrAuthenticationTypeHTMLForm as String)
        XCTAssertEqual(SecProtocolType(rawValue: 0x7070_7070), nil)
    }

    // MARK: - Items

    func test_modify_ofSecret_replacesItAndNothingElse() throws {
        let item = try XCTUnwrap(add(forge, "one").1)
        XCTAssertEqual(unsafe SecKeychainItemModifyAttributesAndData(item, nil, 5, "three"), errSecSuccess)
        assertSecret("three")
        XCTAssertEqual(SecKeychainItemModifyAttributesAndData(item, nil, 0, nil), errSecSuccess)
        assertSecret("three")
        XCTAssertEqual(SecKeychainItemModifyAttributesAndData(item, nil, 1, nil), errSecParam)
        assertSecret("three")
        XCTAssertEqual(unsafe SecKeychainItemModifyAttributesAndData(item, nil, 0, "x"), errSecSuccess)
        assertSecret("")
    }

    func test_modify_ofAttributes_isRefused() throws {
        let item = try XCTUnwrap(add(forge, "one").1)
        var list = unsafe SecKeychainAttributeList(count: 0, attr: nil)
        XCTAssertEqual(
            unsafe SecKeychainItemModifyAttributesAndData(item, &list, 1, "x"), errSecUnimplemented)
        assertSecret("one")
    }

    func test_delete_ofItem_takesThatOneAway() throws {
        let item = try XCTUnwrap(add(forge, "one").1)
        XCTAssertEqual(add(Place(server: "other"), "two").0, errSecSuccess)
        var keychain: SecKeychain?
        XCTAssertEqual(unsafe SecKeychainItemCopyKeychain(item, &keychain), errSecSuccess)
        XCTAssertEqual(keychain, try open("login.keychain"))
        XCTAssertEqual(SecKeychainItemDelete(item), errSecSuccess)
        XCTAssertEqual(find(Place()).1, "two")
        XCTAssertEqual(SecKeychainItemDelete(item), errSecInvalidItemRef)
        XCTAssertEqual(unsafe SecKeychainItemCopyKeychain(item, &keychain), errSecNoSuchKeychain)
        XCTAssertEqual(unsafe SecKeychainItemModifyAttributesAndData(item, nil, 1, "x"), errSecNoSuchKeychain)
    }

    func test_delete_ofItemThatIsGone_answersInvalidItemRef() throws {
        let item = try XCTUnwrap(add(forge, "one").1)
        XCTAssertEqual(SecItemDelete([kSecClass: kSecClassInternetPassword] as NSDictionary), errSecSuccess)
        XCTAssertEqual(SecKeychainItemDelete(item), errSecInvalidItemRef)
        XCTAssertThrowsError(try item.keychain)
    }

    func test_items_areEqualWhenTheyNameTheSame() throws {
        let item = try XCTUnwrap(add(forge, "one").1)
        var found: SecKeychainItem?
        unsafe SecKeychainFindInternetPassword(
            nil, 0, nil, 0, nil, 0, nil, 0, nil, 0, .any, .any, nil, nil, &found)
        XCTAssertEqual(found, item)
        XCTAssertNotEqual(add(Place(server: "other"), "two").1, item)
        XCTAssertEqual(CFGetTypeID(item), SecKeychainItemGetTypeID())
    }
}
