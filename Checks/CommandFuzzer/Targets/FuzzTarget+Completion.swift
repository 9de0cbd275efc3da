@testable import SecureStoreCLI

extension FuzzTarget {
    /// The words of an unfinished command line, in a store that has names of the same words; patterns and
    /// times.
    static let completion = FuzzTarget(name: "completion") { input in
        let words = input.words
        for table in [.securestore] + CommandTable.securestore.dialects {
            let completion = Completion(
                table: table, stored: { _, _ in words }, programs: { _ in words })
            check(completion, words)
        }
        for word in words {
            checkQuotes(of: word)
            checkPattern(word)
            guard let seconds = Moment.seconds(word, atMost: 1_000) else { continue }
            require(1...1_000 ~= seconds, "a time without a bound")
        }
    }

    private static func check(_ completion: Completion, _ words: [String]) {
        let current = words.last ?? ""
        for candidate in completion.candidates(for: words) {
            require(candidate.word.hasPrefix(current), "a candidate that begins otherwise")
        }
        for line in completion.lines(for: words, in: .bash) {
            let (typed, quote) = (BashWord(current).text, BashWord(current).openQuote)
            let word = BashWord((quote.map { String($0) } ?? "") + line)
            require(word.text.hasPrefix(typed), "a line that begins otherwise to bash")
        }
    }

    /// A quoted text reads back as it was.
    private static func checkQuotes(of text: String) {
        for quote in [nil, "\"", "'"] as [Unicode.Scalar?] {
            guard let quoted = BashWord.quoted(text, within: quote) else { continue }
            let word = BashWord((quote.map { String($0) } ?? "") + quoted)
            require(word.text.isSpelled(as: text), "a quoted text that is another one")
            require(word.openQuote == quote, "a quoted text that ends its quote")
        }
    }

    private static func checkPattern(_ text: String) {
        guard let pattern = Pattern(text) else {
            return require(!text.contains("*") && !text.contains("?"), "a pattern that is none")
        }
        require(pattern.matches(text), "a text that is not found by itself")
    }
}
