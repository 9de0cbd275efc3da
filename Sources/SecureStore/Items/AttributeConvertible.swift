public import FoundationEssentials

/// A Swift type whose values an attribute can have.
///
/// `String`, `Int`, `Bool`, `Data` and `Date` are, and the types of this module that stand for a code or a
/// number. A query or a change takes one where the attribute has it.
public protocol AttributeConvertible: Hashable, Sendable {
    /// The value as the store keeps it.
    var attributeValue: AttributeValue { get }
}

extension String: AttributeConvertible {
    /// The text itself.
    public var attributeValue: AttributeValue { .string(self) }
}

extension Data: AttributeConvertible {
    /// The bytes themselves.
    public var attributeValue: AttributeValue { .data(self) }
}

extension Int: AttributeConvertible {
    /// The number itself.
    public var attributeValue: AttributeValue { .number(Int64(self)) }
}

extension Bool: AttributeConvertible {
    /// 0 or 1.
    public var attributeValue: AttributeValue { .number(self ? 1 : 0) }
}

extension Date: AttributeConvertible {
    /// The date itself.
    public var attributeValue: AttributeValue { .date(self) }
}

extension Accessibility: AttributeConvertible {
    /// The accessibility's code.
    public var attributeValue: AttributeValue { .string(code) }
}

extension AttributeConvertible where Self: RawRepresentable, RawValue == String {
    /// The characters of the code.
    public var attributeValue: AttributeValue { .string(rawValue) }
}

extension AttributeConvertible where Self: RawRepresentable, RawValue == Int {
    /// The number.
    public var attributeValue: AttributeValue { .number(Int64(rawValue)) }
}

extension InternetProtocol: AttributeConvertible {}
extension AuthenticationType: AttributeConvertible {}
extension KeyClass: AttributeConvertible {}
extension KeyType: AttributeConvertible {
    /// The number; as text if it has more than 32 bits, as a store keeps the text of Apple's constants.
    public var attributeValue: AttributeValue {
        Int32(exactly: rawValue) == nil ? .string(String(rawValue)) : .number(Int64(rawValue))
    }
}
