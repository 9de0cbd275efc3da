import Foundation
import SecureStore

@testable import KeychainServices

/// The same calls through Apple's names.
struct AppleFace: Face {
    let store: ItemStore

    init(_ store: ItemStore) {
        self.store = store
        KeychainStore.use(store)
    }

    func add(_ dictionary: ItemDictionary) -> String {
        unsafe written { unsafe SecItemAdd(Self.dictionary(dictionary), $0) }
    }

    func find(_ query: ItemDictionary) -> String {
        unsafe written { unsafe SecItemCopyMatching(Self.dictionary(query), $0) }
    }

    func update(_ query: ItemDictionary, _ changes: ItemDictionary) -> String {
        String(SecItemUpdate(Self.dictionary(query), Self.dictionary(changes)))
    }

    func delete(_ query: ItemDictionary) -> String { String(SecItemDelete(Self.dictionary(query))) }

    func lock() { SecKeychainLock(nil) }

    func persistent(_ query: ItemDictionary) -> ItemDictionary.Value {
        var result: CFTypeRef?
        let query = Self.dictionary(query + ["r_PersistentRef": true])
        guard unsafe SecItemCopyMatching(query, &result) == errSecSuccess, let data = result as? Data else {
            return .null
        }
        return .data(data)
    }

    private func written(_ call: (UnsafeMutablePointer<CFTypeRef?>) -> OSStatus) -> String {
        var result: CFTypeRef?
        let status = unsafe call(&result)
        return String(status) + (result.map { " " + Self.text(of: $0) } ?? "")
    }

    // MARK: - There

    static func dictionary(_ dictionary: ItemDictionary) -> CFDictionary {
        dictionary.values.mapValues { object(of: $0) } as NSDictionary
    }

    private static func object(of value: ItemDictionary.Value) -> Any {
        switch value {
        case .string(let text): return text
        case .data(let data): return data
        case .secret(let secret): return Data(secret.bytes)
        case .number(let number): return number
        case .boolean(let flag): return flag
        case .date(let date): return date
        case .uuid(let uuid): return uuid
        case .null: return NSNull()
        case .accessControl(let control): return SecAccessControl(control)
        case .item(let item):
            return item.attributes.itemClass == .certificate ? SecCertificate(item) : SecKey(item)
        case .identity(let certificate, let key):
            return SecIdentity(SecCertificate(certificate), SecKey(key))
        case .policy(let policy): return policy
        case .list(let elements): return elements.map { object(of: $0) }
        case .dictionary(let inner): return dictionary(inner)
        case .unsupported: return NSObject()
        }
    }

    // MARK: - And back

    private static func text(of value: Any, key: String = "") -> String {
        switch value {
        case let text as String: return Written.string(text)
        case let data as Data: return Written.data(data, key: key)
        case let number as NSNumber: return number.stringValue
        case let date as Date: return Written.date(date)
        case let control as SecAccessControl: return Written.control(control.control)
        case is SecCertificate: return "reference cert"
        case is SecKey: return "reference keys"
        case is SecIdentity: return "reference idnt"
        case let dictionary as NSDictionary:
            return Written.dictionary(
                dictionary.reduce(into: [:]) { entries, entry in
                    let key = entry.key as? String ?? "a key that is not text"
                    entries[key] = text(of: entry.value, key: key)
                })
        case let elements as [Any]: return Written.list(elements.map { text(of: $0) })
        default: return "a value of type \(type(of: value))"
        }
    }
}
