import SecureStore

extension JSONObject {
    /// A text without its escapes; the very same bytes when it has none.
    func unescaped(_ text: Token) throws(TokenVaultError) -> Token {
        guard text.withSpan({ bytes in bytes.indices.contains { bytes[$0] == Self.backslash } }) else {
            return text
        }
        var length = 0
        let secret: SecretBytes
        do {
            // No escape stands for more bytes than it has.
            secret = try SecretBytes(count: text.count) { target in
                try text.withSpan { bytes in
                    try Self.eachByte(of: bytes) { byte in
                        target.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
                        length += 1
                    }
                }
            }
        } catch {
            throw error as? TokenVaultError
                ?? TokenVaultError(.malformed, "a text could not be read: \(error)")
        }
        guard let used = Token(secret).part(0..<length) else { throw Self.wrongEscape }
        return used
    }

    private static let backslash = UInt8(ascii: "\\")
    private static var wrongEscape: TokenVaultError {
        TokenVaultError(.malformed, "a response has an escape that there is not")
    }

    private static func eachByte(of text: Span<UInt8>, _ body: (UInt8) -> Void) throws(TokenVaultError) {
        var offset = 0
        while offset < text.count {
            guard text[offset] == backslash else {
                body(text[offset])
                offset += 1
                continue
            }
            guard offset + 1 < text.count else { throw wrongEscape }
            offset += 2
            switch text[offset - 1] {
            case UInt8(ascii: "u"):
                for byte in UTF8.encode(try scalar(text, &offset)) ?? .init() { body(byte) }
            case UInt8(ascii: "n"): body(0x0a)
            case UInt8(ascii: "t"): body(0x09)
            case UInt8(ascii: "r"): body(0x0d)
            case UInt8(ascii: "b"): body(0x08)
            case UInt8(ascii: "f"): body(0x0c)
            case let byte where [UInt8(ascii: "\""), UInt8(ascii: "/"), backslash].contains(byte): body(byte)
            default: throw wrongEscape
            }
        }
    }

    /// The character behind `\u`, of which some are written as two halves.
    private static func scalar(
        _ text: Span<UInt8>, _ offset: inout Int
    ) throws(TokenVaultError) -> Unicode.Scalar {
        var code = UInt32(try unit(text, &offset))
        if 0xd800..<0xdc00 ~= code {
            guard offset + 2 <= text.count, text[offset] == backslash, text[offset + 1] == UInt8(ascii: "u")
            else { throw wrongEscape }
            offset += 2
            let low = UInt32(try unit(text, &offset))
            guard 0xdc00..<0xe000 ~= low else { throw wrongEscape }
            code = 0x1_0000 + (code - 0xd800) << 10 + (low - 0xdc00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw wrongEscape }
        return scalar
    }

    private static func unit(_ text: Span<UInt8>, _ offset: inout Int) throws(TokenVaultError) -> UInt16 {
        var unit: UInt16 = 0
        guard offset + 4 <= text.count else { throw wrongEscape }
        for place in offset..<(offset + 4) {
            guard let digit = Character(Unicode.Scalar(text[place])).hexDigitValue else { throw wrongEscape }
            unit = unit << 4 | UInt16(digit)
        }
        offset += 4
        return unit
    }
}
