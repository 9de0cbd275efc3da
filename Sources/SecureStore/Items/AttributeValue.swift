public import FoundationEssentials

/// The value of an attribute, in one of the forms that Apple's dictionaries have.
///
/// No case will be added: what fits no other form is bytes, also in attributes that come later.
public enum AttributeValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// Bytes.
    case data(Data)
    /// A whole number; true and false are 1 and 0.
    case number(Int64)
    /// A point in time, exact to the last bit.
    case date(Date)
    /// Conditions on the use of an item.
    case accessControl(AccessControl)
}

/// The rules by which an attribute accepts, stores and compares its values.
package enum AttributeKind: String, Sendable {
    /// A value stored in the form it was given; compared as bytes.
    case blob = "text, bytes or a number"
    case data = "bytes or text"
    /// A value stored as a number if it can be read as one.
    case number = "a number"
    case date = "a date"
    case string = "text"
    case accessibility = "one of the accessibilities"
    case accessControl = "an access control"

    /// The stored form of a value; nil when it has the wrong type.
    func normalize(_ value: AttributeValue) -> AttributeValue? {
        switch (self, value) {
        case (.blob, .string), (.blob, .data): return value
        case (.blob, .number(let number)): return Int32(exactly: number) == nil ? nil : value
        case (.data, .data): return value
        case (.data, .string(let text)): return .data(Data(text.utf8))
        case (.data, .number(let number)): return Int32(exactly: number).map { .data(Self.littleEndian($0)) }
        case (.number, .number): return value
        case (.number, .string(let text)):
            // The canonical decimal form of a number becomes that number; any other text stays text.
            guard let number = Int32(text), String(number) == text else { return value }
            return .number(Int64(number))
        case (.date, .date(let date)):
            let seconds = date.timeIntervalSinceReferenceDate
            guard seconds.isFinite else { return nil }
            // Zero has two signs, but as a part of an identity it must have one.
            return seconds == 0 ? .date(Date(timeIntervalSinceReferenceDate: 0)) : value
        case (.string, .string): return value
        case (.string, .data(let data)): return String(validating: data, as: UTF8.self).map { .string($0) }
        case (.accessibility, .string(let code)): return Accessibility(code: code) == nil ? nil : value
        case (.accessControl, .accessControl): return value
        default: return nil
        }
    }

    static func littleEndian(_ number: Int32) -> Data {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: number)
        return Data(bytes)
    }
}

extension AttributeValue {
    /// Appends bytes that are the same for equal values and differ for all others; both values are normalized
    /// for one kind.
    ///
    /// Blobs compare as bytes, whatever their form: text as UTF-8, a number as four bytes.
    func appendComparable(as kind: AttributeKind, to bytes: inout [UInt8]) {
        switch self {
        case .string(let text):
            if kind == .number { bytes.append(0x73) }
            bytes.append(contentsOf: text.utf8)
        case .data(let data): bytes.append(contentsOf: data)
        case .number(let number):
            if kind == .number {
                bytes.append(0x6e)
                bytes.append(littleEndian: UInt64(bitPattern: number))
            } else {
                bytes.append(littleEndian: Int32(truncatingIfNeeded: number))
            }
        case .date(let date): bytes.append(littleEndian: date.timeIntervalSinceReferenceDate.bitPattern)
        case .accessControl: break  // Never compared: see ``ClassTable``.
        }
    }

    /// Tells whether a stored value satisfies a condition; both are normalized for `kind`.
    func matches(_ condition: AttributeValue, as kind: @autoclosure () -> AttributeKind) -> Bool {
        // Switched on one by one, because a tuple of both would copy both.
        switch self {
        case .string(let mine):
            if case .string(let wanted) = condition { return mine.hasSameBytes(as: wanted) }
        case .data(let mine): if case .data(let wanted) = condition { return mine == wanted }
        case .number(let mine): if case .number(let wanted) = condition { return mine == wanted }
        case .date(let mine): if case .date(let wanted) = condition { return mine == wanted }
        case .accessControl: return false
        }
        // Looked up only here, because most values have the form that they are compared with.
        guard kind() == .blob else { return false }
        var (mine, wanted): ([UInt8], [UInt8]) = ([], [])
        appendComparable(as: .blob, to: &mine)
        condition.appendComparable(as: .blob, to: &wanted)
        return mine == wanted
    }

    /// The value as text, if it is text or bytes in UTF-8.
    public var text: String? {
        switch self {
        case .string(let text): return text
        case .data(let data): return String(validating: data, as: UTF8.self)
        default: return nil
        }
    }

    /// The value as bytes, if it is bytes or text.
    public var data: Data? {
        switch self {
        case .string(let text): return Data(text.utf8)
        case .data(let data): return data
        default: return nil
        }
    }

    /// The value, if it is a number.
    public var number: Int64? { if case .number(let number) = self { number } else { nil } }

    /// The value, if it is a date.
    public var date: Date? { if case .date(let date) = self { date } else { nil } }
}
