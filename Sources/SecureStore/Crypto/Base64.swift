/// Base64 of secrets, without tables and without branches on what a secret is.
package enum Base64 {
    /// Decodes the letters in these ranges, one after the other; whitespace does not count.
    ///
    /// With `isURL` they are those of base64url, whose padding may be missing. Throws
    /// ``StoreStatus/decode`` for anything else.
    package static func decode(
        _ text: SecretBytes, _ ranges: [Range<Int>], isURL: Bool = false
    ) throws(StoreError) -> SecretBytes {
        let capacity = ranges.reduce(0) { $0 + $1.count } / 4 * 3 + 3
        return try SecretBytes.opening(capacity: capacity) { target throws(StoreError) in
            var (word, letters, padding, count) = (0, 0, 0, 0)
            func take(_ letter: Int, _ target: inout MutableRawSpan) throws(StoreError) {
                let value = value(of: letter, isURL)
                if letter == 0x3d { padding += 1 } else if padding > 0 || value < 0 { throw broken }
                word = word << 6 | (value & 0x3f)
                letters += 1
                guard letters % 4 == 0 else { return }
                for shift in [16, 8, 0] { put(UInt8(truncatingIfNeeded: word >> shift), &target, &count) }
                word = 0
            }
            for place in ranges.joined() {
                let letter = Int(text.withSpan { $0[place] })
                if letter == 0x20 || letter == 0x09 || letter == 0x0d || letter == 0x0a { continue }
                try take(letter, &target)
            }
            while isURL, letters % 4 != 0 { try take(0x3d, &target) }
            guard letters % 4 == 0, padding <= 2, padding <= count else { throw broken }
            return 0..<count - padding
        }
    }

    /// The letters of some bytes, with padding, in lines of 64 that end in a newline.
    package static func write(_ bytes: SecretBytes, to target: inout MutableRawSpan, at place: inout Int) {
        for (number, start) in stride(from: 0, to: bytes.count, by: 3).enumerated() {
            let count = min(3, bytes.count - start)
            let word = bytes.withSpan { span in
                (0..<3).reduce(0) { $0 << 8 | ($1 < count ? Int(span[start + $1]) : 0) }
            }
            for index in 0..<4 {
                put(index <= count ? letter(of: word >> (18 - 6 * index) & 0x3f) : 0x3d, &target, &place)
            }
            if number % 16 == 15 || start + 3 >= bytes.count { put(0x0a, &target, &place) }
        }
    }

    /// The bytes that ``write(_:to:at:)`` needs for so many.
    package static func byteCount(of count: Int) -> Int {
        let letters = (count + 2) / 3 * 4
        return letters + (letters + 63) / 64
    }

    private static func put(_ byte: UInt8, _ target: inout MutableRawSpan, _ place: inout Int) {
        target.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
        place += 1
    }

    /// The value of a letter, -1 for what is none.
    private static func value(of letter: Int, _ isURL: Bool) -> Int {
        let (last, beyond) = isURL ? (0x2d, 0x5f) : (0x2b, 0x2f)
        return -1 + (mask(letter, 0x41, 0x5a) & (letter - 0x40))
            + (mask(letter, 0x61, 0x7a) & (letter - 0x46)) + (mask(letter, 0x30, 0x39) & (letter + 5))
            + (mask(letter, last, last) & 63) + (mask(letter, beyond, beyond) & 64)
    }

    private static func letter(of value: Int) -> UInt8 {
        let letter =
            (mask(value, 0, 25) & (value + 0x41)) | (mask(value, 26, 51) & (value + 0x47))
            | (mask(value, 52, 61) & (value - 4)) | (mask(value, 62, 62) & 0x2b)
            | (mask(value, 63, 63) & 0x2f)
        return UInt8(truncatingIfNeeded: letter)
    }

    /// All bits when the number lies between the two, or is one of them; else none.
    private static func mask(_ number: Int, _ low: Int, _ high: Int) -> Int {
        ((low - 1 - number) & (number - high - 1)) >> (Int.bitWidth - 1)
    }

    private static var broken: StoreError {
        StoreError(
            .decode, "the text is not Base64; it is damaged, or of another kind: take another copy")
    }
}
