import SecureStore

/// Bytes as Apple's tool shows them, handed over one by one: so a secret is left behind in no array.
enum ByteSpelling {
    /// As `"text"`; where that does not show all, as `0x7400  "t\000"`, and where it shows nothing, as `0x00
    /// `.
    ///
    /// Nothing at all for no bytes.
    static func quote(_ bytes: Span<UInt8>, _ append: (UInt8) -> Void) {
        let showsAll = bytes.indices.allSatisfy { showsItself(bytes[$0]) }
        if !showsAll {
            "0x".utf8.forEach(append)
            writeDigits(of: bytes, letter: "A", append)
            append(UInt8(ascii: " "))
        }
        guard bytes.indices.contains(where: { showsItself(bytes[$0]) }) else { return }
        (showsAll ? "\"" : " \"").utf8.forEach(append)
        for index in bytes.indices { escape(bytes[index], append) }
        append(UInt8(ascii: "\""))
    }

    /// Itself where it can be shown, else a backslash and three octal digits.
    private static func escape(_ byte: UInt8, _ append: (UInt8) -> Void) {
        guard !showsItself(byte) else { return append(byte) }
        append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] { append(UInt8(ascii: "0") + byte >> UInt8(shift) & 7) }
    }

    /// Two hexadecimal digits for each byte.
    static func writeDigits(of bytes: Span<UInt8>, letter: Unicode.Scalar, _ append: (UInt8) -> Void) {
        for index in bytes.indices {
            let digits = Hexadecimal.digits(of: bytes[index], letter: letter)
            append(digits.high)
            append(digits.low)
        }
    }

    /// True for a byte that every terminal shows as the character that it is.
    static func isPlain(_ byte: UInt8) -> Bool { 0x20...0x7e ~= byte }

    /// True for a byte that stands for itself between quotes, where a backslash begins an escape.
    private static func showsItself(_ byte: UInt8) -> Bool { isPlain(byte) && byte != UInt8(ascii: "\\") }
}

extension [UInt8] {
    var quoted: String {
        var bytes: [UInt8] = []
        ByteSpelling.quote(span) { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SecretBytes {
    func quoted() throws -> SecretBytes {
        try .collected { append in withSpan { ByteSpelling.quote($0, append) } }
    }

    func hexadecimal() throws -> SecretBytes {
        try .collected { append in withSpan { ByteSpelling.writeDigits(of: $0, letter: "a", append) } }
    }

    var isPlain: Bool {
        withSpan { bytes in bytes.indices.allSatisfy { ByteSpelling.isPlain(bytes[$0]) } }
    }
}

extension Int {
    /// The number of four characters, as creators and types of items are written; nil for any other text.
    init?(fourCharacters text: String) {
        guard text.utf8.count == 4 else { return nil }
        self = text.utf8.reduce(0) { $0 << 8 | Int($1) }
    }

    /// As in `"note"`, or `0x000001BB ` where there is no character to show.
    var fourCharacters: String {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }.quoted
    }
}
