#if !canImport(Darwin)

internal import Foundation
internal import SecureStore

/// A dictionary of Apple's calls, a request or a result, with plain values that are checked when they are used.
///
/// The keys are the texts behind Apple's constants (`class`, `svce`, `r_Data`, ...).
struct ItemDictionary: Sendable, ExpressibleByDictionaryLiteral {
    /// Any value that a caller can pass in or get back.
    indirect enum Value: Sendable {
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
        case item(StoredItem)
        /// A certificate with its key.
        case identity(certificate: StoredItem, key: StoredItem)
        /// What certificates are to be valid for.
        case policy(SecPolicy)
        /// Several values.
        case list([Value])
        /// A dictionary of attributes and results.
        case dictionary(ItemDictionary)
        /// A value of a type that no key accepts.
        case unsupported
    }

    /// The values.
    var values: [String: Value]

    /// Creates a dictionary of these values.
    init(_ values: [String: Value] = [:]) { self.values = values }

    /// Creates a dictionary of these values; the last one of a repeated key counts.
    init(dictionaryLiteral elements: (String, Value)...) {
        values = Dictionary(elements, uniquingKeysWith: { $1 })
    }

    /// The value of a key.
    subscript(key: String) -> Value? {
        get { values[key] }
        set { values[key] = newValue }
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

#endif
