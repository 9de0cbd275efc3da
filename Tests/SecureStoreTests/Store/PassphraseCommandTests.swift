import Foundation
import XCTest

@testable import SecureStore

final class PassphraseCommandTests: EnvironmentTestCase {
    /// The output of a command, as text.
    private func output(_ command: String, patience: Duration = .seconds(20)) throws -> String {
        try Subprocess.withOutput(of: command, limit: 64, patience: patience) { bytes throws(StoreError) in
            String(decoding: bytes.array(at: 0, count: bytes.byteCount) ?? [], as: UTF8.self)
        }
    }

    func test_read_ofCommand_isWhatItPrints() throws {
        XCTAssertEqual(try PassphraseSource.command("printf 'pass word\\n'").read().text, "pass word")
    }

    func test_read_ofCommandThatFails_throwsAuthFailed() {
        for command in ["exit 1", "printf pass; exit 3", "no-such-command 2> /dev/null", "kill -9 $$"] {
            assertThrows(.authFailed, command) { try PassphraseSource.command(command).read() }
        }
    }

    func test_read_ofCommandThatPrintsNothing_throwsAuthFailed() {
        assertThrows(.authFailed) { try PassphraseSource.command("true").read() }
    }

    func test_output_always_comesWithoutInput() throws {
        XCTAssertEqual(try output("cat; printf end"), "end")
    }

    func test_output_always_seesTheEnvironment() throws {
        set("SECURESTORE_TEST", "here")
        XCTAssertEqual(try output("printf \"$SECURESTORE_TEST\""), "here")
    }

    func test_output_whereSignalsAreHeldBack_isOfACommandThatGetsThem() throws {
        var (held, before) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&held)
        unsafe sigaddset(&held, SIGTERM)
        XCTAssertEqual(unsafe pthread_sigmask(SIG_BLOCK, &held, &before), 0)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        XCTAssertEqual(
            try output("grep SigBlk /proc/self/status | tr -d '\\t'"), "SigBlk:0000000000000000\n")
    }

    func test_output_ofCommandThatWaitsForAllThatItStarted_ends() throws {
        XCTAssertEqual(try output("printf pass & wait; read line; printf \" $?\""), "pass 1")
    }

    func test_output_always_leavesNoProcessBehind() throws {
        let group = try XCTUnwrap(Int32(try output("printf $$")))
        let deadline = ContinuousClock.now + .seconds(10)
        while kill(-group, 0) == 0, ContinuousClock.now < deadline { usleep(1_000) }
        XCTAssertEqual(kill(-group, 0), -1)
    }

    func test_output_beyondTheLimit_throwsDataTooLarge() {
        assertThrows(.dataTooLarge) { try self.output("head -c 65 /dev/zero") }
        assertThrows(.dataTooLarge, "without end") { try self.output("cat /dev/zero") }
    }

    func test_output_ofCommandThatHangs_throwsInteractionNotAllowedInTime() {
        let commands = [
            "exec sleep 60", "sleep 60", "printf pass; sleep 60", "sleep 60 & printf pass",
            "trap '' TERM; sleep 60", "exec > /dev/null; sleep 60",
        ]
        for command in commands {
            let start = ContinuousClock.now
            assertThrows(.interactionNotAllowed, command) {
                try self.output(command, patience: .milliseconds(50))
            }
            // Long before the command would have ended by itself, however busy the machine is.
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(30), command)
        }
    }

    func test_output_ofCommandThatHangs_endsWhatItStarted() throws {
        let file = directory + "/pid"
        var text = ""
        // On a busy machine the shell may not get as far in a short time.
        for patience in [0.1, 1, 10, 60] where text.isEmpty {
            assertThrows(.interactionNotAllowed) {
                try self.output("sleep 60 & echo $! > \(file); wait", patience: .seconds(patience))
            }
            text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        }
        let child = try XCTUnwrap(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // The kernel ends a killed process when it comes to it.
        let deadline = ContinuousClock.now + .seconds(10)
        while !isEnded(child), ContinuousClock.now < deadline {}
        XCTAssertTrue(isEnded(child), "\(child) still runs")
    }

    /// Killed: gone, or a zombie that nobody has collected yet.
    private func isEnded(_ process: Int32) -> Bool {
        guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return true }
        let state = String(decoding: status, as: UTF8.self).split(separator: ")").last ?? ""
        return state.hasPrefix(" Z") || state.hasPrefix(" X")
    }

    func test_output_always_leavesNoDescriptorOpen() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        for _ in 0..<5 {
            _ = try output("printf pass")
            assertThrows(.authFailed) { try self.output("exit 1") }
        }
        let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        // The system's threads open one or another meanwhile.
        XCTAssertLessThan(after, before + 5)
    }
}
