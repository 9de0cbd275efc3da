import SecureStore

/// How one byte is written: up to four characters of ASCII, which leaves no secret behind in an array.
struct ByteSpelling {
    private let packed: UInt32
    let count: Int

    private init(_ characters: UInt8...) {
        packed = characters.reduce(0) { $0 << 8 | UInt32($1) }
        count = characters.count
    }

    subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: packed >> UInt32(8 * (count - 1 - index))) }

    /// Itself where it can be shown, else a backslash and three octal digits.
    static func escaped(_ byte: UInt8) -> ByteSpelling {
        guard !showsItself(byte) else { return ByteSpelling(byte) }
        let zero = UInt8(ascii: "0")
        return ByteSpelling(
            UInt8(ascii: "\\"), zero + byte >> 6, zero + byte >> 3 & 7, zero + byte & 7)
    }

    static func upperHex(_ byte: UInt8) -> ByteSpelling {
        let digits = Hexadecimal.digits(of: byte, letter: "A")
        return ByteSpelling(digits.high, digits.low)
    }

    static func lowerHex(_ byte: UInt8) -> ByteSpelling {
        let digits = Hexadecimal.digits(of: byte)
        return ByteSpelling(digits.high, digits.low)
    }

    /// Whether every terminal shows the byte as the character that it is.
    static func isPlain(_ byte: UInt8) -> Bool { 0x20...0x7e ~= byte }

    /// Whether the byte stands for itself between quotes; a backslash begins an escape there.
    static func showsItself(_ byte: UInt8) -> Bool { isPlain(byte) && byte != UInt8(ascii: "\\") }
}

extension [UInt8] {
    /// Every byte in another spelling, for bytes that are not secret.
    func spelled(_ spelling: (UInt8) -> ByteSpelling) -> String {
        var bytes: [UInt8] = []
        for spelling in map(spelling) { for index in 0..<spelling.count { bytes.append(spelling[index]) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// As `"text"`; where that does not show all, as `0x7400  "t\000"`, and where it shows nothing, as `0x00 `.
    ///
    /// Nothing at all for no bytes.
    var quoted: String {
        let text = contains(where: ByteSpelling.showsItself) ? "\"\(spelled(ByteSpelling.escaped))\"" : ""
        guard !allSatisfy(ByteSpelling.showsItself) else { return text }
        return "0x\(spelled(ByteSpelling.upperHex)) " + (text.isEmpty ? "" : " " + text)
    }
}

extension SecretBytes {
    /// Every byte in another spelling, made where it is erased.
    func spelled(_ spelling: (UInt8) -> ByteSpelling) throws -> SecretBytes {
        let length = withSpan { bytes in bytes.indices.reduce(0) { $0 + spelling(bytes[$1]).count } }
        return try .collected(atMost: length) { append in
            withSpan { bytes in
                for index in bytes.indices {
                    let spelling = spelling(bytes[index])
                    for character in 0..<spelling.count { append(spelling[character]) }
                }
            }
        }
    }

    /// Whether every byte is a character that can be shown.
    var isPlain: Bool {
        withSpan { bytes in bytes.indices.allSatisfy { ByteSpelling.isPlain(bytes[$0]) } }
    }

    /// As the attributes are quoted, in the parts that it is made of.
    func quotedParts() throws -> [SecretBytes] {
        let (showsSome, showsAll) = withSpan { bytes in
            (
                bytes.indices.contains { ByteSpelling.showsItself(bytes[$0]) },
                bytes.indices.allSatisfy { ByteSpelling.showsItself(bytes[$0]) }
            )
        }
        let mark = try SecretBytes(copying: "\"".utf8)
        let text = showsSome ? [mark, try spelled(ByteSpelling.escaped), mark] : []
        guard !showsAll else { return text }
        let end = try SecretBytes(copying: (showsSome ? "  " : " ").utf8)
        return [try SecretBytes(copying: "0x".utf8), try spelled(ByteSpelling.upperHex), end] + text
    }
}
