import Foundation
import SecureStore
import XCTest

/// Errors that somebody at a shell provokes: each says what to do next, beside what happened.
final class CommandReasonTests: CommandTestCase {
    /// Asserts that a command fails, and that its errors have these words.
    private func check(_ words: String, input: String = "", says next: String, line: UInt = #line) throws {
        let outcome = try run(
            try Self.builtProduct("securestore"), words.split(separator: " ").map(String.init),
            input: Data(input.utf8))
        XCTAssertNotEqual(outcome.code, 0, words, line: line)
        XCTAssertTrue(outcome.errors.contains(next), "\(words): \(outcome.errors)", line: line)
    }

    func test_lists_thatCannotBeTakenIn_sayThatNothingWasAndWhatToDo() throws {
        let next = "nothing was stored; mend the input, or export it again"
        let xml = "<KeePassFile><Root><Group><Entry><String><Key>"
        let rows = [
            ("csv", "password\n\"a"), ("csv", "password\n\"a\"b"), ("csv", "name,password\na"),
            ("bitwarden", "{}"), ("bitwarden", "{"), ("1pux", "{}"), ("keepass", "<KeePassFile>"),
            ("keepass", xml + String(repeating: "a", count: 5_000) + "</Key>"), ("dump-keychain", "text"),
        ]
        for (format, text) in rows {
            try check("import - --format \(format)", input: text, says: next)
        }
    }

    func test_secrets_thatAreTooLarge_sayWhereTheyBelong() throws {
        let large = String(repeating: "a", count: 16 << 20 + 1)
        try check("set mail --stdin", input: large, says: "encrypted with a key that the store holds")
    }

    func test_items_thatLackWhatIsAskedFor_nameTheCommandThatGivesIt() throws {
        XCTAssertEqual(try run("key", "generate", "signing", "-t", "ed25519").code, 0)
        let (file, other) = (temporary + "/public.pem", temporary + "/other")
        let exported = try run("key", "export", "signing", "--public")
        try exported.output.write(to: URL(fileURLWithPath: file))
        XCTAssertEqual(try run("--store", other, "init").code, 0)
        XCTAssertEqual(try run("--store", other, "key", "add", file, "--label", "public").code, 0)
        try check("--store \(other) key csr public --subject CN=a", says: "key add")
        let stored = try defaultStore()
        try stored.add(GenericPassword(service: "empty", account: ""))
        try check("get empty", says: "securestore set")
        try check("exec -e A=empty -- true", says: "securestore set")
    }
}
