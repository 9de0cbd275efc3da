import SecureStore

/// A JSON value, and its text.
enum JSON: Sendable {
    case object([(name: String, value: JSON)])
    case array([JSON])
    case string(String)
    case secret(SecretBytes)
    case number(Int64)
    case bool(Bool)
    case null

    /// The spelling where JSON leaves the choice.
    ///
    /// Either way every character that people would not see as what it is, is escaped, so that none that a
    /// terminal obeys, that turns text round or that hides in it gets there.
    enum Spelling: Sendable {
        /// With a space behind commas and colons.
        case spaced
        /// As Go's encoder has it: without spaces, and what means something to HTML is escaped too.
        case go
    }

    var text: String { text(.spaced) }

    func text(_ spelling: Spelling) -> String {
        var bytes: [UInt8] = []
        write(spelling) { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of a value with secrets, made where it is erased.
    func secret(_ spelling: Spelling = .spaced) throws -> SecretBytes {
        try .collected { append in write(spelling, append) }
    }

    private func write(_ spelling: Spelling, _ append: (UInt8) -> Void) {
        func put(_ text: String) { text.utf8.forEach(append) }
        let space = spelling == .spaced ? " " : ""
        switch self {
        case .object(let members):
            put("{")
            for (index, member) in members.enumerated() {
                if index > 0 { put("," + space) }
                JSON.string(member.name).write(spelling, append)
                put(":" + space)
                member.value.write(spelling, append)
            }
            put("}")
        case .array(let elements):
            put("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { put("," + space) }
                element.write(spelling, append)
            }
            put("]")
        case .string(let string):
            put("\"")
            for scalar in string.unicodeScalars { put(Self.escape(scalar, spelling) ?? String(scalar)) }
            put("\"")
        case .secret(let secret):
            put("\"")
            secret.withSpan { Self.write($0, spelling, append) }
            put("\"")
        case .number(let number): put(String(number))
        case .bool(let bool): put(bool ? "true" : "false")
        case .null: put("null")
        }
    }

    /// Writes text that is a secret; bytes that are not text stay as they are.
    private static func write(_ bytes: Span<UInt8>, _ spelling: Spelling, _ append: (UInt8) -> Void) {
        var offset = 0
        while offset < bytes.count {
            if let (scalar, count) = bytes.scalar(at: offset), let escape = escape(scalar, spelling) {
                escape.utf8.forEach(append)
                offset += count
            } else {
                append(bytes[offset])
                offset += 1
            }
        }
    }

    /// The escape for a character; nil when it stands for itself.
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
