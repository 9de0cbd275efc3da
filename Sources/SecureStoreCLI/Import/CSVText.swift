import SecureStore

/// A table as text: fields between commas, in quotes where they have commas, quotes or line breaks of their
/// own.
struct CSVText {
    struct Row {
        let line: Int
        let fields: [Range<Int>]
    }

    let source: SecretBytes
    /// True if git's helper may use the logins that it holds.
    let isForGit: Bool

    init(_ source: SecretBytes, isForGit: Bool = false) {
        (self.source, self.isForGit) = (source, isForGit)
    }

    /// Hands over all rows in their order but for empty ones, and where each begins.
    func visitRows(_ body: (_ offset: Int, Row) throws -> Void) throws {
        var (offset, line) = (hasMark ? 3 : 0, 1)
        while true {
            let start = offset
            guard let row = try row(&offset, &line) else { return }
            try body(start, row)
        }
    }

    func firstRow() throws -> Row? {
        var (offset, line) = (hasMark ? 3 : 0, 1)
        return try row(&offset, &line)
    }

    func secret(_ field: Range<Int>) throws -> SecretBytes {
        guard source.firstIndex(of: "\"", in: field) == field.lowerBound else {
            return try source.part(field)
        }
        let inner = (field.lowerBound + 1)..<(field.upperBound - 1)
        return try .collected { append in
            source.withSpan { bytes in
                var offset = inner.lowerBound
                while offset < inner.upperBound {
                    append(bytes[offset])
                    // Inside quotes, two quotes are one.
                    offset += bytes[offset] == UInt8(ascii: "\"") ? 2 : 1
                }
            }
        }
    }

    private var hasMark: Bool { source.starts(0..<source.count, with: "\u{feff}") }

    private func row(_ offset: inout Int, _ line: inout Int) throws(CommandError) -> Row? {
        try source.withSpan { bytes throws(CommandError) in
            while offset < bytes.count {
                let first = line
                var fields: [Range<Int>] = []
                repeat {
                    if !fields.isEmpty { offset += 1 }
                    fields.append(try Self.field(bytes, &offset, &line))
                } while offset < bytes.count && bytes[offset] == UInt8(ascii: ",")
                if offset < bytes.count, bytes[offset] == 0x0d { offset += 1 }
                guard offset >= bytes.count || bytes[offset] == 0x0a else {
                    throw .failure("line \(line): something stands behind a quote")
                }
                offset += 1
                line += 1
                if fields.count > 1 || fields[0].count > 0 { return Row(line: first, fields: fields) }
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
