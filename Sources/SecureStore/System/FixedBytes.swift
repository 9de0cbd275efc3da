/// A short message that is built without an allocation.
///
/// Every look-up and every sealed field needs one, and an array would be most of its cost.
struct FixedBytes<let capacity: Int> {
    private(set) var storage = InlineArray<capacity, UInt8>(repeating: 0)
    private(set) var count = 0

    mutating func append(_ byte: UInt8) {
        storage[count] = byte
        count += 1
    }

    /// Appends a number, least significant byte first.
    mutating func append<Value: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        littleEndian value: Value
    ) {
        var elements = storage.mutableSpan
        var bytes = unsafe elements.mutableBytes
        bytes.store(littleEndian: value, at: count)
        count += Value.bitWidth / 8
    }

    mutating func append(_ bytes: Bytes16) {
        append(littleEndian: bytes.high.byteSwapped)
        append(littleEndian: bytes.low.byteSwapped)
    }

    mutating func append(_ bytes: RawSpan) {
        precondition(bytes.byteCount <= capacity - count, "the message has no room")
        var elements = storage.mutableSpan
        var target = unsafe elements.mutableBytes
        target.copy(bytes, to: count)
        count += bytes.byteCount
    }

    var array: [UInt8] { withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } } }

    func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try unsafe body(storage.span.bytes.extracting(0..<count))
    }
}
