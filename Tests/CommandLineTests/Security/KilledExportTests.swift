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

    func test_export_thatIsKilledWhileItWrites_leavesNothing() throws {
        let killed = try export("-e trace=fchmod -e inject=fchmod:signal=KILL")
        XCTAssertEqual(killed.code, 137)
        XCTAssertEqual(killed.files, [])
    }

    func test_export_thatIsKilled_leavesWhatWasThere() throws {
        try Data("before".utf8).write(to: URL(filePath: target))
        XCTAssertEqual(try export("-e trace=fchmod -e inject=fchmod:signal=KILL").files, ["out"])
        XCTAssertEqual(try Data(contentsOf: URL(filePath: target)), Data("before".utf8))
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
