/// A row found on a page without SQLite.
///
/// It is not trusted: anybody may have put its bytes there.
struct ScannedRow {
    enum Value {
        case null
        case integer(Int64)
        /// Bytes or text, by their place in the payload.
        case bytes(Range<Int>)
        /// Beyond the part of the row that could be read.
        case missing
    }

    /// The rowid, which is the `number` of the tables that have one.
    let number: Int64
    /// The offset of the row's cell on its page.
    let cell: Int
    let values: [Value]
    /// True if all pages that the row spans were there.
    let isWhole: Bool
    private let payload: [UInt8]

    /// A limit on columns that no table of ours reaches.
    private static let mostColumns = 32

    /// Splits a record into its columns; nil when it is not a record.
    init?(number: Int64, payload: [UInt8], cell: Int, isWhole: Bool) {
        let values = payload.withRawBytes { Self.values(in: $0, isWhole) }
        guard let values else { return nil }
        (self.number, self.cell, self.values, self.payload) = (number, cell, values, payload)
        self.isWhole = isWhole
    }

    private static func values(in payload: RawSpan, _ isWhole: Bool) -> [Value]? {
        guard let (size, start) = payload.varint(at: 0), size <= Int64(payload.byteCount), size >= 0 else {
            return nil
        }
        var (types, offset): ([Int64], Int) = ([], start)
        while offset < Int(size) {
            guard types.count < mostColumns, let (type, next) = payload.varint(at: offset), type >= 0 else {
                return nil
            }
            types.append(type)
            offset = next
        }
        guard offset == Int(size) else { return nil }
        var values: [Value] = []
        for type in types {
            guard let (value, next) = value(type, payload, offset) else {
                return isWhole
                    ? nil : values + repeatElement(.missing, count: types.count - values.count)
            }
            values.append(value)
            offset = next
        }
        return values
    }

    private static func value(_ type: Int64, _ payload: RawSpan, _ offset: Int) -> (Value, Int)? {
        switch type {
        case 0: return (.null, offset)
        case 8, 9: return (.integer(type - 8), offset)
        case 1...6:
            let count = [0, 1, 2, 3, 4, 6, 8][Int(type)]
            guard offset <= payload.byteCount - count, let first = payload.byte(at: offset) else {
                return nil
            }
            var number = Int64(Int8(bitPattern: first))
            for index in 1..<count { number = number << 8 | Int64(payload.byte(at: offset + index) ?? 0) }
            return (.integer(number), offset + count)
        case 12...:
            let count = (type - 12) / 2
            guard count <= Int64(payload.byteCount - offset) else { return nil }
            return (.bytes(offset..<(offset + Int(count))), offset + Int(count))
        // Floating-point numbers, which none of our tables has, and types that do not exist.
        default: return nil
        }
    }

    func isNull(_ column: Int) -> Bool { if case .null = values[column] { true } else { false } }

    func integer(_ column: Int) -> Int64? {
        if case .integer(let number) = values[column] { number } else { nil }
    }

    func blob(_ column: Int) -> [UInt8]? {
        guard case .bytes(let range) = values[column] else { return nil }
        return Array(payload[range])
    }

    /// Bytes of a column that has exactly this many; nil, without a copy, when it holds something else.
    func blob(_ column: Int, _ count: Int) -> [UInt8]? {
        guard case .bytes(let range) = values[column], range.count == count else { return nil }
        return Array(payload[range])
    }

    func bytes16(_ column: Int) -> Bytes16? { blob(column, 16)?.withRawBytes { Bytes16($0) } }
}

extension RawSpan {
    /// One of SQLite's varints, and where it ends; nil beyond the end.
    func varint(at offset: Int) -> (value: Int64, end: Int)? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard let byte = byte(at: offset + index) else { return nil }
            if index == 8 { return (Int64(bitPattern: value << 8 | UInt64(byte)), offset + 9) }
            value = value << 7 | UInt64(byte & 0x7f)
            if byte & 0x80 == 0 { return (Int64(bitPattern: value), offset + index + 1) }
        }
        return nil
    }

    /// Two bytes, most significant first; nil when they do not both exist.
    func bigEndian16(at offset: Int) -> Int? {
        guard let high = byte(at: offset), let low = byte(at: offset + 1) else { return nil }
        return Int(high) << 8 | Int(low)
    }
}
