import SecureStore

/// A text with references between braces, as in `{{ securestore://forge.example/maria }}`, each within a
/// line.
///
/// Other braces stay as they are: they may mean something to whoever reads the text later.
struct Template {
    private let text: SecretBytes
    private let references: [(item: ItemWords, range: Range<Int>)]

    init(_ text: SecretBytes, named name: String) throws {
        self.text = text
        references = try text.lines().enumerated().flatMap { index, line in
            try Self.references(in: line, of: text, at: "\(name):\(index + 1)")
        }
    }

    private static func references(
        in line: Range<Int>, of text: SecretBytes, at origin: String
    ) throws -> [(ItemWords, Range<Int>)] {
        var found: [(ItemWords, Range<Int>)] = []
        var rest = line
        while let start = text.firstIndex(of: "{", in: rest) {
            rest = start + 1..<line.upperBound
            guard text.starts(rest, with: "{") else { continue }
            let content = text.trimmed(start + 2..<line.upperBound)
            guard text.starts(content, with: "securestore:") else { continue }
            guard let end = text.firstIndex(of: "}}", in: content) else {
                throw CommandError.failure("\(origin): the braces of a reference do not close on this line")
            }
            let name = try require(
                text.text(text.trimmed(content.lowerBound..<end)), "\(origin): a reference is not UTF-8 text")
            found.append((try ItemWords(address: name, at: origin), start..<end + 2))
            rest = end + 2..<line.upperBound
        }
        return found
    }

    /// The text with what `secret` answers in the place of the references.
    func filled(_ secret: (ItemWords) throws -> SecretBytes) throws -> SecretBytes {
        // By their bytes: strings that only look the same are equal.
        var known: [[UInt8]: SecretBytes] = [:]
        var (count, start) = (text.count, 0)
        for (item, range) in references {
            let secret = try known[item.spelling] ?? secret(item)
            known[item.spelling] = secret
            count += secret.count - range.count
            guard count <= SecretInput.limit else {
                throw CommandError(.dataTooLarge, "the result has more than \(SecretInput.limit) bytes")
            }
        }
        return try SecretBytes(count: count) { target in
            var offset = 0
            for (item, range) in references {
                text.copy(start..<range.lowerBound, into: &target, at: offset)
                offset += range.lowerBound - start
                start = range.upperBound
                guard let secret = known[item.spelling] else { continue }
                secret.copy(0..<secret.count, into: &target, at: offset)
                offset += secret.count
            }
            text.copy(start..<text.count, into: &target, at: offset)
        }
    }
}

extension ItemWords {
    fileprivate var spelling: [UInt8] { Array((origin?.text ?? "").utf8) }
}
