import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

final class ProgressTests: CommandTestCase {
    private struct Row {
        let done: Int
        let total: Int
        let milliseconds: Int
        let wanted: String
        let line: UInt

        init(_ done: Int, of total: Int, after milliseconds: Int, _ wanted: String, line: UInt = #line) {
            (self.done, self.total, self.milliseconds) = (done, total, milliseconds)
            (self.wanted, self.line) = (wanted, line)
        }
    }

    func test_line_atEachPlace_saysShareRateAndTimeLeft() {
        let rows = [
            Row(0, of: 100, after: 500, "verify [--------------------] 0%  0/s"),
            Row(25, of: 100, after: 1000, "verify [#####---------------] 25%  25/s  0:03 left"),
            Row(100, of: 100, after: 1000, "verify [####################] 100%  100/s  0:00 left"),
            Row(10, of: 1210, after: 1000, "verify [--------------------] 0%  10/s  2:00 left"),
            Row(5, of: 0, after: 1000, "verify [####################] 100%  5/s  0:00 left"),
            Row(0, of: 0, after: 0, "verify [--------------------] 0%  0/s"),
        ]
        for row in rows {
            let line = ProgressBar.line(
                "verify", done: row.done, total: row.total, after: .milliseconds(row.milliseconds), width: 80)
            XCTAssertEqual(line, row.wanted, line: row.line)
        }
    }

    func test_line_onNarrowTerminal_isCutShort() {
        XCTAssertEqual(
            ProgressBar.line("verify", done: 1, total: 2, after: .seconds(1), width: 12), "verify [###")
        XCTAssertEqual(ProgressBar.line("verify", done: 1, total: 2, after: .seconds(1), width: 0), "")
    }

    private struct Work {
        let words: [String]
        let dialogue: [(question: String, answer: String)]
        let result: String
        let line: UInt

        init(
            _ words: [String], answering dialogue: [(question: String, answer: String)] = [],
            _ result: String, line: UInt = #line
        ) {
            (self.words, self.dialogue, self.result, self.line) = (words, dialogue, result, line)
        }
    }

    func test_longWork_atTerminal_showsProgressAndTakesItAway() throws {
        _ = try Tool.python(with: "pty", "termios")
        let (clock, count) = (try makeClock(), 40)
        try makeStore(count: count)
        let other = temporary + "/other.store"
        XCTAssertEqual(try run("init", "--store", other).code, 0)
        let file = temporary + "/all.export"
        let twice = [("new passphrase: ", "words"), ("the same again: ", "words")]
        let once = [("passphrase of the export: ", "words")]
        let rows = [
            Work(["verify"], "\(count) items checked, 0 damaged"),
            Work(["rotate"], "new keys for \(count) items"),
            Work(["find", "nothing"], "no items"),
            Work(
                ["salvage", temporary + "/new.store"],
                "\(count) items recovered, 0 lost\n\u{1b}[1mhint:\u{1b}[0m securestore restore "
                    + "\(temporary)/new.store puts them in the place of the damaged store"),
            Work(
                ["export", file, "--cost", "interactive"], answering: twice,
                "\(count) items exported, 0 kept on this device"),
            Work(
                ["import", file, "--store", other], answering: once,
                "\(count) added, 0 replaced, 0 kept as they were"),
        ]
        for row in rows {
            let shown = try session(row.words, row.dialogue, clock: clock).shown
            let bar = try Regex("\r\u{1b}\\[K\(row.words[0]) \\[#*-*\\] [0-9]+%  [0-9]+/s")
            XCTAssertTrue(shown.contains(bar), shown, line: row.line)
            XCTAssertTrue(shown.hasSuffix("\r\u{1b}[K\(row.result)\n"), shown, line: row.line)
        }
    }

    func test_verify_withoutTerminal_showsResultsOnly() throws {
        try makeStore(count: 100)
        let outcome = try run("verify")
        XCTAssertEqual(outcome.text, "100 items checked, 0 damaged\n")
        XCTAssertEqual(outcome.errors, "")
    }

    /// The default store, with so many items.
    private func makeStore(count: Int) throws {
        XCTAssertEqual(try run("init").code, 0)
        var options = StoreOptions()
        options.deviceKey = .file(home + "/.local/state/securestore/device.key")
        let path = home + "/.local/share/securestore/default.securestore"
        try ItemStore.open(at: path, options: options).transaction { changes in
            for number in 0..<count {
                try changes.add(
                    GenericPassword(service: "\(number)"), secret: SecretBytes(copying: [1, 2, 3]))
            }
        }
    }
}
