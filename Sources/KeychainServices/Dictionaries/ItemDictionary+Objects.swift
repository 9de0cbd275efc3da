internal import Foundation
internal import SecureStore

extension ItemDictionary.Value {
    /// The object that callers of Apple's functions get; the elements of a list are given up one by one, so
    /// that a long list is in memory once.
    consuming func object() -> AnyObject {
        var shared = SharedObjects()
        return object(&shared)
    }

    fileprivate consuming func object(_ shared: inout SharedObjects) -> AnyObject {
        switch consume self {
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
        case .list(var elements):
            elements.reverse()
            var objects: [AnyObject] = []
            objects.reserveCapacity(elements.count)
            while let element = elements.popLast() { objects.append(element.object(&shared)) }
            return NSArray(array: objects)
        case .dictionary(let dictionary): return shared.dictionary(dictionary.entries)
        case .null, .unsupported: return NSNull()
        }
    }
}

extension ItemDictionary {
    var object: NSDictionary {
        var shared = SharedObjects()
        return shared.dictionary(entries)
    }
}

/// The objects that the dictionaries of one answer share: their keys, and texts that are those of the item
/// before.
private struct SharedObjects {
    private struct Key {
        let text: String
        let object: NSString
        /// The text that was last under this key, if it was one.
        var last: (text: String, object: NSString)?
    }

    private var keys: [Key] = []

    mutating func dictionary(_ entries: [ItemDictionary.Entry]) -> NSDictionary {
        var (names, values): ([NSObject], [Any]) = ([], [])
        names.reserveCapacity(entries.count)
        values.reserveCapacity(entries.count)
        for entry in entries {
            let place = place(of: entry.key)
            names.append(keys[place].object)
            if case .string(let text) = entry.value {
                values.append(self.text(text, at: place))
            } else {
                values.append(entry.value.object(&self))
            }
        }
        return NSDictionary(objects: values, forKeys: names)
    }

    private mutating func place(of key: String) -> Int {
        if let place = keys.firstIndex(where: { $0.text == key }) { return place }
        keys.append(Key(text: key, object: key as NSString))
        return keys.count - 1
    }

    private mutating func text(_ text: String, at place: Int) -> NSString {
        if let last = keys[place].last, last.text == text { return last.object }
        let object = text as NSString
        keys[place].last = (text, object)
        return object
    }
}
