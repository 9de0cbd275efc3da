/// A code to write down, which opens a store when its passphrase is lost.
///
/// 160 random bits as `XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX-XXXX` in Crockford's base 32, which has no letters
/// that are easily confused. Nobody can guess it, so it needs no slow hash.
enum RecoveryCode {
    private static let symbols = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let fillers = Array(" -\t\r\n".utf8)
    private static let symbolsPerGroup = 4
    static let randomByteCount = 20

    private static func symbolCount(_ byteCount: Int) -> Int { byteCount * 8 / 5 }

    /// A new code, in ASCII.
    static func make() throws(StoreError) -> SecretBytes {
        try text(of: try SecretBytes.random(count: randomByteCount))
    }

    /// The code that spells twenty bytes, or a multiple of that.
    static func text(of random: SecretBytes) throws(StoreError) -> SecretBytes {
        let symbolCount = symbolCount(random.count)
        // There is a hyphen between any two groups.
        let characterCount = symbolCount + symbolCount / symbolsPerGroup - 1
        return try SecretBytes.opening(capacity: characterCount) { code in
            random.withRawBytes { random in
                for number in 0..<symbolCount {
                    let offset = number + number / symbolsPerGroup
                    if offset > 0, number % symbolsPerGroup == 0 {
                        code.storeBytes(of: UInt8(ascii: "-"), toByteOffset: offset - 1, as: UInt8.self)
                    }
                    let symbol = symbols[value(number, of: random)]
                    code.storeBytes(of: symbol, toByteOffset: offset, as: UInt8.self)
                }
            }
            return 0..<characterCount
        }
    }

    /// Derives a key from a code with this salt.
    ///
    /// Accepts either case, any spaces and hyphens, the letter O for 0, and I or L for 1. Text that does not
    /// have the form of a code throws ``StoreStatus/authFailed`` with a reason that says so.
    static func wrappingKey(from code: SecretBytes, salt: [UInt8]) throws(StoreError) -> SealingKey {
        try checkSalt(salt)
        let random = try random(of: code)
        let message = try random.withRawBytes { random throws(StoreError) in
            try salt.withRawBytes { salt throws(StoreError) in
                try labelled("securestore recovery", salt, random)
            }
        }
        return try unsafe SealingKey { output in
            message.withBytes { unsafe blake2b($0, key: RawSpan(), into: output) }
        }
    }

    /// The number in five of the random bits, the most significant first.
    private static func value(_ number: Int, of random: RawSpan) -> Int {
        let (offset, lead) = (number * 5).quotientAndRemainder(dividingBy: 8)
        let pair = UInt16(random.byte(at: offset) ?? 0) << 8 | UInt16(random.byte(at: offset + 1) ?? 0)
        return Int(pair >> UInt16(11 - lead) & 31)
    }

    /// The bytes that a code spells.
    static func random(
        of code: SecretBytes, count: Int = randomByteCount
    ) throws(StoreError) -> SecretBytes {
        try code.withRawBytes { code throws(StoreError) in try decode(code, count) }
    }

    private static func decode(_ code: RawSpan, _ byteCount: Int) throws(StoreError) -> SecretBytes {
        try SecretBytes.opening(capacity: byteCount) { random throws(StoreError) in
            var (bits, bitCount, written) = (UInt16(0), 0, 0)
            for offset in 0..<code.byteCount {
                guard let character = code.byte(at: offset), !fillers.contains(character) else { continue }
                guard let value = value(ofSymbol: character), written < byteCount else {
                    throw wrongForm(byteCount)
                }
                // At most 7 bits remain from the symbols before, and 5 are added.
                (bits, bitCount) = (bits << 5 | value, bitCount + 5)
                guard bitCount >= 8 else { continue }
                bitCount -= 8
                let byte = UInt8(truncatingIfNeeded: bits >> UInt16(bitCount))
                random.storeBytes(of: byte, toByteOffset: written, as: UInt8.self)
                written += 1
            }
            // 32 symbols give 20 bytes without a remainder, 31 symbols give 19, and 33 are refused above.
            guard written == byteCount else { throw wrongForm(byteCount) }
            return 0..<byteCount
        }
    }

    private static func value(ofSymbol character: UInt8) -> UInt16? {
        let isLowercase = UInt8(ascii: "a")...UInt8(ascii: "z") ~= character
        let upper = isLowercase ? character - 32 : character
        if upper == UInt8(ascii: "O") { return 0 }
        if upper == UInt8(ascii: "I") || upper == UInt8(ascii: "L") { return 1 }
        return symbols.firstIndex(of: upper).map { UInt16($0) }
    }

    private static func wrongForm(_ byteCount: Int) -> StoreError {
        StoreError(
            .authFailed,
            "a code has \(symbolCount(byteCount)) letters and digits, and never a U; type it as it "
                + "was written down")
    }
}
