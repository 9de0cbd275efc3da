import SecureStore

/// Reading text where it is erased: parts of it are ranges, and only what is not secret becomes a `String`.
extension SecretBytes {
    /// The lines without their line breaks; a break at the very end begins no line.
    func lines() -> [Range<Int>] {
        var (lines, offset) = ([Range<Int>](), 0)
        while let line = line(from: &offset) { lines.append(line) }
        return lines
    }

    /// The line that begins at an offset, without its line break, behind which the offset is then; nil at the end.
    func line(from offset: inout Int) -> Range<Int>? {
        withSpan { bytes in
            guard offset < bytes.count else { return nil }
            let start = offset
            while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
            let end = offset
            guard offset < bytes.count else { return start..<end }
            offset += 1
            return start..<(end > start && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
        }
    }

    /// The first offset of a character in a range.
    func firstIndex(of character: Unicode.Scalar, in range: Range<Int>) -> Int? {
        withSpan { bytes in range.first { bytes[$0] == UInt8(ascii: character) } }
    }

    /// Whether the range holds a character.
    func contains(_ character: Unicode.Scalar, in range: Range<Int>) -> Bool {
        firstIndex(of: character, in: range) != nil
    }

    /// Whether the range holds a text.
    func contains(_ text: String, in range: Range<Int>) -> Bool {
        range.contains { starts($0..<range.upperBound, with: text) }
    }

    /// Whether a range begins with a text.
    func starts(_ range: Range<Int>, with text: String) -> Bool {
        withSpan { bytes in
            var offset = range.lowerBound
            for byte in text.utf8 {
                guard offset < range.upperBound, bytes[offset] == byte else { return false }
                offset += 1
            }
            return true
        }
    }

    /// Whether a range ends with a character.
    func ends(_ range: Range<Int>, with character: Unicode.Scalar) -> Bool {
        withSpan { bytes in range.last.map { bytes[$0] == UInt8(ascii: character) } ?? false }
    }

    /// A part that is not secret, as text; nil when it is not UTF-8.
    func text(_ range: Range<Int>) -> String? {
        withSpan { bytes in
            let part = bytes.extracting(range)
            guard let text = try? UTF8Span(validating: part) else { return nil }
            return String(copying: text)
        }
    }

    /// The bytes that pairs of hexadecimal digits stand for, as many as the range begins with.
    func bytes(ofDigits range: Range<Int>) throws -> SecretBytes {
        try .collected { append in
            withSpan { bytes in
                for first in stride(from: range.lowerBound, to: range.upperBound - 1, by: 2) {
                    guard let byte = Hexadecimal.byte(ofDigits: bytes[first], bytes[first + 1]) else { break }
                    append(byte)
                }
            }
        }
    }

    /// Base 64 with padding.
    func base64() throws -> SecretBytes {
        try .collected { append in
            withSpan { bytes in
                for start in stride(from: 0, to: bytes.count, by: 3) {
                    let count = min(3, bytes.count - start)
                    let group = (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(bytes[start + $1]) : 0) }
                    for index in 0..<4 {
                        let digit = Self.alphabet[group >> (18 - 6 * index) & 63]
                        append(index <= count ? digit : UInt8(ascii: "="))
                    }
                }
            }
        }
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// All of them one after the other.
    static func joined(_ parts: [SecretBytes]) throws -> SecretBytes {
        try SecretBytes(count: parts.reduce(0) { $0 + $1.count }) { target in
            var offset = 0
            for part in parts {
                part.copy(0..<part.count, into: &target, at: offset)
                offset += part.count
            }
        }
    }

    /// Text that is not secret, to stand beside one.
    convenience init(text: String) throws(StoreError) { try self.init(copying: text.utf8) }
}
