import SecureStore

@testable import SecureStoreCLI

extension FuzzTarget {
    /// The lines of `security -i`: what is split is the same when it is quoted and split again, however it is
    /// quoted.
    static let commandLines = FuzzTarget(name: "lines") { input in
        let lines = input.words
        for line in lines {
            guard let words = try? split(line) else { continue }
            require(words.count <= line.unicodeScalars.count, "more words than letters")
            try checkQuoting(of: words)
        }
        try checkQuoting(of: lines)
    }

    private static func checkQuoting(of words: [String]) throws {
        let spellings: [(String) -> String] = [
            { inQuotes("'", $0) }, { inQuotes("\"", $0) },
            { $0.isEmpty ? "''" : escaped($0) { _ in true } },
        ]
        for spelling in spellings {
            let line = words.map(spelling).joined(separator: " \t ")
            let again = try? split(line)
            let isSame = again.map { $0.elementsEqual(words) { $0.isSpelled(as: $1) } } ?? false
            require(isSame, "\(words) quoted as \(line) became \(again ?? [])")
        }
    }

    private static func split(_ line: String) throws -> [String] {
        try CommandLineSplitter.words(of: SecretBytes(utf8: line)).map(\.text)
    }

    private static func inQuotes(_ quote: Unicode.Scalar, _ word: String) -> String {
        "\(quote)" + escaped(word) { $0 == quote || $0 == "\\" } + "\(quote)"
    }

    /// By scalars, as a letter and the marks on it are one character.
    private static func escaped(_ word: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
        word.unicodeScalars.map { isEscaped($0) ? "\\\($0)" : String($0) }.joined()
    }
}
