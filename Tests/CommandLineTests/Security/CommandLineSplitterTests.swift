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

    func test_words_ofQuotedLines_areAsInApplesTool() throws {
        let rows = [
            Row(""), Row(" \t "), Row("one", "one"), Row("  one  two\t", "one", "two"),
            Row("one\r", "one"), Row("a\u{b}b\u{c}c", "a", "b", "c"), Row(#"a\ b"#, "a b"),
            Row(#""a b""#, "a b"), Row("'a b'", "a b"), Row("\"é'ü\"", "é'ü"),
            // A backslash goes, whatever follows and whichever quotes are round it.
            Row(#"'a\b'"#, "ab"), Row(#""a\b""#, "ab"), Row(#""a\"\\b""#, #"a"\b"#), Row(#"'a\'b'"#, "a'b"),
            Row(#"\"a"#, "\"a"), Row(#"\'"#, "'"), Row(#"\\"#, #"\"#),
            // A quote counts at the beginning of a word only, and ends the word.
            Row(#"a"b c"#, #"a"b"#, "c"), Row(#"it's"#, "it's"), Row(#""a"b"#, "a", "b"),
            Row(#"-w"" x"#, #"-w"""#, "x"), Row(#"-w """#, "-w", ""), Row("''", ""), Row("'a''b'", "a", "b"),
        ]
        for row in rows {
            XCTAssertEqual(try CommandLineSplitter.words(of: row.line), row.words, line: row.place)
        }
    }

    func test_words_ofUnfinishedLines_throw() {
        for line in ["\"", "'", "\\", "a \"b", "a 'b", "a\\", "\"a\\", "\"a\\\"", "'a\\'", "\"a'"] {
            XCTAssertThrowsError(try CommandLineSplitter.words(of: line), line)
        }
    }

    func test_words_ofLongerWord_takeTimeInProportionToItsLength() throws {
        let clock = ContinuousClock()
        func time(ofScalars count: Int) throws -> Duration {
            let line = String(repeating: "a", count: count)
            return try clock.measure { XCTAssertEqual(try CommandLineSplitter.words(of: line), [line]) }
        }
        // As long as a line may be; 256 times as long if every letter copied those before it.
        let short = try time(ofScalars: 1 << 16)
        XCTAssertLessThan(try time(ofScalars: 1 << 20), short * 100)
    }

    func test_words_ofAnythingQuoted_areTheSameAgain() throws {
        let alphabet = Array("ab \t\"'\\-é#$\u{7f}")
        for _ in 0..<500 {
            let words = (0..<Int.random(in: 1...4)).map { _ in
                String((0..<Int.random(in: 0...6)).compactMap { _ in alphabet.randomElement() })
            }
            for quote in ["\"", "'"] {
                let line = words.map { word in
                    quote + word.replacing("\\", with: "\\\\").replacing(quote, with: "\\" + quote) + quote
                }.joined(separator: " ")
                XCTAssertEqual(try CommandLineSplitter.words(of: line), words, line)
            }
        }
    }
}
