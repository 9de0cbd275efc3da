/// Reads a record from its beginning to its end; nil where it ends too early.
struct RecordReader {
    private let record: [UInt8]
    private var offset = 0

    init(_ record: [UInt8]) { self.record = record }

    var isAtEnd: Bool { offset == record.count }
    var rest: Int { record.count - offset }

    mutating func number8() -> UInt8? { take(1) { $0.byte(at: 0) } }
    mutating func number32() -> UInt32? { take(4) { $0.littleEndian32(at: 0) } }
    mutating func number64() -> Int64? {
        take(8) { bytes in bytes.littleEndian64(at: 0).map { Int64(bitPattern: $0) } }
    }
    mutating func bytes16() -> Bytes16? { take(Bytes16.byteCount) { Bytes16($0) } }
    mutating func bytes(_ count: Int) -> [UInt8]? { take(count) { $0.array(at: 0, count: count) } }

    /// Reads a number, and then as many bytes.
    mutating func sized() -> [UInt8]? { number32().flatMap { bytes(Int($0)) } }

    private mutating func take<Value>(_ count: Int, _ read: (RawSpan) -> Value?) -> Value? {
        guard count >= 0, count <= rest else { return nil }
        defer { offset += count }
        return record.withRawBytes { read($0.extracting(offset..<(offset + count))) }
    }
}
