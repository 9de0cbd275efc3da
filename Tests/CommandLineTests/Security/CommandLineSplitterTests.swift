import SecureStore
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

    private func words(of line: String) throws -> [String] {
        try CommandLineSplitter.words(of: SecretBytes(utf8: line)).map(\.text)
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
            XCTAssertEqual(try words(of: row.line), row.words, line: row.place)
        }
    }

    func test_words_ofUnfinishedLines_throw() {
        for line in ["\"", "'", "\\", "a \"b", "a 'b", "a\\", "\"a\\", "\"a\\\"", "'a\\'", "\"a'"] {
            XCTAssertThrowsError(try words(of: line), line)
        }
    }

    func test_words_ofBytesThatAreNoText_throw() throws {
        let line = try SecretBytes(copying: [UInt8(ascii: "a"), 0xff])
        XCTAssertThrowsError(try CommandLineSplitter.words(of: line)) { error in
            XCTAssertEqual((error as? CommandError)?.message, "a line is not UTF-8 text")
        }
    }

    func test_parse_ofLinesWithSecrets_keepsThemWhereTheyAreErased() throws {
        let lines = [
            "add-generic-password -s x -w 'hunter two'", #"add-generic-password -s x "-whunter two""#,
            #"add-generic-password -s x --password=hunter\ two"#, #"add-generic-password -phunter\ two -s x"#,
            #"unlock-keychain -p hunter\ two work"#, #"set-keychain-password -o "hunter two" -p new"#,
        ]
        for line in lines {
            let words = try CommandLineSplitter.words(of: SecretBytes(utf8: line))
            let values = try ArgumentParser(table: .security).parse(words).given.compactMap(\.value)
            XCTAssertTrue(values.allSatisfy { !$0.isShown }, line)
            let secret = try SecretBytes(utf8: "hunter two")
            XCTAssertEqual(try values.filter { try $0.secret() == secret }.count, 1, line)
        }
    }

    func test_words_ofLongerWord_takeTimeInProportionToItsLength() throws {
        func time(ofScalars count: Int) throws -> Duration {
            let line = String(repeating: "a", count: count)
            return try processorTime { XCTAssertEqual(try words(of: line), [line]) }
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
                XCTAssertEqual(try self.words(of: line), words, line)
            }
        }
    }
}
