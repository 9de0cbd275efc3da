public import FoundationEssentials

/// The value of an attribute, in one of the forms that dictionaries know.
public enum AttributeValue: Hashable, Sendable {
    /// Text.
    case string(String)
    /// Bytes.
    case data(Data)
    /// A whole number; truth values are 0 and 1.
    case number(Int64)
    /// A point in time, kept to the last bit.
    case date(Date)
    /// Conditions on the use of an item.
    case accessControl(AccessControl)
}

/// How an attribute takes, keeps and compares its values.
package enum AttributeKind: Sendable {
    /// Keeps the form it was given; compares bytes.
    case blob
    /// Becomes bytes.
    case data
    /// Becomes a number where it can.
    case number
    case date
    /// Becomes text.
    case string
    case accessibility
    case accessControl
}

extension AttributeKind {
    /// The form that is stored, or nil for a value of the wrong type.
    func normalize(_ value: AttributeValue) -> AttributeValue? {
        switch (self, value) {
        case (.blob, .string), (.blob, .data): return value
        case (.blob, .number(let number)): return Int32(exactly: number) == nil ? nil : value
        case (.data, .data): return value
        case (.data, .string(let text)): return .data(Data(text.utf8))
        case (.data, .number(let number)): return Int32(exactly: number).map { .data(Self.littleEndian($0)) }
        case (.number, .number): return value
        case (.number, .string(let text)):
            // A canonical decimal becomes the number it spells; any other text stays text.
            guard let number = Int32(text), String(number) == text else { return value }
            return .number(Int64(number))
        case (.date, .date(let date)):
            let seconds = date.timeIntervalSinceReferenceDate
            guard seconds.isFinite else { return nil }
            // Zero has two signs; as a part of an identity it must have one.
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
    /// Appends what two equal values share and two different ones do not; both are normalized for one kind.
    ///
    /// Blobs compare as bytes, whatever form they have: text as UTF-8, a number as four bytes.
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

    /// Whether a stored value satisfies a condition; both are normalized for `kind`.
    func matches(_ condition: AttributeValue, as kind: @autoclosure () -> AttributeKind) -> Bool {
        // One after the other, because a pair of both would be a copy of both.
        switch self {
        case .string(let mine):
            if case .string(let wanted) = condition { return mine.hasSameBytes(as: wanted) }
        case .data(let mine): if case .data(let wanted) = condition { return mine == wanted }
        case .number(let mine): if case .number(let wanted) = condition { return mine == wanted }
        case .date(let mine): if case .date(let wanted) = condition { return mine == wanted }
        case .accessControl: return false
        }
        // Asked for only here: most values have the form that they are compared with.
        guard kind() == .blob else { return false }
        var (mine, wanted): ([UInt8], [UInt8]) = ([], [])
        appendComparable(as: .blob, to: &mine)
        condition.appendComparable(as: .blob, to: &wanted)
        return mine == wanted
    }

    /// Text, also for bytes that spell some.
    public var text: String? {
        switch self {
        case .string(let text): return text
        case .data(let data): return String(validating: data, as: UTF8.self)
        default: return nil
        }
    }

    /// Bytes, also for text.
    public var data: Data? {
        switch self {
        case .string(let text): return Data(text.utf8)
        case .data(let data): return data
        default: return nil
        }
    }

    /// The number.
    public var number: Int64? { if case .number(let number) = self { number } else { nil } }

    /// The date.
    public var date: Date? { if case .date(let date) = self { date } else { nil } }
}
