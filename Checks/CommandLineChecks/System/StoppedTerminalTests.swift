import Foundation
import XCTest

/// A terminal that takes nothing, as after Control-S, or that an editor has left as it needed it.
final class StoppedTerminalTests: CommandTestCase {
    func test_question_atATerminalThatIsStopped_endsInTimeAndBySignals() throws {
        let script = """
            import os, subprocess, termios, time
            def asked(patience, is_ended=False):
                termios.tcflow(1, termios.TCOOFF)
                environment = {**os.environ, "SECURESTORE_PROMPT_TIMEOUT": str(patience)}
                child = subprocess.Popen([os.environ["PROGRAM"], "set", "mail"], stderr=subprocess.DEVNULL, env=environment)
                if is_ended:
                    time.sleep(1)
                    child.terminate()
                try:
                    end = child.wait(20)
                except subprocess.TimeoutExpired:
                    child.kill()
                    end = "none"
                termios.tcflow(1, termios.TCOON)
                return end
            print("ends:", asked(1), asked(300, is_ended=True))
            """
        _ = try Tool.python(with: "pty", "termios")
        _ = try run("set", "other", "--stdin", input: Data("x".utf8))
        let program = try Self.builtProduct("securestore").path
        let words = ["exec", "-e", "A=other", "--", "python3", "-c", script]
        let session = try session(words, [], ["PROGRAM": program])
        XCTAssertTrue(session.shown.contains("ends: 36 -15\n"), session.shown)
    }

    func test_edit_withAnEditorThatIsKilled_leavesTheTerminalAsItWas() throws {
        _ = try Tool.python(with: "pty", "termios")
        _ = try run("set", "mail", "--stdin", input: Data("kept".utf8))
        let session = try session(
            ["edit", "mail", "--secret"], [], ["EDITOR": "stty raw -echo; kill -9 $$; true"])
        XCTAssertTrue(session.shown.contains("the editor failed; nothing was changed"), session.shown)
        XCTAssertEqual(session.end, "exit 1, typing shown\n")
    }
}
