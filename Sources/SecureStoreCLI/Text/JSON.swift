import SecureStore

/// A JSON value, and its text.
enum JSON: Sendable {
    case object([(name: String, value: JSON)])
    case array([JSON])
    case string(String)
    case number(Int64)
    case bool(Bool)
    case null

    /// How it is written where JSON leaves the choice.
    ///
    /// Either way every character that people would not see as what it is, is escaped, so that none that a terminal
    /// obeys, that turns text round or that hides in it gets there.
    enum Spelling: Sendable {
        /// With a space behind commas and colons.
        case spaced
        /// As Go's encoder has it: without spaces, and what means something to HTML is escaped too.
        case go
    }

    /// On one line.
    var text: String { text(.spaced) }

    /// On one line, in a spelling.
    func text(_ spelling: Spelling) -> String {
        var text = ""
        append(to: &text, spelling)
        return text
    }

    private func append(to text: inout String, _ spelling: Spelling) {
        let space = spelling == .spaced ? " " : ""
        switch self {
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," + space }
                Self.append(quoted: member.name, to: &text, spelling)
                text += ":" + space
                member.value.append(to: &text, spelling)
            }
            text += "}"
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," + space }
                element.append(to: &text, spelling)
            }
            text += "]"
        case .string(let string): Self.append(quoted: string, to: &text, spelling)
        case .number(let number): text += String(number)
        case .bool(let bool): text += bool ? "true" : "false"
        case .null: text += "null"
        }
    }

    private static func append(quoted string: String, to text: inout String, _ spelling: Spelling) {
        text += "\""
        for scalar in string.unicodeScalars {
            if let escape = escape(scalar, spelling) {
                text += escape
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// How a character is written, nil when it stands for itself.
    static func escape(_ scalar: Unicode.Scalar, _ spelling: Spelling) -> String? {
        switch (scalar, spelling) {
        case ("\"", _): return "\\\""
        case ("\\", _): return "\\\\"
        case ("\n", _): return "\\n"
        case ("\r", _): return "\\r"
        case ("\t", _): return "\\t"
        case ("\u{8}", .go): return "\\b"
        case ("\u{c}", .go): return "\\f"
        case ("<", .go), (">", .go), ("&", .go): return escape(unitsOf: scalar)
        default: return scalar.isShown ? nil : escape(unitsOf: scalar)
        }
    }

    /// Four digits for each unit of UTF-16, of which a character has one or two.
    private static func escape(unitsOf scalar: Unicode.Scalar) -> String {
        scalar.utf16.map { unit in
            "\\u" + Hexadecimal.text(of: [UInt8(unit >> 8), UInt8(unit & 255)])
        }.joined()
    }
}
