import Foundation
import KeychainServices
import XCTest

private protocol Named { var name: String { get } }
extension CFString: Named { fileprivate var name: String { self as String } }
extension CFDictionary { fileprivate var keyCount: Int { count } }
extension CFError { fileprivate var status: OSStatus { OSStatus(CFErrorGetCode(self)) } }
extension SecKey: Named { fileprivate var name: String { "key" } }

/// Uses that programs make of constants, codes and objects.
final class ValueIdioms: IdiomTestCase {
    private func describe(_ object: AnyObject) -> String { "\(object)" }

    func test_error_isMadeOfDomainAndCode() {
        let info = [NSLocalizedDescriptionKey: "no host"] as CFDictionary
        let error = CFErrorCreate(kCFAllocatorDefault, kCFErrorDomainOSStatus, -67602, info)!
        XCTAssertEqual(CFErrorGetCode(error), -67602)
        XCTAssertEqual(CFErrorGetDomain(error), kCFErrorDomainOSStatus)
        XCTAssertEqual(CFErrorCopyDescription(error), "no host")
        XCTAssertEqual((error as Error).localizedDescription, "no host")
    }

    func test_constant_becomesText() {
        XCTAssertEqual(kSecClass as String, "class")
        XCTAssertEqual(String(kSecAttrAccount), "acct")
        XCTAssertEqual("\(kSecAttrService)", "svce")
        XCTAssertEqual(describe(kSecAttrService), "svce")
        XCTAssertEqual("x" as CFString, "x" as NSString)
        XCTAssertEqual(kSecAttrProtocolFTP as String, "ftp ", "padding stays")
    }

    func test_constant_equalsTextInEveryDirection() {
        XCTAssertEqual(kSecClassKey, "keys" as CFString)
        XCTAssertEqual("keys" as CFString, kSecClassKey)
        XCTAssertEqual(kSecClassKey.hash, ("keys" as NSString).hash)
        XCTAssertEqual(kSecAttrKeyTypeEC, kSecAttrKeyTypeECSECPrimeRandom)
        XCTAssertNotEqual(kSecClassKey, kSecClassIdentity)
        let reference: CFTypeRef = kSecClassKey
        XCTAssertEqual(reference as? String, "keys")
        XCTAssertTrue(CFEqual(reference, "keys" as CFString))
    }

    func test_constant_inASwitch() {
        func number(_ itemClass: CFString) -> Int {
            switch itemClass {
            case kSecClassGenericPassword: return 1
            case kSecClassInternetPassword: return 2
            default: return 3
            }
        }
        XCTAssertEqual(["genp", "inet", "keys"].map { number($0 as CFString) }, [1, 2, 3])
    }

    func test_code_inASwitch() {
        func word(_ status: OSStatus) -> String {
            switch status {
            case errSecSuccess, noErr: return "good"
            case errSecItemNotFound: return "missing"
            case errSecDuplicateItem: return "taken"
            default: return "other"
            }
        }
        XCTAssertEqual([0, -25_300, -25_299, -50].map(word), ["good", "missing", "taken", "other"])
    }

    func test_constant_inASet() {
        let set: Set<CFString> = [kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock]
        XCTAssertTrue(set.contains("ak" as CFString))
        XCTAssertTrue(set.contains(kSecAttrAccessibleAfterFirstUnlock))
        XCTAssertFalse(set.contains(kSecAttrAccessibleAlways))
    }

