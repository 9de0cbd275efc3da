import SecureStore

/// Makes of a string's bytes what they stand for.
enum JSONEscapes {
    /// The part itself where it has no escape, else its text in memory of its own, which is never longer.
    static func resolved(_ part: JSONValue.Part) throws -> JSONValue.Part {
        try part.memory.withSpan { whole in
            let bytes = whole.extracting(part.range)
            guard bytes.indices.contains(where: { bytes[$0] == UInt8(ascii: "\\") }) else { return part }
            var length = 0
            let memory = try SecretBytes(count: bytes.count) { target in
                try decode(bytes) { byte in
                    target.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
                    length += 1
                }
            }
            return (memory, 0..<length)
        }
    }

    /// The text of a part that is not secret, in no memory that has to be erased, which takes its time.
    static func text(_ part: JSONValue.Part) throws(JSONError) -> String {
        try part.memory.withSpan { whole throws(JSONError) in
            let bytes = whole.extracting(part.range)
            var text: [UInt8] = []
            text.reserveCapacity(bytes.count)
            try decode(bytes) { text.append($0) }
            return String(decoding: text, as: UTF8.self)
        }
    }

    private static func decode(_ bytes: Span<UInt8>, _ append: (UInt8) -> Void) throws(JSONError) {
        var offset = 0
        while offset < bytes.count {
            guard JSONScanner.skip("\\", bytes, &offset) else {
                append(bytes[offset])
                offset += 1
                continue
            }
            for byte in UTF8.encode(try scalar(bytes, &offset)) ?? .init() { append(byte) }
        }
    }

    /// Reads the escape behind a backslash.
    private static func scalar(
        _ bytes: Span<UInt8>, _ offset: inout Int
    ) throws(JSONError) -> Unicode.Scalar {
        guard offset < bytes.count else { throw .wrongEscape }
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
        default: throw .wrongEscape
        }
        let high = try unit(bytes, &offset)
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xdc00, JSONScanner.skip("\\", bytes, &offset), JSONScanner.skip("u", bytes, &offset)
        else { throw .wrongEscape }
        let low = try unit(bytes, &offset)
        guard 0xdc00...0xdfff ~= low,
            let scalar = Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
        else { throw .wrongEscape }
        return scalar
    }

    /// Four hexadecimal digits.
    private static func unit(_ bytes: Span<UInt8>, _ offset: inout Int) throws(JSONError) -> UInt32 {
        guard offset + 4 <= bytes.count else { throw .wrongEscape }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Hexadecimal.value(ofDigit: bytes[offset]) else { throw .wrongEscape }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }
}
