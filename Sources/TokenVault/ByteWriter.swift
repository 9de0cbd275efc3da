import SecureStore

/// Writes a record into erased memory from its beginning; the memory must be as long as the record.
struct ByteWriter {
    private var offset = 0

    mutating func append(_ bytes: some Sequence<UInt8>, to record: inout MutableRawSpan) {
        for byte in bytes {
            record.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
            offset += 1
        }
    }

    mutating func append(_ token: Token, to record: inout MutableRawSpan) {
        token.withSpan { bytes in
            for index in bytes.indices {
                record.storeBytes(of: bytes[index], toByteOffset: offset, as: UInt8.self)
                offset += 1
            }
        }
    }

    /// Appends a number, least significant byte first.
    mutating func append(
        _ number: some FixedWidthInteger & BitwiseCopyable, to record: inout MutableRawSpan
    ) {
        record.store(littleEndian: number, at: offset)
        offset += number.bitWidth / 8
    }
}

extension Span<UInt8> {
    /// A number of up to eight bytes, least significant first; nil when they do not all exist.
    func littleEndian(at offset: Int, byteCount: Int) -> UInt64? {
        guard offset >= 0, offset <= count - byteCount else { return nil }
        var number: UInt64 = 0
        for index in (0..<byteCount).reversed() { number = number << 8 | UInt64(self[offset + index]) }
        return number
    }
}
