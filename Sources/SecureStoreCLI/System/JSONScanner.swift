import SecureStore

/// Finds the values of a JSON text.
enum JSONScanner {
    private static let deepest = 64

    static var malformed: CommandError { .failure("the input is not JSON") }

    static func value(in bytes: Span<UInt8>) throws(CommandError) -> JSONText.Value {
        var offset = 0
        let root = try value(bytes, &offset, depth: 1)
        skipSpace(bytes, &offset)
        guard offset == bytes.count else { throw malformed }
        return root
    }

    private static func value(
        _ bytes: Span<UInt8>, _ offset: inout Int, depth: Int
    ) throws(CommandError) -> JSONText.Value {
        skipSpace(bytes, &offset)
        guard offset < bytes.count, depth <= deepest else { throw malformed }
        switch bytes[offset] {
        case UInt8(ascii: "{"):
            var members: [(name: Range<Int>, value: JSONText.Value)] = []
            try list("}", bytes, &offset) { offset throws(CommandError) in
                let name = try string(bytes, &offset)
                skipSpace(bytes, &offset)
                guard take(":", bytes, &offset) else { throw malformed }
                members.append((name, try value(bytes, &offset, depth: depth + 1)))
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONText.Value] = []
            try list("]", bytes, &offset) { offset throws(CommandError) in
                elements.append(try value(bytes, &offset, depth: depth + 1))
            }
            return .array(elements)
        case UInt8(ascii: "\""): return .string(try string(bytes, &offset))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number(bytes, &offset))
        default: return try literal(bytes, &offset)
        }
    }

    private static func skipSpace(_ bytes: Span<UInt8>, _ offset: inout Int) {
        while offset < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[offset]) { offset += 1 }
    }

    /// Skips this character, and says whether it was there.
    private static func take(_ character: Unicode.Scalar, _ bytes: Span<UInt8>, _ offset: inout Int) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// What stands between a bracket and the one that closes it, with commas in between.
    private static func list(
        _ last: Unicode.Scalar, _ bytes: Span<UInt8>, _ offset: inout Int,
        element: (inout Int) throws(CommandError) -> Void
    ) throws(CommandError) {
        offset += 1
        skipSpace(bytes, &offset)
        if take(last, bytes, &offset) { return }
        while true {
            skipSpace(bytes, &offset)
            try element(&offset)
            skipSpace(bytes, &offset)
            if take(last, bytes, &offset) { return }
            guard take(",", bytes, &offset) else { throw malformed }
        }
    }

    /// The place between the quotes.
    private static func string(_ bytes: Span<UInt8>, _ offset: inout Int) throws(CommandError) -> Range<Int> {
        guard take("\"", bytes, &offset) else { throw malformed }
        let start = offset
        while !take("\"", bytes, &offset) {
            guard offset < bytes.count, bytes[offset] >= 0x20 else { throw malformed }
            // Whatever is escaped does not end the text; ``unescaped(_:_:)`` looks at it.
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return start..<(offset - 1)
    }

    private static func number(_ bytes: Span<UInt8>, _ offset: inout Int) throws(CommandError) -> Range<Int> {
        let start = offset
        _ = take("-", bytes, &offset)
        let first = offset
        let whole = digits(bytes, &offset)
        var isNumber = whole == 1 || (whole > 1 && bytes[first] != UInt8(ascii: "0"))
        if take(".", bytes, &offset) { isNumber = digits(bytes, &offset) > 0 && isNumber }
        if take("e", bytes, &offset) || take("E", bytes, &offset) {
            if !take("+", bytes, &offset) { _ = take("-", bytes, &offset) }
            isNumber = digits(bytes, &offset) > 0 && isNumber
        }
        guard isNumber else { throw malformed }
        return start..<offset
    }

    private static func digits(_ bytes: Span<UInt8>, _ offset: inout Int) -> Int {
        let start = offset
        while offset < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[offset] { offset += 1 }
        return offset - start
    }

    private static func literal(
        _ bytes: Span<UInt8>, _ offset: inout Int
    ) throws(CommandError) -> JSONText.Value {
        let words: [(String, JSONText.Value)] = [
            ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
        ]
        for (word, value) in words {
            var end = offset
            if word.unicodeScalars.allSatisfy({ take($0, bytes, &end) }) {
                offset = end
                return value
            }
        }
        throw malformed
    }
}

// MARK: - Escapes

extension JSONScanner {
    /// The text that a string stands for; never longer than the string.
    static func unescaped(_ source: SecretBytes, _ place: Range<Int>) throws -> SecretBytes {
        var length = 0
        let text = try SecretBytes(count: place.count) { target in
            func append(_ byte: UInt8, to target: inout MutableRawSpan) {
                target.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
                length += 1
            }
            try source.withSpan { bytes in
                var offset = place.lowerBound
                while offset < place.upperBound {
                    guard take("\\", bytes, &offset) else {
                        append(bytes[offset], to: &target)
                        offset += 1
                        continue
                    }
                    let scalar = try escape(bytes, &offset, end: place.upperBound)
                    for byte in UTF8.encode(scalar) ?? .init() { append(byte, to: &target) }
                }
            }
        }
        return length == text.count ? text : try text.part(0..<length)
    }

    /// What stands behind a backslash.
    private static func escape(
        _ bytes: Span<UInt8>, _ offset: inout Int, end: Int
    ) throws(CommandError) -> Unicode.Scalar {
        guard offset < end else { throw malformed }
        let letter = Unicode.Scalar(bytes[offset])
        offset += 1
        switch letter {
        case "\"", "\\", "/": return letter
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "b": return "\u{8}"
        case "f": return "\u{c}"
        case "u": break
        default: throw malformed
        }
        let high = try unit(bytes, &offset, end: end)
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xdc00, take("\\", bytes, &offset), take("u", bytes, &offset) else { throw malformed }
        let low = try unit(bytes, &offset, end: end)
        guard 0xdc00...0xdfff ~= low,
            let scalar = Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
        else { throw malformed }
        return scalar
    }

    /// Four hexadecimal digits.
    private static func unit(
        _ bytes: Span<UInt8>, _ offset: inout Int, end: Int
    ) throws(CommandError) -> UInt32 {
        guard offset + 4 <= end else { throw malformed }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = SecretBytes.digit(bytes[offset]) else { throw malformed }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }
}
