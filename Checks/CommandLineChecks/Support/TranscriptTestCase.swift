import Foundation
import XCTest

/// A test that runs a session of `Transcripts` in a home of its own.
class TranscriptTestCase: CommandTestCase {
    /// Asserts that the session goes as written.
    func check(_ name: String, line: UInt = #line) throws {
        let transcript = try Transcript.named(name + ".txt")
        for tool in ["bash"] + transcript.tools { _ = try Tool(tool) }
        for difference in try differences(of: transcript) { XCTFail("\(name):\(difference)", line: line) }
    }

    func differences(of transcript: Transcript) throws -> [String] {
        let places = ["home": home, "temporary": temporary]
        return try transcript.steps.compactMap { step in
            let outcome = try shell(step.command, input: Data(step.input.utf8))
            return try step.difference(from: outcome, places).map { "\(step.line): \($0)" }
        }
    }
}
