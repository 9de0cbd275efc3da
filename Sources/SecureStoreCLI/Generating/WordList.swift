import SecureStore

/// A file of words to make passwords from, a word a line.
enum WordList {
    private static let largestFile = 4 << 20
    private static let longestWord = 64

    /// The different words of a file.
    ///
    /// What stands in front of a word on its line, such as the numbers of dice, does not count.
    static func read(_ path: String, separator: [UInt8]) throws -> [[UInt8]] {
        let text = try SecretInput.file(path, limit: largestFile)
        var (words, known) = ([[UInt8]](), Set<[UInt8]>())
        for (index, line) in text.lines().enumerated() {
            let fault = { (message: String) in
                CommandError.failure("\(Terminal.harmless(path)):\(index + 1): \(message)")
            }
            guard let line = text.text(line) else { throw fault("the line is not UTF-8 text") }
            guard let word = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).last else { continue }
            guard word.utf8.count <= longestWord, word.unicodeScalars.allSatisfy(\.isShown) else {
                throw fault("this is not a word of up to \(longestWord) bytes")
            }
            let bytes = Array(word.utf8)
            // Else two choices of words could make one password.
            guard !bytes.contains(separator) else {
                throw fault("the word contains the separator; --separator takes another one")
            }
            if known.insert(bytes).inserted { words.append(bytes) }
        }
        guard words.count > 1 else {
            throw CommandError.failure("\(Terminal.harmless(path)) has fewer than two different words")
        }
        return words
    }
}
