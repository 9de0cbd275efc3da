import Foundation
import XCTest

/// Secrets that are to go to a name at which another user has put something.
final class ForeignFileTests: CommandTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        try XCTSkipUnless(geteuid() == 0, "only root can make files of others")
        let line = "securestore key generate web; printf horse | securestore set mail --stdin"
        XCTAssertEqual(try shell(line).code, 0)
    }

    /// Exports a key to `out` once a script has put something there, and gives back what is said.
    private func export(after script: String, then look: String) throws -> Outcome {
        let line = "\(script); security export -t privKeys -o out; \(look)"
        return try shell("exec 2>&1; cd \(temporary); \(line)")
    }

    func test_export_toPipeOfAnother_isRefused() throws {
        let outcome = try export(
            after: "mkfifo -m 666 out; chown 65534 out; exec 3<> out",
            then: "dd iflag=nonblock <&3 2> log | wc -c")
        XCTAssertEqual(outcome.text, "security: Error writing to out: others may read from it\n0\n")
    }

    func test_export_throughLinkOfAnother_isRefused() throws {
        let outcome = try export(
            after: "echo mine > file; ln -s file out; chown -h 65534 out", then: "cat file")
        XCTAssertEqual(outcome.text, "security: Error writing to out: it is another user's link\nmine\n")
    }

    func test_export_throughLinkToFileOfAnother_isRefused() throws {
        let outcome = try export(
            after: "echo theirs > file; chown 65534 file; ln -s file out", then: "cat file")
        XCTAssertEqual(outcome.text, "security: Error writing to out: it belongs to another user\ntheirs\n")
    }

    func test_export_toFileOfAnother_isRefused() throws {
        let outcome = try export(after: "echo theirs > out; chown 65534 out", then: "cat out")
        XCTAssertEqual(outcome.text, "security: Error writing to out: it belongs to another user\ntheirs\n")
    }

    func test_inject_toFileOfAnother_isRefused() throws {
        let outcome = try shell(
            """
            exec 2>&1; cd \(temporary); echo theirs > out; chown 65534 out
            echo '{{ securestore://mail }}' | securestore inject -o out; cat out
            """)
        let reason = "\(temporary)/out cannot be written: it belongs to another user"
        XCTAssertEqual(outcome.text, "securestore: error: \(reason)\ntheirs\n")
    }
}
