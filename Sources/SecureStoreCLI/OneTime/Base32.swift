import SecureStore

/// Base 32 of RFC 4648, as keys of one-time codes are written.
enum Base32 {
    /// The bytes that digits stand for, which are letters of either case, with the right padding or none.
    ///
    /// Strict: another letter, an impossible length and left-over bits that are not zero are refused, as each of them
    /// means that something was lost.
    static func decoded(_ digits: SecretBytes) throws -> SecretBytes {
        let digitCount = digits.withSpan { bytes in
            bytes.indices.prefix { bytes[$0] != UInt8(ascii: "=") }.count
        }
        let padding = digits.count - digitCount
        guard digitCount > 0, [0, 2, 4, 5, 7].contains(digitCount % 8),
            padding == 0 || padding < 8 && digits.count.isMultiple(of: 8)
        else { throw fault }
        return try .collected { append in
            try digits.withSpan { bytes in
                var (group, bits) = (UInt32(0), UInt32(0))
                for place in 0..<digitCount {
                    guard let value = value(of: bytes[place]) else { throw fault }
                    (group, bits) = (group << 5 | UInt32(value), bits + 5)
                    guard bits >= 8 else { continue }
                    bits -= 8
                    append(UInt8(truncatingIfNeeded: group >> bits))
                }
                let isPadded = (digitCount..<bytes.count).allSatisfy { bytes[$0] == UInt8(ascii: "=") }
                guard group & (1 << bits - 1) == 0, isPadded else { throw fault }
            }
        }
    }

    private static var fault: CommandError { OneTimeSecret.fault("has a secret that is not base 32") }

    private static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): letter - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
