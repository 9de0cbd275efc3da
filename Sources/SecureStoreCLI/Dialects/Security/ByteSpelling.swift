import SecureStore

/// How one byte is written: up to four characters of ASCII, which are no secret left behind in an array.
struct ByteSpelling {
    private let packed: UInt32
    let count: Int

    private init(_ characters: UInt8...) {
        packed = characters.reduce(0) { $0 << 8 | UInt32($1) }
        count = characters.count
    }

    subscript(place: Int) -> UInt8 { UInt8(truncatingIfNeeded: packed >> UInt32(8 * (count - 1 - place))) }

    /// Itself where it can be shown, else a backslash and three octal digits.
    static func escaped(_ byte: UInt8) -> ByteSpelling {
        guard !isPlain(byte) || byte == UInt8(ascii: "\\") else { return ByteSpelling(byte) }
        let zero = UInt8(ascii: "0")
        return ByteSpelling(
            UInt8(ascii: "\\"), zero + byte >> 6, zero + byte >> 3 & 7, zero + byte & 7)
    }

    static func upperHex(_ byte: UInt8) -> ByteSpelling {
        ByteSpelling(digit(byte >> 4, above: UInt8(ascii: "A")), digit(byte & 15, above: UInt8(ascii: "A")))
    }

    static func lowerHex(_ byte: UInt8) -> ByteSpelling {
        ByteSpelling(digit(byte >> 4, above: UInt8(ascii: "a")), digit(byte & 15, above: UInt8(ascii: "a")))
    }

    /// Whether every terminal shows the byte as the character that it is.
    static func isPlain(_ byte: UInt8) -> Bool { 0x20...0x7e ~= byte }

    private static func digit(_ value: UInt8, above nine: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : nine + value - 10
    }
}

extension [UInt8] {
    /// Every byte in another spelling, for bytes that are no secret.
    func spelled(_ spelling: (UInt8) -> ByteSpelling) -> String {
        var bytes: [UInt8] = []
        for spelling in map(spelling) { for place in 0..<spelling.count { bytes.append(spelling[place]) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// As `"text"`, or where that does not show all as `0x7465  "escaped"`.
    var quoted: String {
        let text = "\"\(spelled(ByteSpelling.escaped))\""
        return allSatisfy(ByteSpelling.isPlain) ? text : "0x\(spelled(ByteSpelling.upperHex))  \(text)"
    }
}

extension SecretBytes {
    /// Every byte in another spelling, made where it is erased.
    func spelled(_ spelling: (UInt8) -> ByteSpelling) throws -> SecretBytes {
        let length = withSpan { bytes in bytes.indices.reduce(0) { $0 + spelling(bytes[$1]).count } }
        return try SecretBytes(count: length) { target in
            withSpan { bytes in
                var place = 0
                for index in bytes.indices {
                    let spelling = spelling(bytes[index])
                    for character in 0..<spelling.count {
                        target.storeBytes(of: spelling[character], toByteOffset: place, as: UInt8.self)
                        place += 1
                    }
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
        let mark = try SecretBytes(copying: "\"".utf8)
        let text = [mark, try spelled(ByteSpelling.escaped), mark]
        guard !isPlain else { return text }
        return [
            try SecretBytes(copying: "0x".utf8), try spelled(ByteSpelling.upperHex),
            try SecretBytes(copying: "  ".utf8),
        ] + text
    }
}
