import Foundation
import XCTest

/// What import and export ask at a terminal.
final class TransferTerminalTests: CommandTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try Tool.python(with: "pty", "termios")
    }

    func test_exportOfAPlainList_atTerminal_saysWhatItMeansAndAsks() throws {
        _ = try run("set", "mail", "--stdin", input: Data("found".utf8))
        let file = home + "/list.csv"
        for (answer, code) in [("", 1), ("y", 0)] {
            let session = try session(["export", file, "--format", "csv"], [("? [y/N] ", answer)])
            XCTAssertTrue(session.shown.contains("can read every password\n"), session.shown)
            XCTAssertTrue(session.end.hasPrefix("exit \(code), typing shown"), session.end)
            XCTAssertEqual(FileManager.default.fileExists(atPath: file), code == 0)
        }
    }

    func test_exportOfAPlainList_toTerminal_isRefused() throws {
        let session = try session(["export", "-", "--format", "csv", "--yes"])
        XCTAssertTrue(session.shown.contains("is nothing for a terminal"), session.shown)
    }
}
