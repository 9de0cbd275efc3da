/// Splits a line into words by the rules that Apple's tool has for it.
enum CommandLineSplitter {
    struct Unfinished: Error {}

    /// The words of a line; throws for a quote that is not closed, or a backslash at the end.
    ///
    /// A quote at the beginning of a word goes up to the next one of its kind, where the word ends; elsewhere it is
    /// a character like any other. A backslash makes any character ordinary, within quotes too.
    static func words(of line: String) throws(Unfinished) -> [String] {
        var words: [String] = []
        // Nil between words, so that "" is a word too.
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var rest = line.unicodeScalars.makeIterator()
        while let scalar = rest.next() {
            let isEnd = quote.map { $0 == scalar } ?? blanks.contains(scalar)
            if isEnd {
                if let done = word { words.append(String(done)) }
                (word, quote) = (nil, nil)
            } else if word == nil, scalar == "\"" || scalar == "'" {
                (word, quote) = (.init(), scalar)
            } else {
                guard let next = scalar == "\\" ? rest.next() : scalar else { throw Unfinished() }
                if word == nil { word = .init() }
                word?.append(next)
            }
        }
        guard quote == nil else { throw Unfinished() }
        if let done = word { words.append(String(done)) }
        return words
    }

    /// What separates words, as `isspace` has it in C.
    private static let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\u{b}", "\u{c}", "\r"]
}
