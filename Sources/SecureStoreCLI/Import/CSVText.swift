import SecureStore

/// A table as text: fields between commas, in quotes where they have commas, quotes or line breaks of their
/// own.
struct CSVText {
    typealias Row = (line: Int, fields: [Range<Int>])

    let source: SecretBytes

    init(_ source: SecretBytes) { self.source = source }

    /// Hands over all rows in their order but for empty ones, and where each begins.
    func visitRows(_ body: (_ offset: Int, Row) throws -> Void) throws {
        var (offset, line) = (0, 1)
        while true {
            let start = offset
            guard let row = try row(&offset, &line) else { return }
            try body(start, row)
        }
    }

    /// The bytes of a field; nil if it is empty, which most fields of a wide table are.
    func secret(_ field: Range<Int>) throws -> SecretBytes? {
        guard isQuoted(field) else { return field.isEmpty ? nil : try source.part(field) }
        return field.count == 2 ? nil : try .collected { unquote(field, $0) }
    }

    /// The text of a field that is not secret; nil if it is none.
    func text(_ field: Range<Int>) -> String? {
        guard isQuoted(field) else { return source.text(field) }
        var bytes: [UInt8] = []
        unquote(field) { bytes.append($0) }
        return String(validating: bytes, as: UTF8.self)
    }

    private func isQuoted(_ field: Range<Int>) -> Bool { source.starts(field, with: "\"") }

    private func unquote(_ field: Range<Int>, _ append: (UInt8) -> Void) {
        source.withSpan { bytes in
            var offset = field.lowerBound + 1
            while offset < field.upperBound - 1 {
                append(bytes[offset])
                // Inside quotes, two quotes are one.
                offset += bytes[offset] == UInt8(ascii: "\"") ? 2 : 1
            }
        }
    }

    /// More columns than a list of passwords has.
    private static let mostColumns = 1_000

    func row(_ offset: inout Int, _ line: inout Int) throws(CommandError) -> Row? {
        try source.withSpan { bytes throws(CommandError) in
            while offset < bytes.count {
                let first = line
                var fields: [Range<Int>] = []
                repeat {
                    try require(
                        fields.count < Self.mostColumns,
                        "line \(first) has more than \(Self.mostColumns) fields", status: .dataTooLarge)
                    if !fields.isEmpty { offset += 1 }
                    fields.append(try Self.field(bytes, &offset, &line))
                } while offset < bytes.count && bytes[offset] == UInt8(ascii: ",")
                if offset < bytes.count, bytes[offset] == 0x0d { offset += 1 }
                guard offset >= bytes.count || bytes[offset] == 0x0a else {
                    throw .failure("line \(line): something stands behind a quote")
                }
                offset += 1
                line += 1
                if fields.count > 1 || fields[0].count > 0 { return (first, fields) }
            }
            return nil
        }
    }

    private static func field(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ line: inout Int
    ) throws(CommandError) -> Range<Int> {
        let start = offset
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
            while offset < bytes.count {
                let byte = bytes[offset]
                if byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d { break }
                offset += 1
            }
            return start..<offset
        }
        let first = line
        offset += 1
        while offset < bytes.count {
            if bytes[offset] == 0x0a { line += 1 }
            guard bytes[offset] == UInt8(ascii: "\"") else {
                offset += 1
                continue
            }
            offset += 1
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return start..<offset }
            offset += 1
        }
        throw .failure("line \(first): a quote is not closed")
    }
}
