/// A word as it is typed at bash, with its quotes, which bash hands to completions as it is.
struct BashWord {
    /// The meaning of the word; variables and commands in it stay as they were typed.
    let text: String
    /// The quote that is still open at its end.
    let openQuote: Unicode.Scalar?

    init(_ typed: String) {
        // By scalars, as bash has it: to Swift, a quote with an accent behind it is another character.
        var (text, quote, rest) = ("".unicodeScalars, Unicode.Scalar?.none, typed.unicodeScalars[...])
        while let scalar = rest.popFirst() {
            switch (scalar, quote) {
            case ("\\", nil): text += rest.popFirst().map { [$0] } ?? []
            case ("\\", "\""):
                if rest.first.map({ !Self.obeyed.contains($0) }) ?? true { text.append("\\") }
                text += rest.popFirst().map { [$0] } ?? []
            case ("'", nil), ("\"", nil): quote = scalar
            case (quote, _): quote = nil
            default: text.append(scalar)
            }
        }
        (self.text, openQuote) = (String(text), quote)
    }

    /// The characters that bash obeys within double quotes.
    private static let obeyed: [Unicode.Scalar] = ["\\", "\"", "$", "`"]

    /// A text as one word of bash, which obeys nothing in it; nil if that cannot be within an open quote.
    static func quoted(_ text: String, within quote: Unicode.Scalar? = nil) -> String? {
        let scalars = text.unicodeScalars
        switch quote {
        case nil: return escaped(scalars) { !isPlain($0) }
        // The history is read first, and looks into double quotes.
        case "\"" where !scalars.contains("!"): return escaped(scalars, where: obeyed.contains)
        case "'" where !scalars.contains("'"): return text
        default: return nil
        }
    }

    private static func escaped(
        _ scalars: String.UnicodeScalarView, where isObeyed: (Unicode.Scalar) -> Bool
    ) -> String {
        var text = "".unicodeScalars
        for scalar in scalars { text += isObeyed(scalar) ? ["\\", scalar] : [scalar] }
        return String(text)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", "@", "%", "+", ",": return true
        default: return scalar.value >= 0x80
        }
    }
}
