import SecureStore

/// Bytes as letters that stand for some bits each, as RFC 4648 has them.
struct BaseEncoding {
    static let base16 = BaseEncoding(
        name: "hexadecimal", letters: Array("0123456789ABCDEF".utf8), characters: "0 to 9 and A to F",
        bits: 4, group: 2, separators: Array(" \t\r\n-".utf8), hasPadding: false)
    /// Without padding, as in the addresses of one-time codes, in which a blank may be a plus sign.
    static let base32 = BaseEncoding(
        name: "base 32", letters: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8),
        characters: "A to Z and 2 to 7", bits: 5, group: 8, separators: Array(" \t\r\n-+".utf8),
        hasPadding: false)
    static let base64 = BaseEncoding(
        name: "base 64",
        letters: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8),
        characters: "A to Z, a to z, 0 to 9, + and /", bits: 6, group: 4,
        separators: Array(" \t\r\n".utf8), hasPadding: true)

    private let name: String
    private let letters: [UInt8]
    private let characters: String
    /// The bits of a letter, and the letters that end where a byte ends.
    private let bits, group: Int
    private let separators: [UInt8]
    private let hasPadding: Bool

    func encoded(_ bytes: SecretBytes) throws -> SecretBytes {
        try .collected { append in
            bytes.withSpan { bytes in
                var (word, waiting, count) = (0, 0, 0)
                for index in bytes.indices {
                    (word, waiting) = ((word << 8 | Int(bytes[index])) & 0xffff, waiting + 8)
                    while waiting >= bits || waiting > 0 && index == bytes.count - 1 {
                        let place = waiting - bits
                        append(letters[(place < 0 ? word << -place : word >> place) & (letters.count - 1)])
                        (waiting, count) = (max(0, place), count + 1)
                    }
                }
                while hasPadding, !count.isMultiple(of: group) {
                    append(UInt8(ascii: "="))
                    count += 1
                }
            }
        }
    }

    /// The bytes that letters stand for, with the right padding or none, and with separators between them.
    ///
    /// In base 16 and 32 the letters may be lower case. Bits beyond the last byte do not count, as in other
    /// programs. A wrong letter is refused, and so is a number of letters that no bytes have: each means that
    /// something was lost.
    func decoded(_ text: SecretBytes) throws -> SecretBytes {
        try .collected { append in
            try text.withSpan { text in
                var (word, waiting, count, padding) = (0, 0, 0, 0)
                for index in text.indices where !separators.contains(text[index]) {
                    if text[index] == UInt8(ascii: "=") {
                        padding += 1
                        continue
                    }
                    guard padding == 0, let value = value(of: text[index]) else { throw fault }
                    (word, waiting, count) = ((word << bits | value) & 0xffff, waiting + bits, count + 1)
                    guard waiting >= 8 else { continue }
                    waiting -= 8
                    append(UInt8(truncatingIfNeeded: word >> waiting))
                }
                let isWhole = padding == 0 || padding < group && (count + padding).isMultiple(of: group)
                guard count > 0, waiting < bits, isWhole else { throw fault }
            }
        }
    }

    private func value(of letter: UInt8) -> Int? {
        let isLower = UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter
        return letters.firstIndex(of: isLower && letters.count < 64 ? letter & 0xdf : letter)
    }

    private var fault: CommandError {
        .failure("the key is not \(name): a character is missing or is not one of \(characters)")
    }
}
