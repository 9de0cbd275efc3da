import Foundation
import XCTest

/// Runs the sessions in `Transcripts`, each in a home of its own.
final class TranscriptTests: CommandTestCase {
    func test_transcripts_whenRunAgain_goAsWritten() throws {
        _ = try Tool("bash")
        let transcripts = try Transcript.all().filter(\.transcript.tools.isEmpty)
        XCTAssertFalse(transcripts.isEmpty)
        for (name, transcript) in transcripts {
            for difference in try differences(of: transcript) { XCTFail("\(name):\(difference)") }
        }
    }

    func test_transcripts_thatNeedMore_goAsWritten() throws {
        let transcripts = try Transcript.all().filter { !$0.transcript.tools.isEmpty }
        XCTAssertFalse(transcripts.isEmpty)
        for tool in transcripts.flatMap(\.transcript.tools) { _ = try Tool(tool) }
        for (name, transcript) in transcripts {
            for difference in try differences(of: transcript) { XCTFail("\(name):\(difference)") }
        }
    }

    func test_transcript_withOtherOutput_reportsItsLine() throws {
        let session = "# a remark\n$ echo one\n> two\n$ echo one\n> one\n$ exit 3\n? 4\n"
        XCTAssertEqual(try differences(of: Transcript(session)).map { $0.prefix(1) }, ["2", "6"])
    }

    /// Runs a session in fresh directories.
    private func differences(of transcript: Transcript) throws -> [String] {
        try tearDownWithError()
        try setUpWithError()
        let places = ["home": home, "temporary": temporary]
        return try transcript.steps.compactMap { step in
            let outcome = try shell(step.command, input: Data(step.input.utf8))
            return try step.difference(from: outcome, places).map { "\(step.line): \($0)" }
        }
    }
}
