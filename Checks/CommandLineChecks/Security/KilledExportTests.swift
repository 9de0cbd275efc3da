import Foundation
import XCTest

/// An export that is killed before its file is whole.
final class KilledExportTests: CommandTestCase {
    private var target: String { temporary + "/out" }

    /// Exports a key under a tracer, and gives back what lies in the directory then.
    private func export(_ tracing: String) throws -> (code: Int32, files: [String]) {
        let tracer = try Tool("strace").path
        XCTAssertEqual(try shell("securestore key generate web").code, 0)
        let outcome = try shell(
            "\(tracer) -f -o /dev/null \(tracing) security -q export -t privKeys -o \(target)")
        return (outcome.code, try entries(of: temporary).filter { $0.hasPrefix("out") })
    }

    /// A killed export leaves a file of another name where a file cannot be without one.
    private func requireNamelessFiles() throws {
        // O_TMPFILE, which C makes of two flags.
        let nameless = 0o20_000_000 | O_DIRECTORY
        let descriptor = unsafe open(temporary, nameless | O_WRONLY | O_CLOEXEC, 0o600)
        try XCTSkipIf(descriptor < 0, "the file system has no files without a name")
        XCTAssertEqual(close(descriptor), 0)
    }

    func test_export_thatIsKilledWhileItWrites_leavesNothing() throws {
        try requireNamelessFiles()
        let killed = try export("-e trace=fchmod -e inject=fchmod:signal=KILL")
        XCTAssertEqual(killed.code, 137)
        XCTAssertEqual(killed.files, [])
    }

    func test_export_thatIsKilled_leavesWhatWasThere() throws {
        try requireNamelessFiles()
        try Data("before".utf8).write(to: URL(filePath: target))
        let killed = try export("-e trace=fchmod -e inject=fchmod:signal=KILL")
        XCTAssertEqual(killed.code, 137)
        XCTAssertEqual(killed.files, ["out"])
        XCTAssertEqual(try Data(contentsOf: URL(filePath: target)), Data("before".utf8))
    }

    func test_export_afterOneThatWasKilledBeforeItsFileHadItsName_leavesNothingOfThat() throws {
        try requireNamelessFiles()
        try Data("before".utf8).write(to: URL(filePath: target))
        let renaming = "-e trace=rename,renameat -e inject=rename,renameat:signal=KILL"
        XCTAssertEqual(try export(renaming).code, 137)
        XCTAssertEqual(try Data(contentsOf: URL(filePath: target)), Data("before".utf8))
        XCTAssertEqual(try entries(of: temporary).count, 2)
        XCTAssertEqual(try shell("security -q export -t privKeys -o \(target)").code, 0)
        XCTAssertEqual(try entries(of: temporary), ["out"])
    }

    func test_export_whereNoFileCanBeNameless_writesIt() throws {
        let made = try export("-P \(temporary) -e trace=openat -e inject=openat:error=EOPNOTSUPP")
        XCTAssertEqual(made.code, 0)
        XCTAssertEqual(made.files, ["out"])
    }

    func test_export_whereNoNamelessFileCanBeNamed_writesIt() throws {
        let made = try export("-e trace=linkat -e inject=linkat:error=ENOENT")
        XCTAssertEqual(made.code, 0)
        XCTAssertEqual(made.files, ["out"])
    }
}
