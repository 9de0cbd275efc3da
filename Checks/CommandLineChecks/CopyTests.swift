import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Tests of what is copied to a terminal and to tmux, and taken back.
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
        // The clipboard keeps what it has.
        XCTAssertFalse(session.shown.contains("\u{1b}]52"), session.shown)
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

    func test_copy_inTmuxBesideALargeBuffer_isDeletedAllTheSame() throws {
        _ = try Tool("tmux")
        let script = """
            export TMUX_TMPDIR=$PWD; tmux -f /dev/null new-session -d 'exec sleep 60'
            TMUX=$(tmux display-message -p '#{socket_path},1,0') securestore copy mail --for 1s 2> /dev/null
            head -c 1500000 /dev/zero | tr '\\0' y | tmux load-buffer -b large -
            sleep 2; tmux list-buffers -F '#{buffer_name}'; tmux kill-server
            """
        XCTAssertEqual(try shell(script).text, "large\n")
    }

    // MARK: - What goes wrong half way

    /// Copies by a program that keeps what it gets in the file `clip`, and then does something else.
    private func copy(byOneThat then: String, _ more: String = "") throws {
        let program = "#!/bin/sh\ncase $3 in -in) cat > clip; \(then);; *) cat clip;; esac\n"
        let script = """
            mkdir bin; printf '%s' "$PROGRAM" > bin/xclip; chmod +x bin/xclip
            export DISPLAY=:9 PATH=$PWD/bin:$PATH
            \(more) securestore copy mail --for 1s 2> /dev/null; sleep 2; cat clip
            """
        let shell = URL(fileURLWithPath: "/bin/sh")
        let path = names + ":" + Tool.searchPath
        let outcome = try run(shell, ["-c", script], input: Data(), ["PROGRAM": program, "PATH": path])
        XCTAssertEqual(outcome.text, "")
    }

    func test_copy_byProgramThatFailsInTheEnd_takesItBack() throws {
        try copy(byOneThat: "exit 1")
    }

    func test_copy_interruptedWhileTheProgramRuns_takesItBack() throws {
        try copy(byOneThat: "sleep 1", "timeout --signal INT 0.5")
    }

    func test_copy_whereNothingReadsTheClipboard_leavesItAlone() throws {
        let script = """
            mkdir bin; printf '%s\\n' '#!/bin/sh' 'cat > clip' > bin/wl-copy; chmod +x bin/wl-copy
            command=$(command -v securestore); ln -s "$(command -v cat)" bin
            WAYLAND_DISPLAY=w PATH=$PWD/bin "$command" copy mail --for 1s --to wayland; echo $?; ls clip
            """
        let outcome = try shell(script)
        XCTAssertEqual(outcome.text, "1\n")
        XCTAssertTrue(outcome.errors.contains("there is no clipboard here"), outcome.errors)
    }

    func test_copy_inTmuxWhileAnotherCopies_isDeletedAllTheSame() throws {
        _ = try Tool("tmux")
        let script = """
            export TMUX_TMPDIR=$PWD; tmux -f /dev/null new-session -d 'exec sleep 60'; mkdir bin
            printf '%s\\n' '#!/bin/sh' '"$REAL" "$@"; c=$?' \
                '[ "$1" != load-buffer ] || "$REAL" set-buffer other; exit $c' > bin/tmux
            export REAL=$(command -v tmux); chmod +x bin/tmux
            TMUX=$(tmux display-message -p '#{socket_path},1,0') PATH=$PWD/bin:$PATH securestore copy mail --for 1s 2> /dev/null
            sleep 2; tmux list-buffers -F '#{buffer_sample}'; tmux kill-server
            """
        XCTAssertEqual(try shell(script).text, "other\n")
    }

    func test_proof_isOfTheSecretAndDoesNotShowIt() throws {
        let secret = try SecretBytes(utf8: "correct horse")
        let proofs = try [CopyProof(of: secret).bytes, CopyProof(of: secret).bytes]
        XCTAssertEqual(proofs.map(\.count), [64, 64])
        XCTAssertNotEqual(proofs[0], proofs[1])
    }
}
