/// Writes a record into erased memory from its beginning on; the memory has been made as long as the record.
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

    /// Least significant byte first.
    mutating func append(_ number: some FixedWidthInteger, to record: inout MutableRawSpan) {
        append((0..<(number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }, to: &record)
    }
}

extension Span<UInt8> {
    /// A number of up to eight bytes, least significant first; nil when they do not all exist.
    func littleEndian(at offset: Int, byteCount: Int) -> UInt64? {
        guard offset >= 0, offset <= count - byteCount else { return nil }
        var number: UInt64 = 0
        for place in (0..<byteCount).reversed() { number = number << 8 | UInt64(self[offset + place]) }
        return number
    }
}
