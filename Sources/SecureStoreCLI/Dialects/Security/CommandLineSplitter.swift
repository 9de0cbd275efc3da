import SecureStore

/// Splits a line into words by the rules that Apple's tool has for it.
enum CommandLineSplitter {
    /// The words of a line, which stay where they are erased; throws for bytes that are not text, a quote
    /// that is not closed, or a backslash at the end.
    ///
    /// A quote at the beginning of a word goes up to the next one of its kind, where the word ends; elsewhere
    /// it is a character like any other. A backslash makes any character ordinary, within quotes too.
    static func words(of line: SecretBytes) throws -> [Word] {
        try require(line.isText, "a line is not UTF-8 text")
        var ranges: [Range<Int>] = []
        // One after the other in one block, as there may be more words than blocks to be had.
        let words = try SecretBytes(count: line.count) { target in
            ranges = try line.withSpan { line throws(CommandError) in try split(line, into: &target) }
        }
        return ranges.map { Word(words, $0) }
    }

    /// Writes the words without what quotes them; where each of them is.
    private static func split(
        _ line: Span<UInt8>, into target: inout MutableRawSpan
    ) throws(CommandError) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var (offset, end) = (0, 0)
        // Nil between words, so that "" is a word too.
        var start: Int?
        var quote: UInt8?
        while offset < line.count {
            var byte = line[offset]
            let isEnd = quote.map { $0 == byte } ?? blanks.contains(byte)
            if isEnd {
                if let start { words.append(start..<end) }
                (start, quote) = (nil, nil)
            } else if start == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                (start, quote) = (end, byte)
            } else {
                if byte == UInt8(ascii: "\\") {
                    offset += 1
                    guard offset < line.count else { throw unfinished }
                    byte = line[offset]
                }
                start = start ?? end
                target.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
                end += 1
            }
            offset += 1
        }
        guard quote == nil else { throw unfinished }
        if let start { words.append(start..<end) }
        return words
    }

    private static var unfinished: CommandError {
        CommandError(exitCode: .usage, message: "a quote or backslash is not finished")
    }

    /// The bytes that separate words, as `isspace` has them in C.
    private static let blanks = Set(" \t\n\u{b}\u{c}\r".utf8)
}