    func test_constant_survivesArchivesAndSorting() throws {
        let list: [NSString] = [kSecClassKey, kSecClassCertificate]
        XCTAssertEqual(list.map { $0 as String }.sorted(), ["cert", "keys"])
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: kSecClassKey, requiringSecureCoding: true)
        XCTAssertEqual(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSString.self, from: archive), "keys")
        let json = try JSONSerialization.data(withJSONObject: [kSecClass as String: kSecClassKey])
        XCTAssertEqual(String(decoding: json, as: UTF8.self), #"{"class":"keys"}"#)
        let plist = try PropertyListSerialization.data(
            fromPropertyList: [kSecClass as String: kSecClassKey], format: .binary, options: 0)
        let read = try PropertyListSerialization.propertyList(from: plist, format: nil)
        XCTAssertEqual(read as? [String: String], ["class": "keys"])
    }

    func test_extensions_work() {
        XCTAssertEqual(kSecClass.name, "class")
        XCTAssertEqual(([kSecClass: kSecClassKey] as CFDictionary).keyCount, 1)
        let error = NSError(domain: NSOSStatusErrorDomain, code: Int(errSecParam))
        XCTAssertEqual((error as CFError).status, errSecParam)
        XCTAssertEqual(CFErrorGetDomain(error) as String, NSOSStatusErrorDomain)
    }

    func test_accessControl_comesBackAsOne() throws {
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [], &error)
        XCTAssertNil(error)
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccessControl: try XCTUnwrap(control),
            kSecReturnAttributes: true,
        ]
        var added: CFTypeRef?
        XCTAssertEqual(SecItemAdd(item as CFDictionary, &added), errSecSuccess)
        let stored = (added as? [String: Any])?[kSecAttrAccessControl as String] as! SecAccessControl
        XCTAssertEqual(stored, control)
        XCTAssertTrue(CFEqual(stored, control))
    }

    func test_accessControl_withContradiction_handsOverAnError() throws {
        var error: Unmanaged<CFError>?
        let control = SecAccessControlCreateWithFlags(
            kCFAllocatorDefault, kSecAttrAccessibleWhenUnlocked, [.or, .and], &error)
        XCTAssertNil(control)
        let thrown = try XCTUnwrap(error).takeRetainedValue() as Error
        XCTAssertEqual((thrown as NSError).code, Int(errSecParam))
        XCTAssertEqual((thrown as NSError).domain, NSOSStatusErrorDomain)
    }

    func test_message_isText() {
        XCTAssertEqual(
            SecCopyErrorMessageString(errSecItemNotFound, nil) as String?, "no item matches the query")
        XCTAssertEqual(SecCopyErrorMessageString(-99_999, nil) as String?, "OSStatus -99999")
        XCTAssertNotNil(SecCopyErrorMessageString(errSecSuccess, nil))
    }

    func test_typeIDs_tellTypesApart() {
        XCTAssertEqual(CFGetTypeID(kSecClass), CFStringGetTypeID())
        XCTAssertEqual(CFGetTypeID("x" as CFString), CFStringGetTypeID())
        XCTAssertEqual(CFGetTypeID(["a"] as CFArray), CFArrayGetTypeID())
        XCTAssertEqual(CFGetTypeID(["a"] as CFTypeRef), CFArrayGetTypeID())
        XCTAssertEqual(CFGetTypeID(["a": 1] as CFDictionary), CFDictionaryGetTypeID())
        XCTAssertEqual(CFGetTypeID(NSMutableDictionary()), CFDictionaryGetTypeID())
        XCTAssertEqual(CFGetTypeID(Data([1]) as CFData), CFDataGetTypeID())
        XCTAssertEqual(CFGetTypeID(kCFBooleanTrue), CFBooleanGetTypeID())
        XCTAssertEqual(CFGetTypeID(7 as NSNumber), CFNumberGetTypeID())
        XCTAssertTrue(CFEqual(["a", kSecClass] as CFArray, ["a", "class"] as CFArray))
        XCTAssertFalse(CFEqual(kSecClass, kSecClassKey))
        XCTAssertEqual(CFHash(kSecClass), CFHash("class" as CFString))
    }

    func test_bundleKeys_areThoseOfInfoDictionaries() {
        XCTAssertEqual(kCFBundleIdentifierKey as String, "CFBundleIdentifier")
        XCTAssertNil(Bundle.main.infoDictionary?[kCFBundleVersionKey as String] as? Int)
    }
}
