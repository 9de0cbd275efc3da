#if !canImport(Darwin)

internal import Foundation
internal import SecureStore

/// A result in the form in which Apple's functions return it.
func object(of value: ItemDictionary.Value) -> AnyObject {
    switch value {
    case .string(let text): return text as NSString
    case .data(let data): return data as NSData
    case .secret(let secret): return SecretData(secret) ?? NSData()
    case .number(let number): return NSNumber(value: number)
    case .boolean(let flag): return NSNumber(value: flag)
    case .date(let date): return date as NSDate
    case .uuid(let uuid): return uuid.uuidString as NSString
    case .accessControl(let control): return SecAccessControl(control)
    case .item(let item):
        return item.attributes.itemClass == .certificate ? SecCertificate(item) : SecKey(item)
    case .identity(let certificate, let key):
        return SecIdentity(SecCertificate(certificate), SecKey(key))
    case .policy(let policy): return policy
    case .list(let elements): return NSArray(array: elements.map { object(of: $0) })
    case .dictionary(let dictionary): return object(of: dictionary)
    case .null, .unsupported: return NSNull()
    }
}

/// A dictionary in the form in which Apple's functions return it.
func object(of dictionary: ItemDictionary) -> NSDictionary {
    let object = NSMutableDictionary(capacity: dictionary.entries.count)
    for entry in dictionary.entries {
        object[entry.key as NSString] = KeychainServices.object(of: entry.value)
    }
    return object
}

#endif
