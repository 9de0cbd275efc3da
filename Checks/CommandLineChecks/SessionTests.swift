import Foundation
import XCTest

/// Runs the sessions in `Sessions` at a terminal, each in a home of its own: what a person sees, line by
/// line.
final class SessionTests: CommandTestCase {
    func test_firstHour_goesAsWritten() throws { try check("first-hour") }
    func test_keyring_goesAsWritten() throws { try check("keyring") }
    func test_twentyTasks_goesAsWritten() throws { try check("twenty-tasks") }

    private func check(_ name: String, line: UInt = #line) throws {
        _ = try Tool.python(with: "pty", "termios")
        let transcript = try Transcript.named(name + ".txt", in: "Sessions")
        for tool in transcript.tools { _ = try Tool(tool) }
        let places = ["home": home, "temporary": temporary]
        for step in transcript.steps {
            let difference = try step.difference(from: try outcome(of: step), places)
            if let difference { XCTFail("\(name):\(step.line): \(difference)", line: line) }
        }
    }

    /// Types each line of input when the end of its question is shown.
    private func outcome(of step: Transcript.Step) throws -> Outcome {
        let answers = step.input.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let dialogue = zip(step.questions, answers).flatMap { question, answer in
            // An answer that shows is part of the line.
            let shown = question.hasSuffix(" " + answer) ? question.dropLast(answer.count) : question[...]
            return [String(shown.split(separator: "}").last ?? ""), answer]
        }
        let terminal = try run(
            python: "terminal.py", dialogue + ["--", "/bin/sh", "-c", step.command],
            ["PATH": names + ":" + Tool.searchPath, "TERM": "xterm"])
        let parts = terminal.text.components(separatedBy: "\n--\nexit ")
        let code = parts.last.flatMap { Int32($0.prefix { $0 != "," }) }
        return Outcome(
            code: code ?? -1, output: Data(parts[0].replacing(Self.progress, with: "").utf8),
            errors: terminal.errors)
    }

    /// Words that are shown for a moment and taken back, on a machine that is busy.
    static var progress: Regex<(Substring, Substring)> { /(\r\x1b\[K[a-z]+ \[[^\r\n]*)+\r\x1b\[K/ }
}
