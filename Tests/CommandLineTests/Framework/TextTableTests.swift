import XCTest

@testable import SecureStoreCLI

/// Tables that people read.
final class TextTableTests: XCTestCase {
    private let headings = ["NAME", "LABEL", "DAY"]

    private func lines(_ row: [String], width: Int?) -> [String] {
        TextTable.text(headings, [row], width: width).split(separator: "\n").map(String.init)
    }

    func test_table_withoutAWidth_cutsNothing() {
        let long = String(repeating: "x", count: 300)
        XCTAssertEqual(lines([long, "b", "c"], width: nil)[1], long + "  b      c")
    }

    func test_table_withACellOfAMebibyte_isNotMuchLarger() {
        let long = String(repeating: "x", count: 1 << 20)
        let text = TextTable.text(headings, [["a", long, "b"], ["c", "d", "e"]])
        XCTAssertLessThan(text.utf8.count, 4 << 20)
    }

    func test_table_ofAWidth_cutsTheWidestColumnUntilItFits() {
        let table = lines(["abcdefghijklmnopqrst", "short", "today"], width: 26)
        XCTAssertEqual(table, ["NAME          LABEL  DAY", "abcdefghijk…  short  today"])
        XCTAssertEqual(table[1].count, 26)
    }

    func test_table_ofTwoWideColumns_cutsBothAlike() {
        let long = String(repeating: "y", count: 40)
        XCTAssertEqual(
            lines([long, long, "today"], width: 30)[1], "yyyyyyyyy…  yyyyyyyyy…  today")
    }

    func test_table_thatFits_isLeftAsItIs() {
        XCTAssertEqual(lines(["abc", "short", "today"], width: 18)[1], "abc   short  today")
    }

    func test_table_ofAWidthThatIsTooSmall_keepsSomeOfEveryColumn() {
        let long = String(repeating: "z", count: 40)
        XCTAssertEqual(lines([long, long, long], width: 1)[1], "zzzzzzz…  zzzzzzz…  zzzzzzz…")
    }

    func test_table_ofWideAndOfMarkingCharacters_linesUpInCells() {
        let words = ["日本", "한글", "ｆ", "🔑", "🇩🇪", "👍🏽", "e\u{301}", "का", "ø"]
        for (word, cells) in zip(words, [4, 4, 2, 2, 2, 2, 1, 2, 1]) {
            XCTAssertEqual(
                lines([word, "b", "c"], width: nil)[1].prefix { $0 != "b" }.count - word.count + cells, 6,
                word)
        }
    }

    func test_table_ofWideCharacters_isCutWhereTheCellsEnd() {
        let long = String(repeating: "字", count: 20)
        XCTAssertEqual(lines([long, "short", "today"], width: 26)[1], "字字字字字…   short  today")
        XCTAssertEqual(lines([long, "short", "today"], width: 27)[1], "字字字字字字…  short  today")
    }

    func test_table_whoseHeadingsArePainted_linesUpAllTheSame() {
        let table = TextTable.text(["A", "B"], [["long", "b"]]) { "<\($0)>" }
        XCTAssertEqual(table, "<A     B>\nlong  b")
    }
}
