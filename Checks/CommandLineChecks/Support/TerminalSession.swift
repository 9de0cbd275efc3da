import Foundation
import XCTest

extension CommandTestCase {
    /// Runs the command at a terminal, which types each answer after its question.
    ///
    /// What was shown, and a line with the exit code and whether typing would have been shown. The command
    /// has the clock of ``makeClock()``, if one is given. Ask for ``Tool/python(with:)`` first, as for
    /// ``run(python:_:_:)``.
    func session(
        _ words: [String], _ dialogue: [(question: String, answer: String)] = [],
        _ environment: [String: String] = [:], clock: String? = nil
    ) throws -> (shown: String, end: String) {
        let program = try Self.builtProduct("securestore").path
        let pairs = dialogue.flatMap { [$0.question, $0.answer] }
        let clock = clock.map { ["--clock", $0] } ?? []
        let outcome = try run(
            python: "terminal.py", clock + pairs + ["--", program] + words, environment)
        let parts = outcome.text.components(separatedBy: "\n--\n")
        guard parts.count == 2 else {
            XCTFail(outcome.text + outcome.errors)
            return ("", "")
        }
        return (parts[0], parts[1])
    }

    /// The library of a clock that goes on only when the command looks at it, so that all work takes long.
    func makeClock() throws -> String {
        let compiler = URL(fileURLWithPath: try Tool("clang").path)
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("clock.c").path
        let library = temporary + "/clock.so"
        let outcome = try run(compiler, ["-shared", "-fPIC", "-o", library, source])
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        return library
    }

    /// Runs a script of this folder.
    func run(
        python script: String, _ words: [String], _ environment: [String: String] = [:]
    ) throws -> Outcome {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(script).path
        return try run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", script] + words, environment)
    }
}
