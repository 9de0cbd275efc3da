/// Sixteen bytes as a value: an item's id, a store's id, a token.
///
/// Stored as two words, because an array would cost an allocation in every look-up.
struct Bytes16: Hashable, Sendable {
    static let byteCount = 16

    /// The first eight bytes, read as a big-endian number.
    let high: UInt64
    /// The last eight bytes, read as a big-endian number.
    let low: UInt64

    init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Reads exactly sixteen bytes; nil for any other number.
    init?(_ bytes: RawSpan) {
        guard bytes.byteCount == Self.byteCount else { return nil }
        // Unaligned: rows and records put these bytes at any offset.
        self.high = unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self))
        self.low = unsafe UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }

    /// Reads 32 hexadecimal digits of either case; nil for anything else.
    init?(hexadecimal text: String) {
        let digits = text.utf8
        guard digits.count == 2 * Self.byteCount else { return nil }
        var (high, low) = (UInt64(0), UInt64(0))
        for digit in digits {
            guard let value = Hexadecimal.value(ofDigit: digit) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(value)
        }
        self.init(high: high, low: low)
    }

    /// The bytes as 32 lower-case hexadecimal digits.
    var hexadecimal: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return Hexadecimal.text(of: bytes)
    }

    /// Lends the bytes for the length of one call.
    func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        let words: [2 of UInt64] = [high.bigEndian, low.bigEndian]
        return try unsafe body(words.span.bytes)
    }

    /// Appends the bytes to a record.
    func append(to record: inout [UInt8]) {
        withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe record.append(contentsOf: $0) } }
    }
}
