internal import Foundation
internal import SecureStore

/// A dictionary of Apple's calls, a request or a result, with plain values that are checked when they are used.
///
/// The keys are the texts behind Apple's constants (`class`, `svce`, `r_Data`, ...).
struct ItemDictionary: Sendable, ExpressibleByDictionaryLiteral {
    /// Any value that a caller can pass in or get back.
    enum Value: Sendable {
        /// Text.
        case string(String)
        /// Bytes that are not secret.
        case data(Data)
        /// A number.
        case number(Int64)
        /// A truth value, for keys that do not accept a number.
        case boolean(Bool)
        /// A date.
        case date(Date)
        /// A UUID, which attributes that hold text store as text.
        case uuid(UUID)
        /// The null object.
        case null
        /// The secret of an item.
        case secret(SecretBytes)
        /// Conditions on the use of an item.
        case accessControl(AccessControl)
        /// A certificate or a key, stored or not.
        indirect case item(StoredItem)
        /// A certificate with its key.
        indirect case identity(certificate: StoredItem, key: StoredItem)
        /// What certificates are to be valid for.
        case policy(SecPolicy)
        /// Several values.
        case list([Value])
        /// A dictionary of attributes and results.
        case dictionary(ItemDictionary)
        /// A value of a type that no key accepts.
        case unsupported
    }

    /// A key and its value.
    struct Entry: Sendable {
        let key: String
        var value: Value
    }

    /// Sorted by key, and each key once: requests are checked in this order, and to find one of a few keys takes less time
    /// here than to hash it.
    private(set) var entries: [Entry] = []

    /// Creates a dictionary of entries in any order; the last one of a repeated key counts.
    init(_ entries: consuming [Entry]) {
        entries.sort { $0.key < $1.key }
        for index in entries.indices.dropFirst().reversed() where entries[index - 1].key == entries[index].key
        {
            entries.remove(at: index - 1)
        }
        self.entries = entries
    }

    /// Creates a dictionary of these values.
    init(_ values: [String: Value] = [:]) { self.init(values.map { Entry(key: $0, value: $1) }) }

    /// Creates a dictionary of these values; the last one of a repeated key counts.
    init(dictionaryLiteral elements: (String, Value)...) {
        self.init(elements.map { Entry(key: $0, value: $1) })
    }

    /// The value of a key.
    subscript(key: String) -> Value? {
        get {
            for index in entries.indices where entries[index].key == key { return entries[index].value }
            return nil
        }
        set {
            let index = entries.firstIndex { $0.key >= key } ?? entries.count
            let isThere = index < entries.count && entries[index].key == key
            switch newValue {
            case let value? where isThere: entries[index].value = value
            case let value?: entries.insert(Entry(key: key, value: value), at: index)
            case nil: if isThere { entries.remove(at: index) }
            }
        }
    }

    /// Takes the entries of another dictionary, in place of its own where the keys are the same.
    mutating func merge(_ other: ItemDictionary) {
        for entry in other.entries { self[entry.key] = entry.value }
    }
}

// MARK: - Attributes

extension ItemDictionary.Value {
    /// The value of an attribute.
    init(_ value: AttributeValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .data(let data): self = .data(data)
        case .number(let number): self = .number(number)
        case .date(let date): self = .date(date)
        case .accessControl(let control): self = .accessControl(control)
        }
    }
}

extension ItemAttributes {
    /// Every attribute that has a value, and the class, as a dictionary holds them.
    var dictionary: ItemDictionary {
        var dictionary: ItemDictionary = ["class": .string(itemClass.code)]
        for (name, value) in all { dictionary[ClassTable.row(name).code] = ItemDictionary.Value(value) }
        return dictionary
    }
}

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
