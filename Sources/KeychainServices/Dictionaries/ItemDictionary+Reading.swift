internal import Foundation
internal import SecureStore

extension ItemDictionary {
    /// Converts a caller's dictionary to the form that the store checks.
    ///
    /// Keys may be strings of any kind, and values may be Swift's or Foundation's, optional or not.
    init(_ dictionary: CFDictionary) throws(StoreError) {
        // Both lists are in the dictionary's order and hold its objects. Iterating would look up each key
        // again and bridge each object: constants letter by letter, secrets byte by byte.
        let (keys, objects) = (dictionary.allKeys, dictionary.allValues)
        guard keys.count == objects.count else {
            throw StoreError(.param, "a dictionary does not have a value for each key")
        }
        var entries: [Entry] = []
        entries.reserveCapacity(keys.count)
        for index in keys.indices {
            let text = try Self.text(ofKey: keys[index])
            if let plain = try Value(plain: objects[index] as AnyObject, of: text) {
                entries.append(Entry(key: text, value: plain))
            } else {
                let value = dictionary.object(forKey: keys[index]) ?? objects[index]
                entries.append(Entry(key: text, value: try Value(value, of: text)))
            }
        }
        self.init(entries)
    }

    private static func text(ofKey key: Any) throws(StoreError) -> String {
        if let text = Value.text(key as AnyObject) { return text }
        if let text = key as? String { return text }
        // As in Apple's implementation, where a number becomes the name of an attribute that no class has.
        throw StoreError(key is NSNumber ? .noSuchAttr : .param, "a dictionary has a key that is not text")
    }
}

extension ItemDictionary.Value {
    /// The value of text, a truth value or bytes, as nearly all callers pass them; nil for others.
    fileprivate init?(plain object: AnyObject, of key: String) throws(StoreError) {
        if let text = Self.text(object) {
            self = .string(text)
        } else if let number = object as? NSNumber, number.isBoolean {
            self = .boolean(number.boolValue)
        } else if let data = object as? NSData {
            self = try key == "v_Data" ? .secret(SecretBytes(copying: data)) : .data(data as Data)
        } else {
            return nil
        }
    }

    /// The text of a string or a constant; nil for any other object.
    fileprivate static func text(_ object: AnyObject) -> String? {
        if let constant = object as? Constant { return constant.text }
        return (object as? NSString).map { $0 as String }
    }

    /// Converts any other value; one that no key accepts becomes `unsupported`, which the store refuses.
    fileprivate init(_ value: Any, of key: String) throws(StoreError) {
        // First and by its exact type: truth values convert to numbers, and 0 and 1 to truth values.
        if type(of: value) == Bool.self, let flag = value as? Bool {
            self = .boolean(flag)
        } else if let text = value as? String {
            self = .string(text)
        } else if let data = value as? Data {
            self = key == "v_Data" ? .secret(try SecretBytes(copying: data)) : .data(data)
        } else {
            self = try Self.other(value, of: key)
        }
    }

    private static func other(_ value: Any, of key: String) throws(StoreError) -> Self {
        switch value {
        case let number as NSNumber: return Int64(exactly: number).map { .number($0) } ?? .unsupported
        case let date as Date: return .date(date)
        case let uuid as UUID: return .uuid(uuid)
        case is NSNull: return .null
        case let control as SecAccessControl: return .accessControl(control.control)
        case let certificate as SecCertificate: return .item(certificate.item)
        case let key as SecKey: return .item(key.item)
        case let identity as SecIdentity:
            return .identity(certificate: identity.certificate.item, key: identity.key.item)
        case let policy as SecPolicy: return .policy(policy)
        case let elements as [Any]:
            var list: [Self] = []
            for element in elements { list.append(try Self(element, of: key)) }
            return .list(list)
        default: return .unsupported
        }
    }
}

extension NSNumber {
    /// True for what was made of a truth value: there are just two such objects.
    var isBoolean: Bool { self === kCFBooleanTrue || self === kCFBooleanFalse }
}

extension SecretBytes {
    /// Copies a caller's object, once and into memory that is erased; a `Data` of it would be another copy.
    convenience init(copying object: NSData) throws(StoreError) {
        try unsafe self.init(copying: UnsafeRawBufferPointer(start: object.bytes, count: object.length))
        withExtendedLifetime(object) {}
    }
}
