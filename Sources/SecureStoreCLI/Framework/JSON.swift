/// A JSON value, and its text.
enum JSON: Sendable {
    case object([(name: String, value: JSON)])
    case array([JSON])
    case string(String)
    case number(Int64)
    case bool(Bool)
    case null

    /// On one line.
    var text: String {
        var text = ""
        append(to: &text)
        return text
    }

    private func append(to text: inout String) {
        switch self {
        case .object(let members):
            text += "{"
            for (place, member) in members.enumerated() {
                if place > 0 { text += ", " }
                Self.append(quoted: member.name, to: &text)
                text += ": "
                member.value.append(to: &text)
            }
            text += "}"
        case .array(let elements):
            text += "["
            for (place, element) in elements.enumerated() {
                if place > 0 { text += ", " }
                element.append(to: &text)
            }
            text += "]"
        case .string(let string): Self.append(quoted: string, to: &text)
        case .number(let number): text += String(number)
        case .bool(let bool): text += bool ? "true" : "false"
        case .null: text += "null"
        }
    }

    private static func append(quoted string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            if let escape = scalar.value < 0x80 ? escape(UInt8(scalar.value)) : nil {
                text += escape
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// How a character of ASCII is written, nil when it stands for itself.
    ///
    /// DEL is escaped too, so that no control character of the value reaches a terminal.
    static func escape(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\""): return "\\\""
        case UInt8(ascii: "\\"): return "\\\\"
        case 0x0a: return "\\n"
        case 0x0d: return "\\r"
        case 0x09: return "\\t"
        case 0..<0x20, 0x7f:
            let digits = String(byte, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: return nil
        }
    }
}
