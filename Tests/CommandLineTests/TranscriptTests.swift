import Foundation
import XCTest

@testable import SecureStoreCLI

/// Runs the sessions in `Transcripts`, each in a home of its own.
final class TranscriptTests: CommandTestCase {
    func test_transcripts_whenRunAgain_goAsWritten() throws {
        let transcripts = try Transcript.all()
        XCTAssertFalse(transcripts.isEmpty)
        for (name, transcript) in transcripts {
            for difference in try differences(of: transcript) { XCTFail("\(name):\(difference)") }
        }
    }

    func test_transcript_withOtherOutput_reportsItsLine() throws {
        let session = "# a remark\n$ echo one\n> two\n$ echo one\n> one\n$ exit 3\n? 4\n"
        XCTAssertEqual(try differences(of: Transcript(session)).map { $0.prefix(1) }, ["2", "6"])
    }

    /// Runs a session in fresh directories, with the command and its other names in front of the search path.
    private func differences(of transcript: Transcript) throws -> [String] {
        try tearDownWithError()
        try setUpWithError()
        let names = try Self.makeDirectory()
        defer { XCTAssertNoThrow(try FileManager.default.removeItem(atPath: names)) }
        for dialect in Dialect.all {
            try FileManager.default.createSymbolicLink(
                atPath: names + "/" + dialect.name,
                withDestinationPath: Self.builtProduct("securestore").path)
        }
        let places = ["home": home, "temporary": temporary]
        return try transcript.steps.compactMap { step in
            // In a session of its own there is no terminal to ask at, wherever the tests run.
            let outcome = try run(
                URL(fileURLWithPath: "/usr/bin/setsid"), ["--wait", "/bin/sh", "-c", step.command],
                input: Data(step.input.utf8), ["PATH": names + ":/usr/bin:/bin"])
            return try step.difference(from: outcome, places).map { "\(step.line): \($0)" }
        }
    }
}
