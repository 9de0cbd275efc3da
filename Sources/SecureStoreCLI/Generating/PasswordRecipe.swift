private import Glibc
import SecureStore

/// A recipe for a password: one choice after another, each as likely as the others.
///
/// Different choices make different passwords, so the number of choices says how hard a password is to guess.
struct PasswordRecipe {
    /// The pieces that may stand at each place.
    private let places: [[[UInt8]]]
    /// Kinds of characters that must all occur.
    ///
    /// Every place has the characters of all of them to choose from.
    private let classes: [Set<UInt8>]

    private init(_ places: [[[UInt8]]], classes: [Set<UInt8>] = []) {
        (self.places, self.classes) = (places, classes)
    }

    /// Characters of all classes, of each at least one.
    ///
    /// The classes have no character in common.
    static func characters(_ count: Int, of classes: [Set<UInt8>]) -> PasswordRecipe {
        precondition(count >= classes.count && !classes.contains(where: \.isEmpty))
        let all = classes.flatMap { $0.sorted() }.map { [$0] }
        return PasswordRecipe(Array(repeating: all, count: count), classes: classes)
    }

    /// Letters that can be spoken: consonants and vowels in turn.
    static func letters(_ count: Int) -> PasswordRecipe { PasswordRecipe(syllables(count)) }

    /// Words with a separator between them, which none of them contains.
    static func words(_ count: Int, from list: [[UInt8]], separator: [UInt8]) -> PasswordRecipe {
        joined(Array(repeating: [list], count: count), separator)
    }

    /// Words of five letters that mean nothing and can be spoken.
    static func inventedWords(_ count: Int, separator: [UInt8]) -> PasswordRecipe {
        joined(Array(repeating: syllables(5), count: count), separator)
    }

    private static func syllables(_ count: Int) -> [[[UInt8]]] {
        (0..<count).map { ($0.isMultiple(of: 2) ? "bdfghjklmnprstvz" : "aeiou").utf8.map { [$0] } }
    }

    private static func joined(_ words: [[[[UInt8]]]], _ separator: [UInt8]) -> PasswordRecipe {
        PasswordRecipe(Array(words.joined(separator: [[separator]])))
    }

    /// The entropy in bits: the logarithm of how many passwords there are, all of them as likely.
    var bits: Double { places.reduce(log2(acceptedShare)) { $0 + log2(Double($1.count)) } }

    /// The share of all choices that has every class.
    ///
    /// From all is taken the share that lacks one class, less the share that lacks two and was counted twice,
    /// and so on.
    private var acceptedShare: Double {
        let all = classes.reduce(0) { $0 + $1.count }
        return (0..<1 << classes.count).reduce(0) { sum, lacking in
            let chosen = classes.indices.filter { lacking >> $0 & 1 == 1 }
            let left = all - chosen.reduce(0) { $0 + classes[$1].count }
            let share = all == 0 ? 1 : pow(Double(left) / Double(all), Double(places.count))
            return sum + (chosen.count.isMultiple(of: 2) ? share : -share)
        }
    }

    /// A password, made where it is erased.
    ///
    /// One that lacks a class is thrown away as a whole: to put the missing character in would make some
    /// passwords more likely than others.
    func make(using random: inout some RandomNumberGenerator) throws -> SecretBytes {
        var length: Int?
        let longest = places.reduce(0) { $0 + ($1.map(\.count).max() ?? 0) }
        let bytes = try SecretBytes(count: longest) { target in
            while length == nil { length = fill(&target, using: &random) }
        }
        return try bytes.part(0..<(length ?? 0))
    }

    private func fill(
        _ target: inout MutableRawSpan, using random: inout some RandomNumberGenerator
    ) -> Int? {
        var (length, missing) = (0, classes)
        for choices in places {
            // Without bias: Swift draws again where a number would favour some choices.
            for byte in choices[Int.random(in: choices.indices, using: &random)] {
                target.storeBytes(of: byte, toByteOffset: length, as: UInt8.self)
                length += 1
                missing.removeAll { $0.contains(byte) }
            }
        }
        return missing.isEmpty ? length : nil
    }
}

/// A file of words to make passwords from, a word a line.
enum WordList {
    private static let largestFile = 4 << 20
    private static let longestWord = 64

    /// The different words of a file.
    ///
    /// Text in front of a word on its line, such as the numbers of dice, does not count.
    static func read(_ path: String, separator: [UInt8]) throws -> [[UInt8]] {
        let text = try SecretInput.file(path, limit: largestFile)
        var (words, known) = ([[UInt8]](), Set<[UInt8]>())
        for (index, line) in text.lines().enumerated() {
            let fault = { (message: String) in
                CommandError.failure("\(path):\(index + 1): \(message)")
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
        try require(words.count > 1, "\(path) has fewer than two different words")
        return words
    }
}
