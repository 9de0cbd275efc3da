import Foundation
import XCTest

/// The scripts of completion, in the shells that they are for.
final class ShellCompletionTests: CommandTestCase {
    private struct Row {
        let line: String
        let wanted: [String]
        let at: UInt

        init(_ line: String, _ wanted: String..., at: UInt = #line) {
            (self.line, self.wanted, self.at) = (line, wanted, at)
        }
    }

    private let rows = [
        Row("securestore ro", "rotate"),
        Row("securestore get --js", "--json"),
        Row("securestore slot ", "add", "list", "remove"),
        Row("securestore help ro", "rotate"),
        Row("securestore import --format n", "netrc"),
        Row("securestore import --format=n", "--format=netrc"),
        Row("securestore exec --env A=mail:maria --st", "--store"),
        Row("securestore security find-g", "find-generic-password"),
        Row("security find-g", "find-generic-password"),
        Row("security -l list-keychains -d ", "common", "dynamic", "system", "user"),
    ]

    override func setUpWithError() throws {
        try super.setUpWithError()
        try Data().write(to: URL(fileURLWithPath: temporary + "/letter.txt"))
        try FileManager.default.createSymbolicLink(
            atPath: home + "/security", withDestinationPath: Self.builtProduct("securestore").path)
    }

    func test_complete_behindTheNameOfADialect_isOfTheDialect() throws {
        let rows = [
            Row("security find-g", "find-generic-password"), Row("security", "security"),
            Row("security --pro", "--prompt"), Row("security help def", "default-keychain"),
        ]
        for row in rows {
            let outcome = try run(
                try Self.builtProduct("securestore"),
                ["complete", "bash"] + row.line.components(separatedBy: " "))
            XCTAssertEqual(
                outcome.text, row.wanted.map { $0 + "\n" }.joined(), outcome.errors, line: row.at)
        }
    }

    func test_scriptOfBash_inBash_completesEveryLine() throws {
        let shell = try Tool("bash")
        for row in rows {
            // A word that bash itself completes begins behind the last character that it takes for a word of
            // its own.
            let wanted = row.wanted.map { $0.split(separator: "=").last.map(String.init) ?? $0 }
            XCTAssertEqual(try bash(shell, row.line), wanted, row.line, line: row.at)
        }
    }

    // MARK: - Names of items

    private func setItems() throws {
        for (service, account) in [("my wiki", "maria"), ("git*", "$(id)"), ("forge.example:22", "a'b")] {
            let set = try run("set", service, account, "--stdin", input: Data("one".utf8))
            XCTAssertEqual(set.code, 0, set.errors)
        }
    }

    func test_scriptOfBash_ofItems_quotesWhatBashWouldObey() throws {
        let shell = try Tool("bash")
        try setItems()
        try Data().write(to: URL(fileURLWithPath: temporary + "/github"))
        XCTAssertEqual(try bash(shell, "securestore get my"), ["my\\ wiki"])
        XCTAssertEqual(try bash(shell, "securestore get gi"), ["git\\*"])
        XCTAssertEqual(try bash(shell, "securestore get git* $"), ["\\$\\(id\\)"])
        XCTAssertEqual(try bash(shell, "securestore exec -e A=my"), ["my\\ wiki/maria"])
        XCTAssertEqual(try bash(shell, "securestore get forge.example:2"), ["22"])
        XCTAssertEqual(try bash(shell, "securestore get forge.example:22 "), ["a\\'b"])
    }

    func test_scriptOfZsh_ofItems_completesThem() throws {
        let shell = try Tool("zsh")
        try setItems()
        XCTAssertEqual(try zsh(shell, "securestore get my\\ w"), ["my\\ wiki"])
        XCTAssertEqual(try zsh(shell, "securestore get 'my wiki' "), ["maria"])
        XCTAssertEqual(try zsh(shell, "securestore get forge.example:2"), ["forge.example:22"])
        XCTAssertEqual(try zsh(shell, "securestore get git\\* "), ["\\$\\(id\\)"])
    }

    func test_scriptOfFish_ofItems_completesThem() throws {
        let shell = try Tool("fish")
        try setItems()
        XCTAssertEqual(try fish(shell, "securestore get my\\ w"), ["my wiki"])
        XCTAssertEqual(try fish(shell, "securestore get 'my wiki' "), ["maria"])
        XCTAssertEqual(try fish(shell, "securestore get 'my w"), ["my wiki"])
        XCTAssertEqual(try fish(shell, "securestore get forge.example:22 "), ["a'b"])
    }

