import Foundation

/// A symbol that a program can use, with its comment, as the source of a product has it.
///
/// Calls are functions, initializers and subscripts, also those that a public protocol asks for. What has no
/// comment of its own is no symbol here: it does what a protocol says, whose comment holds for it.
struct PublicSymbol {
    enum Kind { case call, type, value }

    let place, name: String
    let kind: Kind
    /// True of a case, and of a property of a type or of a module: its name is mostly the whole truth, as in
    /// `https`.
    let isConstant: Bool
    /// True of a call or value that throws errors of its own, and not only those of a closure.
    let isThrowing: Bool
    /// Every line, and so also the empty ones between paragraphs.
    let comment: [Substring]

    /// True unless the comment says something that the name does not say.
    var repeatsItsName: Bool {
        let words = Self.words(comment.joined(separator: " ")).subtracting(Self.words(Self.small))
        return !isConstant && !words.isEmpty && words.isSubset(of: Self.words(name))
    }

    /// True of a comment that says when it throws, or of one that names the call which it throws like.
    var saysWhenItThrows: Bool { comment.contains { $0.contains("hrow") } }

    private static let small =
        "a an and as by for from in is it its of on or that the this to with return create get make init all"

    /// The words of a text or of a name such as `itemClass`, in lower case and without a plural's ending.
    private static func words(_ text: String) -> Set<String> {
        var words: [String] = [""]
        for letter in text {
            if letter.isUppercase || !letter.isLetter { words.append("") }
            if letter.isLetter { words[words.count - 1] += letter.lowercased() }
        }
        return Set(words.filter { $0.count > 1 }.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 })
    }

    // MARK: - Reading a source

    /// The symbols of a source.
    static func all(in text: String, at path: String) -> [PublicSymbol] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        /// The indentation of the public protocol that the line is in.
        var outer: Int?
        return lines.indices.compactMap { index in
            let line = lines[index]
            let indentation = line.prefix { $0 == " " }.count
            if indentation == outer, line.dropFirst(indentation) == "}" { outer = nil }
            let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
            let isRequired = outer.map { indentation == $0 + 4 } ?? false
            guard words.first == "public" || isRequired, !isComment(line),
                let place = words.prefix(5).firstIndex(where: { kinds[keyword($0)] != nil }),
                let kind = kinds[keyword(words[place])]
            else { return nil }
            let word = keyword(words[place])
            if word == "protocol" { outer = indentation }
            let comment = comment(above: index, in: lines)
            guard !comment.isEmpty else { return nil }
            let name = word == "init" || word == "subscript" ? word : words[(place + 1)...].first ?? ""
            return PublicSymbol(
                place: "\(path):\(index + 1)", name: String(name.prefix { $0.isLetter || $0.isNumber }),
                kind: kind,
                isConstant: kind == .value && (indentation == 0 || words[..<place].contains("static")),
                isThrowing: isThrowing(kind, lines[index...].prefix(16), word), comment: comment)
        }
    }

    private static let kinds: [Substring: Kind] = [
        "func": .call, "init": .call, "subscript": .call, "var": .value, "let": .value, "case": .value,
        "struct": .type, "class": .type, "enum": .type, "protocol": .type, "actor": .type,
    ]

    private static func keyword(_ word: Substring) -> Substring { word.prefix { $0.isLetter } }

    private static func isComment(_ line: Substring) -> Bool { line.drop { $0 == " " }.hasPrefix("//") }

    private static func comment(above index: Int, in lines: [Substring]) -> [Substring] {
        let above = lines[..<index].reversed().drop { $0.drop { $0 == " " }.hasPrefix("@") }
        return above.map { $0.drop { $0 == " " } }.prefix { $0.hasPrefix("///") }.reversed().map {
            $0.dropFirst(3)
        }
    }

    /// Reads what stands behind the parameters of a call, or in the getter of a value.
    private static func isThrowing(_ kind: Kind, _ lines: ArraySlice<Substring>, _ keyword: Substring) -> Bool
    {
        guard kind == .call else { return lines.prefix(3).contains { $0.contains(" get throws") } }
        let text = lines.joined(separator: "\n")
        guard let start = text.range(of: keyword)?.upperBound else { return false }
        var depth = 0
        let behind = text[start...].drop { letter in
            depth += letter == "(" ? 1 : letter == ")" ? -1 : 0
            return letter != ")" || depth > 0
        }
        let effects = behind.prefix { $0 != "{" && $0 != "\n" }
        return effects.contains("throws") && !effects.contains("throws(E)")
    }
}
