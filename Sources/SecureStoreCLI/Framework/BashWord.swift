/// A word as it is typed at bash, with its quotes, which bash hands to completions as it is.
struct BashWord {
    /// What the word means; variables and commands in it stay what was typed.
    let text: String
    /// The quote that is still open at its end.
    let openQuote: Character?

    init(_ typed: String) {
        var (text, quote, rest) = ("", Character?.none, typed[...])
        while let character = rest.popFirst() {
            switch (character, quote) {
            case ("\\", nil): text += rest.popFirst().map { String($0) } ?? ""
            case ("\\", "\""):
                if rest.first.map({ !"\\\"$`".contains($0) }) ?? true { text += "\\" }
                text += rest.popFirst().map { String($0) } ?? ""
            case ("'", nil), ("\"", nil): quote = character
            case (quote, _): quote = nil
            default: text.append(character)
            }
        }
        (self.text, openQuote) = (text, quote)
    }

    /// How bash takes a text for one word, and obeys nothing in it; within an open quote nil if that cannot be.
    static func quoted(_ text: String, within quote: Character? = nil) -> String? {
        switch quote {
        case nil:
            return text.unicodeScalars.map { isPlain($0) ? String($0) : "\\" + String($0) }.joined()
        // The history is read first, and looks into double quotes.
        case "\"" where !text.contains("!"):
            return text.map { "\\\"$`".contains($0) ? "\\" + String($0) : String($0) }.joined()
        case "'" where !text.contains("'"): return text
        default: return nil
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", "@", "%", "+", ",": return true
        default: return scalar.value >= 0x80
        }
    }
}
