import SecureStore

/// A word of a command line, or a part of one, which becomes a `String` only where somebody asks for its
/// ``text``.
///
/// So a password that was read from standard input goes from there to the store in memory that is erased.
struct Word: Sendable {
    private enum Source {
        case shown(String)
        case kept(SecretBytes)
    }

    private let source: Source
    /// The part of the source that this is, in bytes of UTF-8.
    private var range: Range<Int>

    private init(_ source: Source, _ range: Range<Int>) { (self.source, self.range) = (source, range) }

    /// A word of this process's own, which the system shows to others anyway.
    init(_ text: String) { self.init(.shown(text), 0..<text.utf8.count) }

    /// A part of a line that may hold a secret; the part has to be text in UTF-8.
    init(_ line: SecretBytes, _ range: Range<Int>) { self.init(.kept(line), range) }

    /// True if others can read it on the command line.
    var isShown: Bool {
        if case .shown = source { return true }
        return false
    }

    var isEmpty: Bool { range.isEmpty }

    var text: String { text(range) }

    /// The word as a secret, without another copy that is not erased.
    func secret() throws -> SecretBytes {
        switch source {
        case .shown: return try SecretBytes(utf8: text)
        case .kept(let line): return try line.part(range)
        }
    }

    /// True for exactly this text.
    func spells(_ text: String) -> Bool { range.count == text.utf8.count && hasPrefix(text) }

    func hasPrefix(_ prefix: String) -> Bool {
        range.count >= prefix.utf8.count && zip(range, prefix.utf8).allSatisfy { byte($0) == $1 }
    }

    /// The word without its first bytes, which have to be whole characters.
    func dropFirst(_ count: Int) -> Word { Word(source, (range.lowerBound + count)..<range.upperBound) }

    mutating func popFirst() -> Character? {
        guard let offset = range.first else { return nil }
        let length: Int
        switch byte(offset) {
        case ..<0x80: length = 1
        case ..<0xe0: length = 2
        case ..<0xf0: length = 3
        default: length = 4
        }
        defer { range = (offset + length)..<range.upperBound }
        return Character(text(offset..<(offset + length)))
    }

    /// The parts before and behind the first equals sign; all of the word, and nil, if there is none.
    func splitAtEqualsSign() -> (name: String, value: Word?) {
        guard let offset = range.first(where: { byte($0) == UInt8(ascii: "=") }) else { return (text, nil) }
        return (text(range.lowerBound..<offset), Word(source, (offset + 1)..<range.upperBound))
    }

    private func byte(_ offset: Int) -> UInt8 {
        switch source {
        case .shown(let text): return text.utf8[text.utf8.index(text.startIndex, offsetBy: offset)]
        case .kept(let line): return line.withSpan { $0[offset] }
        }
    }

    private func text(_ range: Range<Int>) -> String {
        switch source {
        case .shown(let text):
            return String(Substring(text.utf8.dropFirst(range.lowerBound).prefix(range.count)))
        case .kept(let line):
            guard let text = line.text(range) else { preconditionFailure("a word that is not text") }
            return text
        }
    }
}
