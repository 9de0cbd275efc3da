import Foundation
import Glibc
import XCTest

/// Tests of what `edit` keeps in memory while somebody edits, and of what a killed one left there.
final class EditedFolderTests: CommandTestCase {
    private var memory = ""
    private var leftover: String { memory + "/securestore-edit-0123456789abcdef0123456789abcdef" }

    override func setUpWithError() throws {
        try super.setUpWithError()
        memory = "/dev/shm/test-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: leftover, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try Data("plain".utf8).write(to: URL(fileURLWithPath: leftover + "/secret.txt"))
        XCTAssertEqual(try run("set", "mail", "--stdin", input: Data("one".utf8)).code, 0)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(atPath: memory)
        try super.tearDownWithError()
    }

    private func edit(with editor: String = "true") throws -> Outcome {
        try run("edit", "mail", "--secret", environment: ["XDG_RUNTIME_DIR": memory, "EDITOR": editor])
    }

    func test_edit_afterOneThatWasKilled_erasesWhatItLeft() throws {
        XCTAssertEqual(try edit().code, 0)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: memory), [])
    }

    func test_edit_ofAnItemThatIsDeletedMeanwhile_keepsWhatWasWritten() throws {
        let program = try Self.builtProduct("securestore").path
        let outcome = try edit(with: "sh -c '\(program) delete mail > /dev/null; printf two > $0'")
        XCTAssertEqual(outcome.code, 44)
        let folder = try XCTUnwrap(try entries(of: memory).first)
        let path = "\(memory)/\(folder)/secret.txt"
        XCTAssertTrue(outcome.errors.hasSuffix("what you wrote is in \(path) until the next edit\n"))
        XCTAssertEqual(try Data(contentsOf: URL(filePath: path)), Data("two".utf8))
        XCTAssertEqual(try run("set", "mail", "--stdin", input: Data("one".utf8)).code, 0)
        XCTAssertEqual(try edit().code, 0)
        XCTAssertEqual(try entries(of: memory), [])
    }

    func test_edit_whoseEditorFails_erasesItsFile() throws {
        XCTAssertEqual(try edit(with: "sh -c 'printf two > $0; exit 1'").code, 1)
        XCTAssertEqual(try entries(of: memory), [])
    }

    func test_edit_besideFoldersOfOthers_leavesThem() throws {
        let named = memory + "/securestore-edit-notes"
        for path in [named, leftover] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            XCTAssertEqual(unsafe chmod(path, path == named ? 0o700 : 0o755), 0)
            try Data("mine".utf8).write(to: URL(filePath: path + "/file"))
        }
        XCTAssertEqual(try edit().code, 0)
        for path in [named, leftover] {
            XCTAssertEqual(try Data(contentsOf: URL(filePath: path + "/file")), Data("mine".utf8), path)
        }
    }

    func test_edit_afterOneThatWasKilled_leavesWhatHasAnotherName() throws {
        let other = memory + "/other"
        try FileManager.default.linkItem(atPath: leftover + "/secret.txt", toPath: other)
        XCTAssertEqual(try edit().code, 0)
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: memory), ["other"])
        XCTAssertEqual(try Data(contentsOf: URL(filePath: other)), Data("plain".utf8))
    }

    func test_edit_whileAnotherGoesOn_leavesItsFolder() throws {
        let descriptor = unsafe open(leftover, O_RDONLY | O_DIRECTORY)
        XCTAssertGreaterThanOrEqual(descriptor, 0)
        defer { close(descriptor) }
        XCTAssertEqual(flock(descriptor, LOCK_EX | LOCK_NB), 0)
        XCTAssertEqual(try edit().code, 0)
        XCTAssertTrue(FileManager.default.fileExists(atPath: leftover + "/secret.txt"))
    }

    func test_edit_ofAnotherThatGoesOn_isLocked() throws {
        let script = "for f in $XDG_RUNTIME_DIR/securestore-edit-*; do flock -n $f true; echo $?; done; true"
        XCTAssertEqual(try edit(with: script).text, "1\n")
    }

    func test_edit_underAnyMask_canEnterItsFolder() throws {
        let editor = "f() { stat -c %a ${1%/*}; }; f"
        let line = "umask 777; securestore edit mail --secret"
        let outcome = try shell(line, ["XDG_RUNTIME_DIR": memory, "EDITOR": editor])
        XCTAssertEqual(outcome.text, "700\n", outcome.errors)
    }

    func test_doctor_afterAnEditThatWasKilled_namesWhatItLeft() throws {
        let outcome = try run("doctor", "--json", environment: ["XDG_RUNTIME_DIR": memory])
        XCTAssertTrue(outcome.text.contains("\"edited\""), outcome.text)
        XCTAssertTrue(outcome.text.contains(leftover), outcome.text)
        XCTAssertTrue(FileManager.default.fileExists(atPath: leftover + "/secret.txt"))
    }
}
