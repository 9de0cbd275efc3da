import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Programs whose output is a secret.
final class ProgramOutputTests: XCTestCase {
    func test_read_ofAllThatIsPrinted_returnsIt() throws {
        let output = try read(["printf", "a\\nb"])
        XCTAssertEqual(output, try SecretBytes(copying: "a\nb".utf8))
    }

    func test_read_ofAProgramThatIsNotThere_isNil() throws {
        XCTAssertNil(try read(["securestore-no-such-program"]))
    }

    func test_read_ofAProgramThatFails_throws() {
        assertFailure("false failed") { _ = try self.read(["false"]) }
    }

    func test_read_ofMoreThanIsAllowed_throws() {
        assertFailure("yes printed more than 10 bytes") { _ = try self.read(["yes"]) }
    }

    func test_read_ofAProgramThatDoesNotEnd_throwsInTime() {
        let start = ContinuousClock.now
        assertFailure("sleep did not end within the time allowed") {
            _ = try self.read(["sleep", "600"], patience: .milliseconds(50))
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(60))
    }

    /// More than fits into two pipes, so that both programs have to wait for each other.
    func test_read_withMuchInput_returnsWhatTheProgramMakesOfIt() throws {
        let input = try SecretBytes(copying: (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 / 251) })
        let output = try ProgramOutput.read(
            ["cat"], input: input, limit: input.count, patience: .seconds(60))
        XCTAssertEqual(output, input)
    }

    func test_read_withInputThatIsNotRead_goesOnWithoutASignal() throws {
        let input = try SecretBytes(copying: [UInt8](repeating: 1, count: 1 << 20))
        for words in [["true"], ["sh", "-c", "exec <&-; sleep 0.1"]] {
            let output = try ProgramOutput.read(words, input: input, limit: 1, patience: .seconds(60))
            XCTAssertEqual(output?.count, 0)
        }
    }

    func test_read_withInputThatIsNeverRead_throwsInTime() throws {
        let input = try SecretBytes(copying: [UInt8](repeating: 1, count: 1 << 20))
        assertFailure("sleep did not end within the time allowed") {
            _ = try ProgramOutput.read(
                ["sleep", "600"], input: input, limit: 1, patience: .milliseconds(50))
        }
    }

    func test_read_whileSignalsAreHeldBack_leavesThemToTheProgram() throws {
        let held = try Interruption.held {
            try ProgramOutput.read(
                ["grep", "SigBlk", "/proc/self/status"], limit: 100, patience: .seconds(60))
        }
        XCTAssertEqual(try held?.text(), "SigBlk:\t0000000000000000\n")
    }

    private func read(_ words: [String], patience: Duration = .seconds(60)) throws -> SecretBytes? {
        try ProgramOutput.read(words, limit: 10, patience: patience)
    }

    private func assertFailure(
        _ message: String, line: UInt = #line, _ body: () throws -> Void
    ) {
        XCTAssertThrowsError(try body(), line: line) { error in
            XCTAssertEqual((error as? CommandError)?.message, message, line: line)
        }
    }
}
