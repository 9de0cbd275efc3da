/// A short message put together without an allocation.
///
/// Look-ups and every sealed field need one; an array would be most of their cost.
struct FixedBytes<let capacity: Int> {
    private var storage = InlineArray<capacity, UInt8>(repeating: 0)
    private(set) var count = 0

    mutating func append(_ byte: UInt8) {
        storage[count] = byte
        count += 1
    }

    /// Least significant byte first.
    mutating func append<Value: FixedWidthInteger & UnsignedInteger>(littleEndian value: Value) {
        for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> Value(shift)))
        }
    }

    mutating func append(_ bytes: Bytes16) {
        append(littleEndian: bytes.high.byteSwapped)
        append(littleEndian: bytes.low.byteSwapped)
    }

    mutating func append(_ bytes: RawSpan) {
        for offset in 0..<bytes.byteCount {
            if let byte = bytes.byte(at: offset) { append(byte) }
        }
    }

    /// Lends what was appended.
    func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try unsafe body(storage.span.bytes.extracting(0..<count))
    }
}
