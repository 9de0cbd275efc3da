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
        guard let bytes = Hexadecimal.bytes(of: text)?.withRawBytes({ Bytes16($0) }) else { return nil }
        self = bytes
    }

    /// The bytes as 32 lower-case hexadecimal digits.
    var hexadecimal: String { Hexadecimal.text(of: array) }

    var array: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        let words: [2 of UInt64] = [high.bigEndian, low.bigEndian]
        return try unsafe body(words.span.bytes)
    }

    func append(to record: inout [UInt8]) {
        withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe record.append(contentsOf: $0) } }
    }
}
