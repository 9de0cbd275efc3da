import Foundation
import XCTest

@testable import SecureStoreCLI

final class BashWordTests: CommandTestCase {
    func test_init_ofTypedWords_readsTheirQuotes() {
        let rows: [(typed: String, text: String, quote: Unicode.Scalar?, line: UInt)] = [
            ("plain", "plain", nil, #line), ("my\\ wiki", "my wiki", nil, #line),
            ("'my w", "my w", "'", #line), ("\"a\\\"b\\c", "a\"b\\c", "\"", #line),
            ("'a'\"b\"c", "abc", nil, #line), ("'a\\", "a\\", "'", #line), ("a\\", "a", nil, #line),
            ("\"it's", "it's", "\"", #line), ("$(id)", "$(id)", nil, #line), ("", "", nil, #line),
        ]
        for row in rows {
            let word = BashWord(row.typed)
            XCTAssertEqual(word.text, row.text, line: row.line)
            XCTAssertEqual(word.openQuote, row.quote, line: row.line)
        }
    }

    func test_quoted_ofAnyText_isReadBackByBashAndByUs() throws {
        let shell = URL(fileURLWithPath: try Tool("bash").path)
        let texts = [
            "my wiki", "$(id)`id`$HOME", "a'b\"c\\d", "*?[a]{b,c}", "~", "#x", "!1 & | ; < > ( )", "é ü",
            // To Swift, but not to bash, a sign is one with the accent behind it.
            "a'\u{301}b", "a\"\u{301}b", "$\u{301}(id)", "\\\u{301}", " \u{301}",
        ]
        for text in texts {
            for quote in [nil, "\"", "'"] as [Unicode.Scalar?] {
                guard let quoted = BashWord.quoted(text, within: quote) else { continue }
                let (open, close) = (quote.map { String($0) } ?? "", quote.map { String($0) } ?? "")
                let outcome = try run(shell, ["-c", "printf %s " + open + quoted + close])
                XCTAssertEqual(outcome.text, text, quoted)
                XCTAssertEqual(BashWord(open + quoted).text, text)
            }
        }
    }

    func test_quoted_withinAQuoteThatItHas_isNone() {
        XCTAssertNil(BashWord.quoted("it's", within: "'"))
        XCTAssertNil(BashWord.quoted("now!", within: "\""))
    }
}
