import Foundation
import XCTest

/// Tests of what happens where a name means several items, at a terminal.
final class ChoiceTests: CommandTestCase {
    private let question = "which one? [1-2] "

    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try Tool.python(with: "pty", "termios")
        _ = try run("set", "mail", "maria", "--label", "Post", "--stdin", input: Data("one".utf8))
        _ = try run("set", "mail", "anna", "--stdin", input: Data("two".utf8))
    }

    func test_get_ofSeveralAtATerminal_printsTheOneThatIsPicked() throws {
        let session = try session(["get", "mail"], [(question, "2")])
        XCTAssertEqual(
            session.shown, "several items match\n  1  mail maria (Post)\n  2  mail anna\n\(question)2\ntwo\n")
        XCTAssertEqual(session.end, "exit 0, typing shown shown\n")
    }

    /// A state that is held keeps what was there before in the journal.
    func test_set_whileAPersonPicks_holdsNoState() throws {
        _ = try run("edit", "mail", "anna", "--label", "Post")
        let program = try Self.builtProduct("securestore").path
        let size = temporary + "/size"
        let work = "\(program) rotate > /dev/null 2>&1; stat -c %s \(defaultPath)-wal > \(size)"
        let session = try session(
            ["set", "Post"],
            [(question, "RUN " + work), ("", "2"), ("new secret: ", "three"), ("again: ", "three")])
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.shown)
        XCTAssertEqual(try String(contentsOfFile: size, encoding: .utf8), "0\n")
        XCTAssertEqual(try run("get", "mail", "anna").text, "three")
    }

    func test_exec_ofSeveralAtATerminal_handsOverTheOneThatIsPicked() throws {
        let session = try session(["exec", "-e", "A=mail", "--", "sh", "-c", "echo $A"], [(question, "1")])
        XCTAssertTrue(session.shown.hasSuffix("\none\n"), session.shown)
    }

    func test_delete_ofSeveralAtATerminal_deletesTheOneThatIsPicked() throws {
        let session = try session(["delete", "mail"], [(question, "1")])
        XCTAssertTrue(session.shown.hasSuffix("1 item deleted\n"), session.shown)
        XCTAssertEqual(try run("get", "mail").text, "two")
    }

    func test_anyCommand_withoutAPick_failsAndNamesTheItems() throws {
        for answer in ["", "0", "3", "x", "-1"] {
            for command in ["get", "delete"] {
                let session = try session([command, "mail"], [(question, answer)])
                let error = " several items match: mail maria (Post), mail anna\n"
                XCTAssertTrue(session.shown.contains(error), session.shown)
                XCTAssertTrue(session.end.hasPrefix("exit 254"), session.end)
            }
        }
    }

    func test_anyCommand_withEndOfInputForAPick_endsAndDoesNothing() throws {
        for command in ["get", "delete"] {
            let session = try session([command, "mail"], [(question, "^D")])
            XCTAssertTrue(
                session.shown.hasSuffix("the question was ended without an answer\n"), session.shown)
            XCTAssertTrue(session.end.hasPrefix("exit 128"), session.end)
        }
        XCTAssertEqual(try run("get", "mail", "anna").code, 0)
    }

    func test_get_ofMoreThanAnybodyReads_asksNothing() throws {
        for number in 1...20 { _ = try run("set", "mail", "user\(number)", "--stdin", input: Data("x".utf8)) }
        let session = try session(["get", "mail"])
        let error = "match: mail maria (Post), mail anna, mail user1, mail user2, mail user3, ...\n"
        XCTAssertTrue(session.shown.contains(error), session.shown)
    }

    func test_get_ofNamesThatATerminalWouldObey_showsThemHarmless() throws {
        _ = try run("set", "mail", "a\u{1b}[2J\nb", "--stdin", input: Data("three".utf8))
        let session = try session(["get", "mail"], [("[1-3] ", "3")])
        XCTAssertTrue(session.shown.contains("\n  3  mail a?[2J?b\n"), session.shown)
        XCTAssertTrue(session.shown.hasSuffix("\nthree\n"), session.shown)
    }

    func test_keyShow_ofSeveralAtATerminal_showsTheOneThatIsPicked() throws {
        for _ in 1...2 { XCTAssertEqual(try run("key", "generate", "web").code, 0) }
        let hashes = try run("key", "list", "--null").text.split(separator: "\0").filter { $0.count == 16 }
        let session = try session(["key", "show", "web"], [(question, "2")])
        XCTAssertEqual(hashes.count, 2)
        let end = session.shown.components(separatedBy: question).last ?? ""
        XCTAssertTrue(end.contains(hashes[1]) && !end.contains(hashes[0]), session.shown)
    }
}
