import SecureStore

/// A table as text: fields between commas, in quotes where they have commas, quotes or line breaks of their own.
struct CSVText {
    /// A row, and the line it begins at.
    struct Row {
        let line: Int
        let fields: [Range<Int>]
    }

    let source: SecretBytes

    init(_ source: SecretBytes) { self.source = source }

    /// Hands over all rows in their order but for empty ones, and where each begins.
    func visitRows(_ body: (_ place: Int, Row) throws -> Void) throws {
        var (place, line) = (hasMark ? 3 : 0, 1)
        while true {
            let start = place
            guard let row = try row(&place, &line) else { return }
            try body(start, row)
        }
    }

    /// A field as it was meant, without its quotes.
    func secret(_ field: Range<Int>) throws -> SecretBytes {
        guard source.firstIndex(of: "\"", in: field) == field.lowerBound else {
            return try source.part(field)
        }
        let inner = (field.lowerBound + 1)..<(field.upperBound - 1)
        var length = 0
        let text = try SecretBytes(count: inner.count) { target in
            source.withSpan { bytes in
                var place = inner.lowerBound
                while place < inner.upperBound {
                    target.storeBytes(of: bytes[place], toByteOffset: length, as: UInt8.self)
                    // Inside quotes, two quotes are one.
                    place += bytes[place] == UInt8(ascii: "\"") ? 2 : 1
                    length += 1
                }
            }
        }
        return try text.part(0..<length)
    }

    // MARK: - Scanning

    /// Whether it begins with the mark of UTF-8.
    private var hasMark: Bool { source.starts(0..<source.count, with: "\u{feff}") }

    /// The row that begins at a place, or the next one if that is empty; nil at the end.
    private func row(_ place: inout Int, _ line: inout Int) throws(CommandError) -> Row? {
        try source.withSpan { bytes throws(CommandError) in
            while place < bytes.count {
                let first = line
                var fields: [Range<Int>] = []
                repeat {
                    if !fields.isEmpty { place += 1 }
                    fields.append(try Self.field(bytes, &place, &line))
                } while place < bytes.count && bytes[place] == UInt8(ascii: ",")
                if place < bytes.count, bytes[place] == 0x0d { place += 1 }
                guard place >= bytes.count || bytes[place] == 0x0a else {
                    throw .failure("line \(line): something stands behind a quote")
                }
                place += 1
                line += 1
                if fields.count > 1 || fields[0].count > 0 { return Row(line: first, fields: fields) }
            }
            return nil
        }
    }

    private static func field(
        _ bytes: Span<UInt8>, _ place: inout Int, _ line: inout Int
    ) throws(CommandError) -> Range<Int> {
        let start = place
        guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
            while place < bytes.count {
                let byte = bytes[place]
                if byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d { break }
                place += 1
            }
            return start..<place
        }
        let first = line
        place += 1
        while place < bytes.count {
            if bytes[place] == 0x0a { line += 1 }
            guard bytes[place] == UInt8(ascii: "\"") else {
                place += 1
                continue
            }
            place += 1
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return start..<place }
            place += 1
        }
        throw .failure("line \(first): a quote is not closed")
    }
}
