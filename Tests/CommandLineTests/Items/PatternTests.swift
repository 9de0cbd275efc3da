import XCTest

@testable import SecureStoreCLI

final class PatternTests: XCTestCase {
    func test_pattern_ofTextWithoutSigns_isNone() {
        for text in ["", "mail.example", "[a]", "\\"] { XCTAssertNil(Pattern(text), text) }
    }

    func test_matches_byRow_meansAllOfTheText() throws {
        let rows: [(pattern: String, matching: [String], others: [String], line: UInt)] = [
            ("git*", ["git", "github", "git*"], ["Git", "a git", ""], #line),
            ("*git", ["git", "a git", "gigit"], ["git "], #line),
            ("*git*", ["git", "a git b"], ["gi t"], #line),
            ("g?t", ["git", "gét", "g?t"], ["gt", "giit"], #line),
            ("*", ["", "a"], [], #line),
            ("?", ["a", "ä", "*"], ["", "ab"], #line),
            ("a*b*c", ["abc", "a1b2b3c"], ["acb", "abcd"], #line),
            ("**a?*", ["ab", "xxabc"], ["a", "b"], #line),
            ("[ab]*", ["[ab]c"], ["a"], #line),
        ]
        for row in rows {
            let pattern = try XCTUnwrap(Pattern(row.pattern))
            for text in row.matching { XCTAssertTrue(pattern.matches(text), text, line: row.line) }
            for text in row.others { XCTAssertFalse(pattern.matches(text), text, line: row.line) }
        }
    }

    func test_matches_byEveryShortPattern_agreesWithTheDefinition() throws {
        let texts = Self.texts(of: ["a", "b"], upTo: 4)
        for pattern in Self.texts(of: ["a", "b", "*", "?"], upTo: 4) {
            guard let compiled = Pattern(pattern) else { continue }
            XCTAssertTrue(compiled.matches(pattern), pattern)
            for text in texts {
                let wanted = Self.matches(Array(pattern)[...], Array(text)[...])
                XCTAssertEqual(compiled.matches(text), wanted, "\(pattern) \(text)")
            }
        }
    }

    func test_matches_ofManyStarsAndALongText_endsSoon() throws {
        let pattern = try XCTUnwrap(Pattern(String(repeating: "*a", count: 100) + "b"))
        XCTAssertFalse(pattern.matches(String(repeating: "a", count: 10_000)))
    }

    private static func texts(of letters: [String], upTo length: Int) -> [String] {
        (0..<length).reduce(into: (all: [""], last: [""])) { texts, _ in
            texts.last = texts.last.flatMap { text in letters.map { text + $0 } }
            texts.all += texts.last
        }.all
    }

    private static func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let sign = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if sign == "*" { return matches(rest, text) || (!text.isEmpty && matches(pattern, text.dropFirst())) }
        return (sign == "?" || sign == text.first) && !text.isEmpty && matches(rest, text.dropFirst())
    }
}
