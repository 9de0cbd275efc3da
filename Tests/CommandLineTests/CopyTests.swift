import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// What is copied to a terminal and to tmux, and taken back.
final class CopyTests: CommandTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        _ = try run("set", "mail", "--stdin", input: Data("correct horse".utf8))
    }

    func test_copy_atTerminal_setsAndEmptiesItsClipboard() throws {
        _ = try Tool.python(with: "pty", "termios")
        let session = try session(["copy", "mail", "--for", "1s"])
        XCTAssertEqual(
            session.shown,
            "\u{1b}]52;c;Y29ycmVjdCBob3JzZQ==\u{7}copied to the terminal's clipboard, to be emptied in 1 s\n"
                + "\u{1b}]52;c;\u{7}")
        XCTAssertTrue(session.end.hasPrefix("exit 0"), session.end)
    }

    func test_copy_ofMoreThanATerminalTakes_isRefused() throws {
        _ = try Tool.python(with: "pty", "termios")
        _ = try run("set", "large", "--stdin", input: Data(repeating: 65, count: 1 << 16 + 1))
        let session = try session(["copy", "large"])
        XCTAssertTrue(session.shown.contains("a terminal takes no more than 65536 bytes"), session.shown)
    }

    func test_copy_inTmux_fillsABufferAndDeletesIt() throws {
        _ = try Tool("tmux")
        let start = "export TMUX_TMPDIR=$PWD; tmux -f /dev/null new-session -d 'exec sleep 60'"
        let socket = "$(tmux display-message -p '#{socket_path},1,0')"
        let copy = "TMUX=\(socket) securestore copy mail --for 1s 2> /dev/null"
        let wait = "while tmux show-buffer > /dev/null 2>&1; do sleep 0.05; done"
        let line = "\(start); \(copy); tmux show-buffer; \(wait); tmux list-buffers; tmux kill-server"
        XCTAssertEqual(try shell(line), Outcome(code: 0, output: Data("correct horse".utf8), errors: ""))
    }

    func test_proof_isOfTheSecretAndDoesNotShowIt() throws {
        let secret = try SecretBytes(utf8: "correct horse")
        let proofs = try [CopiedSecret.proof(of: secret), CopiedSecret.proof(of: secret)]
        XCTAssertEqual(proofs.map(\.count), [64, 64])
        XCTAssertNotEqual(proofs[0], proofs[1])
    }
}
