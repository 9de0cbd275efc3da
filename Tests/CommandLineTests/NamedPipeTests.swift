import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCLI

/// Files that are named pipes, whose writer may come later or not at all.
final class NamedPipeTests: CommandTestCase {
    private let csv = #"printf '"Title","Username","Password"\n"Bank","eva","one"\n'"#

    private func shell(_ script: String) throws -> Outcome {
        let path = names + ":" + Tool.searchPath
        return try run(URL(fileURLWithPath: "/bin/sh"), ["-c", script], ["PATH": path])
    }

    func test_read_ofPipeWhoseWriterComesLater_waitsForIt() throws {
        let rows = [
            ("printf 'A=b\\n'", "securestore exec --env-file pipe -- printenv A", "b\n"),
            ("printf 'a b'", "securestore inject pipe | cat", "a b"),
            (csv, "securestore import pipe", "1 added, 0 replaced, 0 kept as they were\n"),
            (csv, "securestore import --format csv pipe", "0 added, 0 replaced, 1 kept as they were\n"),
        ]
        XCTAssertEqual(try shell("securestore init").code, 0)
        for (writer, reader, printed) in rows {
            let outcome = try shell("mkfifo pipe; { sleep 0.1; \(writer) > pipe; } & \(reader); rm pipe")
            XCTAssertEqual(outcome.text, printed, reader + outcome.errors)
        }
    }

    func test_import_ofExportFromPipe_makesAStore() throws {
        let outcome = try shell(
            """
            printf one | securestore set mail --stdin; printf 'some words' > words; mkfifo pipe
            securestore export a.export --fd 3 --cost interactive 3< words
            cat a.export > pipe & HOME=$PWD securestore import pipe --fd 3 3< words
            """)
        XCTAssertEqual(outcome.text, "1 added, 0 replaced, 0 kept as they were\n", outcome.errors)
    }

    /// The header of an export proves nothing of what follows.
    func test_import_ofExportFromPipeThatNeverEnds_isRefusedAtItsFirstFrame() throws {
        let outcome = try shell(
            """
            printf one | securestore set mail --stdin; printf 'some words' > words; mkfifo pipe
            securestore export a.export --fd 3 --cost interactive 3< words
            { head -c 125 a.export; head -c 64000000 /dev/zero && : > all; } 2> /dev/null > pipe &
            HOME=$PWD securestore import pipe --fd 3 3< words; code=$?; wait; ls all; exit $code
            """)
        XCTAssertEqual(outcome.code, ExitCode(StoreStatus.decode).rawValue)
        XCTAssertFalse(outcome.text.contains("all"), outcome.text)
        XCTAssertTrue(outcome.errors.contains("use another copy"), outcome.errors)
        XCTAssertFalse(outcome.errors.contains("salvage"), outcome.errors)
    }

    func test_read_ofPipeThatNobodyWritesTo_throwsWithItsName() throws {
        let path = temporary + "/pipe"
        XCTAssertEqual(unsafe mkfifo(path, 0o600), 0)
        XCTAssertThrowsError(try SecretInput.file(path, patience: .milliseconds(100))) { error in
            let error = error as? CommandError
            XCTAssertEqual(error?.exitCode, ExitCode(StoreStatus.interactionNotAllowed))
            XCTAssertEqual(error?.message.hasPrefix("nothing came from \(path) within "), true)
        }
    }
}
