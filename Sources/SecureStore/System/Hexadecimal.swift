/// Bytes as pairs of hexadecimal digits, read in either case and written in lower case by default.
package enum Hexadecimal {
    package static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The byte of two digits; nil when one of them is not a digit.
    package static func byte(ofDigits high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = value(ofDigit: high), let low = value(ofDigit: low) else { return nil }
        return high << 4 | low
    }

    /// The bytes of pairs of digits; nil when the text is anything else.
    package static func bytes(of text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = byte(ofDigits: digits[index], digits[index + 1]) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// The two digits of a byte; the digits beyond 9 are letters that start at `letter`.
    package static func digits(of byte: UInt8, letter: Unicode.Scalar = "a") -> (high: UInt8, low: UInt8) {
        func digit(_ value: UInt8) -> UInt8 {
            value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: letter) + value - 10
        }
        return (digit(byte >> 4), digit(byte & 15))
    }

    /// The hexadecimal text of bytes that are not secret.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            let digits = digits(of: byte)
            text += [digits.high, digits.low]
        }
        return String(decoding: text, as: UTF8.self)
    }
}
