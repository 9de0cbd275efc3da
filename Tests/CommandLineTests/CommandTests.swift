import Foundation
import XCTest

final class CommandTests: CommandTestCase {
    func test_help_inBothSpellings_printsUsageAndExitCodes() throws {
        for word in ["help", "--help", "-h"] {
            let outcome = try run(word)
            XCTAssertEqual(outcome.code, 0, word)
            XCTAssertTrue(outcome.text.contains("usage: securestore COMMAND"), outcome.text)
            XCTAssertTrue(outcome.text.contains(/64 +command line not understood/), outcome.text)
        }
    }

    func test_version_printsTheVersionOfTheChangeLog() throws {
        let log = try String(
            contentsOf: Self.repository.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let heading = try XCTUnwrap(log.split(separator: "\n").first { $0.hasPrefix("## ") })
        let version = try XCTUnwrap(heading.dropFirst(3).split(separator: " ").first)
        XCTAssertEqual(try run("--version").text, "securestore \(version)\n")
    }

    func test_unknownCommand_failsWithUsageCode() throws {
        let outcome = try run("gte")
        XCTAssertEqual(outcome.code, 64)
        XCTAssertEqual(outcome.text, "")
        XCTAssertEqual(
            outcome.errors,
            """
            securestore: error: there is no command 'gte'
            hint: did you mean get?

            """)
    }

    func test_noCommand_failsWithUsageCode() throws {
        XCTAssertEqual(try run().code, 64)
    }

    func test_verify_withArgument_failsWithUsageCode() throws {
        XCTAssertEqual(try run("verify", "twice").code, 64)
    }

    func test_unknownCommand_withTerminalCodes_printsNoneOfThem() throws {
        let outcome = try run("\u{1b}[31mred\u{202e}\n")
        XCTAssertTrue(outcome.errors.contains("there is no command '?[31mred??'"), outcome.errors)
    }

    private static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
