import SecureStore

/// The spellings of one byte, which hand over its characters one by one: so a secret is left behind in no
/// array.
enum ByteSpelling {
    typealias Spelling = (_ byte: UInt8, _ append: (UInt8) -> Void) -> Void

    /// Itself where it can be shown, else a backslash and three octal digits.
    static func escaped(_ byte: UInt8, _ append: (UInt8) -> Void) {
        guard !showsItself(byte) else { return append(byte) }
        append(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] { append(UInt8(ascii: "0") + byte >> UInt8(shift) & 7) }
    }

    static func upperHex(_ byte: UInt8, _ append: (UInt8) -> Void) {
        let digits = Hexadecimal.digits(of: byte, letter: "A")
        append(digits.high)
        append(digits.low)
    }

    static func lowerHex(_ byte: UInt8, _ append: (UInt8) -> Void) {
        let digits = Hexadecimal.digits(of: byte)
        append(digits.high)
        append(digits.low)
    }

    /// True for a byte that every terminal shows as the character that it is.
    static func isPlain(_ byte: UInt8) -> Bool { 0x20...0x7e ~= byte }

    /// True for a byte that stands for itself between quotes, where a backslash begins an escape.
    static func showsItself(_ byte: UInt8) -> Bool { isPlain(byte) && byte != UInt8(ascii: "\\") }
}

extension [UInt8] {
    func spelled(_ spelling: ByteSpelling.Spelling) -> String {
        var bytes: [UInt8] = []
        for byte in self { spelling(byte) { bytes.append($0) } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// As `"text"`; where that does not show all, as `0x7400  "t\000"`, and where it shows nothing, as `0x00
    /// `.
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
    func spelled(_ spelling: @escaping ByteSpelling.Spelling) throws -> SecretBytes {
        try .collected { append in
            withSpan { bytes in for index in bytes.indices { spelling(bytes[index]) { append($0) } } }
        }
    }

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

/// Four characters that stand for a number, as creators and types of items are written.
struct FourCharacterCode {
    let number: Int

    init(number: Int) { self.number = number }

    init?(_ text: String) {
        guard text.utf8.count == 4 else { return nil }
        number = text.utf8.reduce(0) { $0 << 8 | Int($1) }
    }

    /// As in `"note"`, or `0x000001BB ` where there is no character to show.
    var shown: String {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }.quoted
    }
}
