/// A text in which `*` stands for any text and `?` for one character; everything else stands for itself.
///
/// So every text is among those that its own pattern matches, and nothing needs to be quoted.
struct Pattern {
    private let scalars: [Unicode.Scalar]

    /// A pattern; nil for a text that has neither sign and means only itself.
    init?(_ text: String) {
        guard text.unicodeScalars.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
        scalars = Array(text.unicodeScalars)
    }

    func matches(_ text: String) -> Bool {
        let text = Array(text.unicodeScalars)
        var (next, index) = (0, 0)
        // The place behind the last star, and how much of the text it has taken. If the rest does not match,
        // it takes one character more; stars before it never have to.
        var star: (next: Int, index: Int)?
        while index < text.count {
            if next < scalars.count, scalars[next] == "*" {
                star = (next + 1, index)
                next += 1
            } else if next < scalars.count, scalars[next] == "?" || scalars[next] == text[index] {
                (next, index) = (next + 1, index + 1)
            } else if let last = star {
                star = (last.next, last.index + 1)
                (next, index) = (last.next, last.index + 1)
            } else {
                return false
            }
        }
        return scalars[next...].allSatisfy { $0 == "*" }
    }
}
