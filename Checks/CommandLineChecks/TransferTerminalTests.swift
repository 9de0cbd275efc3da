import Foundation
import XCTest

/// Tests of what import and export ask at a terminal.
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

    func test_export_ontoAFileThatIsThere_asksNothing() throws {
        _ = try run("set", "mail", "--stdin", input: Data("found".utf8))
        let file = home + "/items.export"
        try Data("kept".utf8).write(to: URL(fileURLWithPath: file))
        let session = try session(["export", file])
        XCTAssertTrue(session.shown.contains("exists already"), session.shown)
        XCTAssertEqual(session.end, "exit 48, typing shown\n")
        XCTAssertEqual(try String(contentsOfFile: file, encoding: .utf8), "kept")
    }

    func test_exportOfAPlainList_toTerminal_isRefused() throws {
        let session = try session(["export", "-", "--format", "csv", "--yes"])
        XCTAssertTrue(session.shown.contains("is nothing for a terminal"), session.shown)
    }

    // MARK: - Conflicts

    private let question = "(q)uit: "

    /// Three items of `old` secrets, of which a list has two with others, and one more.
    private func importAsking(_ answers: [String]) throws -> (shown: String, end: String) {
        for account in ["a", "b", "c"] {
            _ = try run("set", "mail", account, "--stdin", input: Data("old".utf8))
        }
        let list = home + "/list.csv"
        try Data("name,username,password\nmail,a,new\nmail,b,new\nmail,c,old\nmail,d,new\n".utf8)
            .write(to: URL(fileURLWithPath: list))
        return try session(["import", list, "--policy", "ask"], answers.map { (question, $0) })
    }

    private func secrets(_ accounts: String...) throws -> [String] {
        try accounts.map { try run("get", "mail", $0).text }
    }

    func test_import_ofConflicts_asksForEachThatDiffers() throws {
        let session = try importAsking(["r", "b"])
        XCTAssertTrue(session.shown.contains("mail a is there with other content (1 of 2)\n"), session.shown)
        XCTAssertTrue(session.shown.contains("mail b is there with other content (2 of 2)\n"), session.shown)
        XCTAssertTrue(session.shown.hasSuffix("2 added, 1 replaced, 1 kept as they were\n"), session.shown)
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.end)
        XCTAssertEqual(try secrets("a", "b", "b 2", "c", "d"), ["new", "old", "new", "old", "new"])
    }

    func test_import_ofConflicts_answeredForAll_asksOnce() throws {
        for (answer, secret) in [("K", "old"), ("R", "new")] {
            let session = try importAsking(["x", answer])
            XCTAssertTrue(session.end.hasPrefix("exit 0"), session.shown)
            XCTAssertEqual(try secrets("a", "b", "d"), [secret, secret, "new"])
        }
    }

    func test_import_ofConflicts_answeredForBoth_takesTheNextFreeAccount() throws {
        _ = try run("set", "mail", "a 2", "--stdin", input: Data("mine".utf8))
        let session = try importAsking(["B"])
        XCTAssertTrue(session.shown.hasSuffix("3 added, 0 replaced, 1 kept as they were\n"), session.shown)
        XCTAssertEqual(try secrets("a", "a 2", "a 3", "b 2"), ["old", "mine", "new", "new"])
    }

    func test_import_ofConflicts_thatIsLeft_storesNothing() throws {
        let ended = "the question was ended without an answer"
        for (answer, error) in [("q", "nothing was stored"), ("", "nothing was stored"), ("^D", ended)] {
            let session = try importAsking(["r", answer])
            XCTAssertTrue(session.shown.contains(error), session.shown)
            XCTAssertEqual(try secrets("a", "d"), ["old", ""])
        }
    }

    func test_import_ofOurOwnExport_asksForEachThatDiffers() throws {
        for account in ["a", "b", "c"] {
            _ = try run("set", "mail", account, "--stdin", input: Data("new".utf8))
        }
        let phrase = home + "/phrase"
        try Data("secret words".utf8).write(to: URL(fileURLWithPath: phrase))
        let list = home + "/a.export"
        let words = "export \(list) --fd 3 --cost interactive 3< \(phrase)"
        XCTAssertEqual(try shell("securestore " + words).code, 0)
        for account in ["a", "b"] {
            _ = try run("set", "mail", account, "--stdin", input: Data("old".utf8))
        }
        let session = try session(
            ["import", list, "--policy", "ask"],
            [
                ("passphrase of the export: ", "secret words"), (question, "b"), (question, "k"),
                (question, "R"),
            ])
        XCTAssertTrue(session.shown.contains("mail a is there with other content (1 of 2)\n"), session.shown)
        XCTAssertTrue(session.shown.hasSuffix("0 added, 1 replaced, 2 kept as they were\n"), session.shown)
        XCTAssertEqual(try secrets("a", "b", "c"), ["old", "new", "new"])
    }

    func test_import_fromATerminal_isRefusedBeforeAPassphraseIsAskedFor() throws {
        for words in [["import", "-"], ["import", "-", "--format", "csv"]] {
            let session = try session(words)
            XCTAssertTrue(session.end.hasPrefix("exit 1"), session.end)
            XCTAssertTrue(session.shown.contains("standard input is a terminal"), session.shown)
            XCTAssertTrue(session.shown.contains("securestore import FILE"), session.shown)
        }
    }
}
