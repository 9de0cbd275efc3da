import Foundation
import XCTest

@testable import SecureStoreCLI

/// Tests of what the sessions in `Transcripts` show.
final class TranscriptCoverageTests: XCTestCase {
    /// Every name's commands.
    private static let tables = [CommandTable.securestore] + CommandTable.securestore.dialects

    func test_transcripts_ofEveryCommand_showASuccessAndAFailure() throws {
        var succeeds: [String: Set<Bool>] = [:]
        for step in try Transcript.all().flatMap(\.transcript.steps) {
            guard let name = Self.command(of: step.command) else { continue }
            succeeds[name, default: []].insert(step.code == 0)
        }
        for table in Self.tables {
            for command in table.visibleCommands {
                let name = "\(table.program) \(command.name)"
                // It goes on until it is stopped.
                let endsByItself = command.name != Command.watch.name
                XCTAssertEqual(succeeds[name], endsByItself ? [true, false] : [false], name)
            }
        }
    }

    func test_transcripts_haveATestEach() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let tests = try ["TranscriptTests.swift", "System/SystemTranscriptTests.swift", "SessionTests.swift"]
            .map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
            .joined().matches(of: /try check\("(.+)"\)/).map { "\($0.output.1).txt" }
        let all = try Transcript.all() + Transcript.all(in: "Sessions")
        XCTAssertEqual(tests.sorted(), all.map(\.name).sorted())
    }

    func test_command_ofLine_isTheOneWhoseExitCodeItHas() {
        let rows = [
            ("securestore get x", "securestore get"),
            ("A=b securestore --store x slot list", "securestore slot list"),
            ("securestore get x | wc -l", nil),
            ("echo x; usr/bin/security -q find-gen -w", "security find-generic-password"),
            ("securestore security error 0", "security error"), ("securestore frob", nil), ("echo", nil),
            ("git-credential-securestore --timeout=0 get", "git-credential-securestore get"),
            ("docker-credential-securestore -v", "docker-credential-securestore version"),
            ("securestore secret-tool lock", "secret-tool lock"),
        ]
        for (line, wanted) in rows { XCTAssertEqual(Self.command(of: line), wanted, line) }
    }

    /// The program and the command that a line ends with; nil when it ends with something else.
    private static func command(of line: String) -> String? {
        let last = line.split(whereSeparator: { "|;&".contains($0) }).last ?? ""
        var words = last.split(separator: " ").map(String.init)[...]
        var table: CommandTable?
        while let word = words.first,
            table == nil || table?.dialects.contains(where: { $0.program == word }) == true
        {
            let name = word.split(separator: "/").last.map(String.init)
            table = tables.first { $0.program == name } ?? table
            words.removeFirst()
        }
        guard let table else { return nil }
        do throws(CommandError) {
            var rest = words.map(Word.init)[...]
            _ = try ArgumentParser(table: table).takeLeadingOptions(from: &rest)
            return "\(table.program) \(try table.takeCommand(from: &rest).name)"
        } catch { return nil }
    }
}
