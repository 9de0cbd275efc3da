/// Splits a line into words as a shell does: blanks between them, quotes and backslashes to keep them together.
enum CommandLineSplitter {
    struct Unfinished: Error {}

    /// The words of a line; throws for a quote that is not closed, or a backslash at the end.
    ///
    /// Between single quotes all is as it stands; between double quotes a backslash makes a double quote or another
    /// backslash ordinary, and outside of quotes any character.
    static func words(of line: String) throws(Unfinished) -> [String] {
        var words: [String] = []
        // Nil between words, so that "" is a word too.
        var word: String.UnicodeScalarView?
        var quote: Unicode.Scalar?
        var rest = line.unicodeScalars.makeIterator()
        while let scalar = rest.next() {
            switch (scalar, quote) {
            case ("\\", "\""):
                guard let next = rest.next() else { throw Unfinished() }
                if next != "\"", next != "\\" { word?.append(scalar) }
                word?.append(next)
            case ("\\", nil):
                guard let next = rest.next() else { throw Unfinished() }
                word = (word ?? .init()) + [next]
            case (_, let open?):
                if scalar == open { quote = nil } else { word?.append(scalar) }
            case ("\"", nil), ("'", nil):
                quote = scalar
                word = word ?? .init()
            case (" ", nil), ("\t", nil), ("\r", nil):
                if let done = word { words.append(String(done)) }
                word = nil
            default: word = (word ?? .init()) + [scalar]
            }
        }
        guard quote == nil else { throw Unfinished() }
        if let done = word { words.append(String(done)) }
        return words
    }
}
