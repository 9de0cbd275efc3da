internal import Foundation
internal import SecureStore

extension ItemDictionary.Value {
    /// A result in the form in which Apple's functions return it.
    var object: AnyObject {
        switch self {
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
        case .list(let elements): return NSArray(array: elements.map(\.object))
        case .dictionary(let dictionary): return dictionary.object
        case .null, .unsupported: return NSNull()
        }
    }
}

extension ItemDictionary {
    /// The dictionary in the form in which Apple's functions return it.
    var object: NSDictionary {
        let object = NSMutableDictionary(capacity: entries.count)
        for entry in entries { object[entry.key as NSString] = entry.value.object }
        return object
    }
}