    func test_scripts_ofEveryName_completeItsCommands() throws {
        let (bash, zsh, fish) = (try Tool("bash"), try Tool("zsh"), try Tool("fish"))
        let rows = [
            Row("git-credential-securestore cap", "capability"), Row("secret-tool loo", "lookup"),
            Row("docker-credential-securestore er", "erase"),
        ]
        for row in rows {
            XCTAssertEqual(try self.bash(bash, row.line), row.wanted, row.line)
            XCTAssertEqual(try self.zsh(zsh, row.line), row.wanted, row.line)
            XCTAssertEqual(try self.fish(fish, row.line), row.wanted, row.line)
        }
    }

    // MARK: - Files

    func test_scriptOfBash_whereFilesGo_leavesThemToBash() throws {
        let shell = try Tool("bash")
        XCTAssertEqual(try bash(shell, "securestore export le"), [])
    }

    func test_scriptOfZsh_inZsh_completesEveryLine() throws {
        let shell = try Tool("zsh")
        for row in rows { XCTAssertEqual(try zsh(shell, row.line), row.wanted, row.line, line: row.at) }
    }

    func test_scriptOfZsh_whereFilesGo_completesFiles() throws {
        let shell = try Tool("zsh")
        XCTAssertEqual(try zsh(shell, "securestore export le"), ["letter.txt"])
        XCTAssertEqual(try zsh(shell, "securestore --store=le"), ["letter.txt"])
    }

    func test_scriptOfZsh_amongItsFunctions_completesTheFirstTime() throws {
        let shell = try Tool("zsh")
        let script = try run("completion", "zsh").output
        try script.write(to: URL(fileURLWithPath: home + "/_securestore"))
        let reading = "fpath=(\(home) $fpath); compinit -u -D"
        XCTAssertEqual(try zsh(shell, "securestore ro", reading: reading), ["rotate"])
    }

    func test_scriptOfFish_inFish_completesEveryLine() throws {
        let shell = try Tool("fish")
        for row in rows { XCTAssertEqual(try fish(shell, row.line), row.wanted, row.line, line: row.at) }
    }

    func test_scriptOfFish_whereFilesGo_completesFiles() throws {
        let shell = try Tool("fish")
        XCTAssertEqual(try fish(shell, "securestore export le"), ["letter.txt"])
        XCTAssertEqual(try fish(shell, "securestore --store=le"), ["--store=letter.txt"])
    }

    // MARK: - Shells

    /// The completions of a line's end, in alphabetical order.
    private func bash(_ shell: Tool, _ line: String) throws -> [String] {
        let script = """
            eval "$(securestore completion bash ${2#securestore})"
            COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2))
            _$2
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try completions(shell, ["-c", script, "bash", line] + Self.wordsOfBash(line))
    }

    private func zsh(_ shell: Tool, _ line: String, reading: String? = nil) throws -> [String] {
        let program = line.prefix { $0 != " " }
        let script = "securestore completion zsh" + (program == "securestore" ? "" : " \(program)")
        let reading = reading ?? "compinit -u -D; eval \"$(\(script))\""
        let questions = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/completions.zsh").path
        return try completions(shell, ["-f", questions, reading, line])
    }

    private func fish(_ shell: Tool, _ line: String) throws -> [String] {
        let program = line.prefix { $0 != " " }
        let name = program == "securestore" ? "" : program
        let script = "securestore completion fish \(name) | source; complete -C $argv[1]"
        return try completions(shell, ["--no-config", "-c", script, line])
            .map { String($0.prefix { $0 != "\t" }) }
    }

    /// The words of a line without quotes as bash has them, to which `=` and `:` are words too.
    private static func wordsOfBash(_ line: String) -> [String] {
        line.replacingOccurrences(of: "=", with: " = ").replacingOccurrences(of: ":", with: " : ")
            .components(separatedBy: " ")
    }

    private func completions(_ shell: Tool, _ words: [String]) throws -> [String] {
        let program = try Self.builtProduct("securestore").deletingLastPathComponent().path
        let outcome = try run(
            URL(fileURLWithPath: "/usr/bin/env"), ["timeout", "20", shell.path] + words,
            ["PATH": [program, home, Tool.searchPath].joined(separator: ":")])
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        return outcome.text.split(separator: "\n").map(String.init).sorted()
    }
}
