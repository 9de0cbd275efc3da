import XCTest

@testable import SecureStoreCLI

final class CommandLineSplitterTests: XCTestCase {
    private struct Row {
        let line: String
        let words: [String]
        let place: UInt

        init(_ line: String, _ words: String..., place: UInt = #line) {
            (self.line, self.words, self.place) = (line, words, place)
        }
    }

    func test_words_ofQuotedLines_areAsInAShell() throws {
        let rows = [
            Row(""), Row(" \t "), Row("one", "one"), Row("  one  two\t", "one", "two"),
            Row("one\r", "one"), Row(#"a\ b"#, "a b"), Row(#""a b""#, "a b"), Row("'a b'", "a b"),
            Row(#"'a\b'"#, #"a\b"#), Row(#""a\b""#, #"a\b"#), Row(#""a\"\\b""#, #"a"\b"#),
            Row(#"\"a"#, "\"a"), Row(#"a"b c"'d e'f"#, "ab cd ef"), Row(#"-w """#, "-w", ""),
            Row("''", ""), Row("\"é'ü\"", "é'ü"),
        ]
        for row in rows {
            XCTAssertEqual(try CommandLineSplitter.words(of: row.line), row.words, line: row.place)
        }
    }

    func test_words_ofUnfinishedLines_throw() {
        for line in ["\"", "'", "\\", "a \"b", "a 'b", "a\\", "\"a\\", "\"a\\\""] {
            XCTAssertThrowsError(try CommandLineSplitter.words(of: line), line)
        }
    }

    func test_words_ofAnythingQuoted_areTheSameAgain() throws {
        let alphabet = Array("ab \t\"'\\-é#$\u{7f}")
        for _ in 0..<500 {
            let words = (0..<Int.random(in: 1...4)).map { _ in
                String((0..<Int.random(in: 0...6)).compactMap { _ in alphabet.randomElement() })
            }
            let line = words.map { word in
                "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
            }.joined(separator: " ")
            XCTAssertEqual(try CommandLineSplitter.words(of: line), words, line)
        }
    }
}
