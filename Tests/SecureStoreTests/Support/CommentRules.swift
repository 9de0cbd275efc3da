import Foundation

/// Rules for comments, and the folders whose sources keep them.
///
/// Every function answers with what breaks a rule.
struct CommentRules {
    static let folders = ["Sources", "Tests", "Checks", "Examples", "Benchmarks"]
    private static let mostColumns = 110
    /// Words that ask: a comment that begins with one does not begin with its subject.
    private static let questions: Set = ["How", "What", "Whether", "Which", "Who", "Whose", "Why"]
    /// Words for a condition, which may begin a comment among statements, but no description.
    private static let conditions: Set = ["If", "Nil", "When", "Where"]

    static func longLines(of text: String, at path: String) -> [String] {
        comments(in: text).filter { $0.columns > mostColumns }.map { "\(path):\($0.line)" }
    }

    static func blocksWithoutSubject(of text: String, at path: String) -> [String] {
        let comments = comments(in: text)
        let lines = Set(comments.map(\.line))
        return comments.filter { !lines.contains($0.line - 1) }.filter { comment in
            let word = String(comment.words.prefix { $0.isLetter })
            return questions.contains(word) || comment.isDescription && conditions.contains(word)
        }.map { "\(path):\($0.line) \($0.words)" }
    }

    /// A line that is a comment and nothing else.
    private struct Comment {
        let line, columns: Int
        /// True behind three slashes.
        let isDescription: Bool
        let words: Substring
    }

    private static func comments(in text: String) -> [Comment] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let content = line.drop { $0 == " " }
            guard content.hasPrefix("//") else { return nil }
            return Comment(
                line: index + 1, columns: line.count, isDescription: content.hasPrefix("///"),
                words: content.drop { $0 == "/" }.drop { $0 == " " })
        }
    }
}
