internal import Foundation
internal import SecureStore

/// A dictionary of Apple's calls, request or result, with plain values that are checked when used.
///
/// The keys are the texts behind Apple's constants (`class`, `svce`, `r_Data`, ...).
struct ItemDictionary: Sendable, ExpressibleByDictionaryLiteral {
    enum Value: Sendable {
        case string(String)
        /// Bytes that are not secret.
        case data(Data)
        case number(Int64)
        /// A truth value, for keys that do not accept a number.
        case boolean(Bool)
        case date(Date)
        /// A UUID, which attributes that hold text store as text.
        case uuid(UUID)
        case null
        case secret(SecretBytes)
        case accessControl(AccessControl)
        indirect case item(StoredItem)
        indirect case identity(certificate: StoredItem, key: StoredItem)
        case policy(SecPolicy)
        case list([Value])
        case dictionary(ItemDictionary)
        case unsupported
    }

    struct Entry: Sendable {
        let key: String
        var value: Value
    }

    /// Sorted by key, and each key once: requests are checked in this order, and to find one of a few keys
    /// takes less time here than to hash it.
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

    init(_ values: [String: Value] = [:]) { self.init(values.map { Entry(key: $0, value: $1) }) }

    init(dictionaryLiteral elements: (String, Value)...) {
        self.init(elements.map { Entry(key: $0, value: $1) })
    }

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

extension ItemDictionary {
    static let noSecureEnclave = StoreError(
        .unimplemented, "no machine that this runs on has a Secure Enclave (tkid); leave it out")

    /// The key that the attributes of these codes describe, as far as they are given.
    func keyItem(_ codes: [String]) throws(StoreError) -> KeyItem {
        var attributes = ItemAttributes(.key)
        for code in codes {
            guard let value = self[code] else { continue }
            let entry = try DictionaryRequest.attribute(code, value, of: .key)
            attributes.set(entry.name, normalized: entry.value)
        }
        return try KeyItem(attributes: attributes)
    }

    /// Refuses a key of the Secure Enclave, whose name may be text or bytes.
    func checkToken() throws(StoreError) {
        let token = self["tkid"].flatMap { DictionaryRequest.attributeValue($0, .string)?.text }
        if let token, token.hasPrefix("com.apple.setoken") { throw Self.noSecureEnclave }
    }
}

extension ItemDictionary.Value {
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
    var dictionary: ItemDictionary {
        var dictionary: ItemDictionary = ["class": .string(itemClass.code)]
        for (name, value) in all { dictionary[ClassTable.row(name).code] = ItemDictionary.Value(value) }
        return dictionary
    }
}

// MARK: - Objects

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
        if let last = keys[place].last, last.text.hasSameBytes(as: text) { return last.object }
        let object = text as NSString
        keys[place].last = (text, object)
        return object
    }
}
