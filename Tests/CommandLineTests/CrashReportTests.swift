import Foundation
import XCTest

/// Commands that crash while they have a secret.
final class CrashReportTests: CommandTestCase {
    func test_crash_whileASecretIsRead_showsNoMemory() throws {
        let errors = temporary + "/errors"
        for signal in [SIGSEGV, SIGABRT, SIGQUIT] {
            try Data().write(to: URL(fileURLWithPath: errors))
            let (program, input) = (Process(), Pipe())
            program.executableURL = try Self.builtProduct("securestore")
            program.arguments = ["set", "mail", "maria", "--stdin"]
            program.environment = environment.merging(["SWIFT_BACKTRACE": "enable=yes,interactive=no"]) { $1 }
            program.standardInput = input
            program.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
            try program.run()
            try waitUntilAsleep(program.processIdentifier)
            kill(program.processIdentifier, signal)
            // A report may wait for somebody to look at it.
            for _ in 0..<10_000 where program.isRunning { usleep(1_000) }
            if program.isRunning { kill(program.processIdentifier, SIGKILL) }
            program.waitUntilExit()
            XCTAssertEqual(try String(contentsOfFile: errors, encoding: .utf8), "")
            XCTAssertEqual(program.terminationReason, .uncaughtSignal)
            XCTAssertEqual(program.terminationStatus, signal)
            try input.fileHandleForWriting.close()
        }
    }

    /// Waits until a process was asleep at a hundred looks in turn.
    private func waitUntilAsleep(_ process: pid_t) throws {
        var asleep = 0
        for _ in 0..<10_000 where asleep < 100 {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            asleep = status.contains("State:\tS") ? asleep + 1 : 0
            usleep(1_000)
        }
        XCTAssertEqual(asleep, 100)
    }
}
