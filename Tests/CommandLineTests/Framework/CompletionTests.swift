import XCTest

@testable import SecureStoreCLI

final class CompletionTests: CommandTestCase {
    private let completion = Completion(table: .securestore)

    private struct Row {
        let words: [String]
        let wanted: [String]
        let line: UInt

        init(_ line: String, _ wanted: [String], at: UInt = #line) {
            words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            (self.wanted, self.line) = (wanted, at)
        }
    }

    func test_candidates_atEachPlace_areWhatTheTableAllows() {
        let rows = [
            Row("ro", ["rotate"]),
            Row("--st", ["--store"]),
            Row("--store x ro", ["rotate"]),
            Row("get --js", ["--json"]),
            Row("get --store x --js", ["--json"]),
            Row("get -s --js", []),
            Row("get x --ba", ["--base64"]),
            Row("get -- --ba", []),
            Row("set --accessible alw", ["always", "always-this-device"]),
            Row("help ro", ["rotate"]),
            Row("completion ", ["bash", "zsh", "fish"]),
            Row("completion f", ["fish"]),
            Row("import --format=n", ["--format=netrc"]),
            Row("--store=", []),
            Row("import - --form", ["--format"]),
            Row("completion - git", ["git-credential-securestore"]),
            Row("nothing like it ", []),
            Row("slot ", ["list", "add", "remove"]),
            Row("slot li", ["list"]),
            Row("slot list ", []),
            Row("slot nothing ", []),
            Row("slot remove --sto", ["--store"]),
            Row("otp ", ["add"]),
            Row("otp --ur", ["--uri"]),
            Row("otp --uri ad", []),
            Row("otp x ad", []),
            Row("otp add --dig", ["--digits"]),
            Row("otp -- --uri", []),
            Row("secu", ["security"]),
            Row("help git", ["git-credential-securestore"]),
        ]
        for row in rows {
            let words = completion.candidates(for: row.words).map(\.word)
            XCTAssertEqual(words, row.wanted, "\(row.words)", line: row.line)
        }
    }

    func test_candidates_ofTheDialect_areWhatItsTableAllows() {
        let rows = [
            Row("find-in", ["find-internet-password"]),
            Row("--pro", ["--prompt"]),
            Row("list-keychains -d sy", ["system"]),
            Row("-p find- list-", ["list-keychains", "list-keychain"]),
            Row("find-internet-password --ser", ["--server"]),
            Row("help def", ["default-keychain"]),
        ]
        for row in rows {
            let words = Completion(table: .security).candidates(for: row.words).map(\.word)
            XCTAssertEqual(words, row.wanted, "\(row.words)", line: row.line)
        }
    }

    func test_candidates_ofNothing_areTheVisibleCommands() {
        let words = completion.candidates(for: [""]).map(\.word)
        XCTAssertTrue(words.contains("get"))
        XCTAssertFalse(words.contains("complete"))
        XCTAssertEqual(Set(words).count, words.count)
    }

    func test_lines_forEachShell_carryTheHelpThatItShows() {
        let help = Option.json.help
        XCTAssertEqual(completion.lines(for: ["get", "--js"], in: .bash), ["--json"])
        XCTAssertEqual(completion.lines(for: ["get", "--js"], in: .zsh), ["--json:\(help)"])
        XCTAssertEqual(completion.lines(for: ["get", "--js"], in: .fish), ["--json\t\(help)"])
    }
}
