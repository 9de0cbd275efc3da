public import FoundationEssentials

/// A request or an answer in the form that C-style callers have: values by key, checked when they are used.
///
/// The keys are those of Apple's dictionaries (`class`, `svce`, `r_Data`, ...).
public struct ItemDictionary: Sendable, ExpressibleByDictionaryLiteral {
    /// Any value that a caller can put in, or get back.
    public indirect enum Value: Sendable {
        /// Text.
        case string(String)
        /// Bytes that are no secret.
        case data(Data)
        /// A number.
        case number(Int64)
        /// A truth value, where a number would be refused.
        case boolean(Bool)
        /// A date.
        case date(Date)
        /// A UUID, which attributes that are always text take as text.
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
        /// Several values.
        case list([Value])
        /// A dictionary of attributes and results.
        case dictionary(ItemDictionary)
        /// A value of a type that no key takes.
        case unsupported
    }

    /// The values.
    public var values: [String: Value]

    /// A dictionary of these values.
    public init(_ values: [String: Value] = [:]) { self.values = values }

    /// A dictionary of these values; the last one of a repeated key counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        values = Dictionary(elements, uniquingKeysWith: { $1 })
    }

    /// The value of a key.
    public subscript(key: String) -> Value? {
        get { values[key] }
        set { values[key] = newValue }
    }
}

/// Attributes and secret of an item, apart from any store.
public struct StoredItem: Sendable {
    /// Which item of a store this is; nil for one that is in none.
    public let reference: ItemReference?
    /// The attributes.
    public let attributes: ItemAttributes
    /// The bytes of a certificate or a key.
    public let secret: SecretBytes?

    /// An item, for instance a parsed certificate with its attributes.
    public init(reference: ItemReference? = nil, attributes: ItemAttributes, secret: SecretBytes?) {
        (self.reference, self.attributes, self.secret) = (reference, attributes, secret)
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
    /// Every attribute that has a value, as a dictionary has it, and the class.
    public var dictionary: ItemDictionary {
        var dictionary: ItemDictionary = ["class": .string(itemClass.code)]
        for (name, value) in all { dictionary[ClassTable.row(name).code] = ItemDictionary.Value(value) }
        return dictionary
    }
}
