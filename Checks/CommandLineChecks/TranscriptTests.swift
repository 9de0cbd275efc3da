import Foundation
import XCTest

/// Runs the sessions in `Transcripts`, each in a home of its own.
final class TranscriptTests: CommandTestCase {
    func test_transcripts_whenRunAgain_goAsWritten() throws {
        _ = try Tool("bash")
        let transcripts = try transcripts().filter(\.transcript.tools.isEmpty)
        XCTAssertFalse(transcripts.isEmpty)
        for (name, transcript) in transcripts {
            for difference in try differences(of: transcript) { XCTFail("\(name):\(difference)") }
        }
    }

    func test_transcripts_thatNeedMore_goAsWritten() throws {
        let transcripts = try transcripts().filter { !$0.transcript.tools.isEmpty }
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

    /// All sessions; under a sanitizer enough to reach each line of unsafe code which any session reaches.
    ///
    /// The command's unsafe code is in its folder `System` alone. .ci/README.md says how these were found.
    private func transcripts() throws -> [(name: String, transcript: Transcript)] {
        let sanitized = [
            "copy.txt", "doctor.txt", "documentation.txt", "edit-in-editor.txt", "exec.txt",
            "export-plain.txt", "import-told.txt", "interrupted.txt", "references.txt",
            "security-import-export.txt", "security-interactive.txt",
        ]
        return try Transcript.all().filter { !isThinned || sanitized.contains($0.name) }
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
