import Foundation
import XCTest

/// Tests of what the program is started with: words that are not text, and descriptors that are closed.
final class StartTests: CommandTestCase {
    private struct Row {
        let line: String
        let code: Int32
        let source: UInt

        /// A line of the shell, in which `$x` is a byte that begins no character.
        init(_ line: String, _ code: Int32, source: UInt = #line) {
            (self.line, self.code, self.source) = (line, code, source)
        }
    }

    // MARK: - Descriptors that were not handed over

    func test_secret_fromADescriptorThatIsNotOpen_isRefusedAndNothingChanges() throws {
        XCTAssertEqual(try shell("printf one | securestore set mail maria --stdin").code, 0)
        for number in 3...6 {
            let closed = "\(number)<&-"
            for line in [
                "securestore set mail maria --fd \(number) \(closed)",
                "securestore passphrase set --fd \(number) \(closed)",
                "securestore export out --fd \(number) \(closed)",
                "SECURESTORE_PASSPHRASE_FD=\(number) securestore passphrase set \(closed) </dev/null",
            ] {
                let outcome = try shell(line)
                XCTAssertNotEqual(outcome.code, 0, line)
                XCTAssertEqual(try shell("securestore get mail maria").text, "one", line + outcome.errors)
            }
        }
        XCTAssertEqual(try entries(of: temporary), [])
    }

    // MARK: - Words

    func test_anyName_withWordThatIsNoText_refusesItAndChangesNothing() throws {
        let rows = [
            Row("securestore init --store \"./a$x.store\"", 64),
            Row("printf one | securestore set mail \"a$x\" --stdin", 64),
            Row("securestore list --service=\"a$x\"", 64),
            Row("securestore exec --env \"A=a$x\" true", 64),
            Row("security add-generic-password -a a -s mail -w \"a$x\"", 2),
            Row(
                "printf 'protocol=https\\nhost=h\\n' | git-credential-securestore --store \"./a$x\" get", 129),
            Row("docker-credential-securestore --store \"./a$x\" list", 1),
            Row("printf one | secret-tool store --label=Mail service \"a$x\"", 2),
        ]
        for row in rows {
            let outcome = try shell("x=$(printf '\\377'); " + row.line)
            XCTAssertEqual(outcome.code, row.code, outcome.errors, line: row.source)
            let said = outcome.text + outcome.errors
            XCTAssertTrue(said.contains("of the command line is not UTF-8 text"), said, line: row.source)
        }
        XCTAssertEqual(try entries(of: temporary), [])
        XCTAssertEqual(try entries(of: home), [])
    }

    func test_words_withTheCharacterThatStandsForWhatIsNoText_areTakenAsTheyAre() throws {
        let word = "a\u{fffd}b"
        XCTAssertEqual(try run("security", "add-generic-password", "-a", "a", "-s", word, "-w", word).code, 0)
        XCTAssertEqual(try run("get", word).text, word)
    }

    func test_program_whoseOwnPathIsNoText_runs() throws {
        let line = """
            cd "$HOME"; x=$(printf 'a\\377'); mkdir "$x"; ln -s "$(readlink \(names)/securestore)" "$x/securestore"
            "./$x/securestore" --version
            """
        let outcome = try shell(line)
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        XCTAssertTrue(outcome.text.hasPrefix("securestore "), outcome.text)
    }

    // MARK: - Places

    func test_set_whereTheVariableOfAPlaceIsNoText_namesItAndMakesNothingThere() throws {
        try assertRefused([
            "SECURESTORE_PATH", "SECURESTORE_DEVICE_KEY_FILE", "CREDENTIALS_DIRECTORY", "XDG_DATA_HOME",
            "XDG_STATE_HOME", "HOME",
        ])
    }

    func test_set_whereTheVariableOfAPassphraseIsNoText_namesIt() throws {
        XCTAssertEqual(try run("init").code, 0)
        try setPassphrase("right")
        try assertRefused(["SECURESTORE_PASSPHRASE_FILE", "SECURESTORE_PASSPHRASE_COMMAND"])
    }

    private func assertRefused(_ variables: [String], line: UInt = #line) throws {
        for variable in variables {
            let outcome = try shell(
                "export \(variable)=\"$PWD/a$(printf '\\377')\"; printf one | securestore set mail --stdin")
            let wanted =
                "securestore: error: the environment variable \(variable) is not UTF-8 text; set it again, or "
                + "unset it"
            XCTAssertTrue(outcome.errors.hasPrefix(wanted), outcome.errors, line: line)
        }
        XCTAssertEqual(try entries(of: temporary), [], line: line)
    }

    func test_init_inDirectoryWhoseNameIsNoText_isRefused() throws {
        let enter = "x=$(printf 'a\\377'); mkdir -m 700 \"$x\"; ln -s \"$x\" link; "
        let inside = try shell(enter + "cd \"$x\"; securestore init --store ./a.store; ls")
        XCTAssertEqual(
            inside,
            Outcome(
                code: 0, output: Data(),
                errors: "securestore: error: the path of the current directory is not UTF-8 text\n"))
        let through = try shell("securestore init --store link/a.store; ls link/")
        XCTAssertEqual(through.text, "")
        XCTAssertTrue(through.errors.contains("whose name is not UTF-8 text"), through.errors)
    }

    func test_get_withPassphraseOfAnyBytesInTheEnvironment_opens() throws {
        let line = """
            p=$(printf 'a\\377'); printf %s "$p" | securestore init --stdin --cost interactive > made
            export SECURESTORE_PASSPHRASE="$p"; printf one | securestore set mail --stdin; securestore get mail
            """
        XCTAssertEqual(try shell(line).text, "one")
    }

    // MARK: - Descriptors

    func test_anyName_withClosedInput_keepsNothing() throws {
        for program in NamedProgram.all(keeping: "one") {
            let words = program.storeWords.joined(separator: " ")
            let outcome = try shell("\(program.name) \(words) <&-")
            XCTAssertNotEqual(outcome.code, 0, program.name)
            let said = outcome.text + outcome.errors
            XCTAssertTrue(said.contains("standard input cannot be read: Bad file descriptor"), said)
        }
        XCTAssertEqual(try run("list").text, "no items\n")
    }

    func test_anyName_withClosedOutput_saysSoAndWritesIntoNoFile() throws {
        for program in NamedProgram.all(keeping: "one") {
            XCTAssertEqual(try store(program).code, 0, program.name)
            let words = program.findWords.joined(separator: " ")
            let outcome = try shell(
                "\(program.name) \(words) >&-", input: Data(program.findInput.utf8))
            XCTAssertNotEqual(outcome.code, 0, program.name)
            XCTAssertEqual(try find(program).text, program.answer)
        }
        XCTAssertEqual(try run("verify").code, 0)
    }

    func test_list_withFewDescriptors_namesTheirNumberAndNotTheStore() throws {
        XCTAssertEqual(try run("init").code, 0)
        var refused = 0
        // With fewer, the program's libraries are not found.
        for count in 4...12 {
            let outcome = try shell("ulimit -n \(count); securestore list")
            guard outcome.code != 0 else { continue }
            XCTAssertTrue(outcome.errors.contains("Too many open files"), outcome.errors)
            refused += 1
        }
        XCTAssertGreaterThan(refused, 0)
    }

    func test_set_beyondTheLimitOfAFilesSize_saysSoAndLosesNothing() throws {
        XCTAssertEqual(try run("set", "mail", "maria", "--stdin", input: Data("horse".utf8)).code, 0)
        let large = Data(repeating: 1, count: 500_000)
        let outcome = try shell("ulimit -f 200; securestore set large maria --stdin", input: large)
        XCTAssertNotEqual(outcome.code, 0)
        XCTAssertTrue(outcome.errors.contains("cannot be opened or written: File too large"), outcome.errors)
        XCTAssertEqual(try run("get", "mail", "maria").text, "horse")
        XCTAssertNotEqual(try run("get", "large", "maria").code, 0)
        XCTAssertEqual(try run("verify").code, 0)
    }

    func test_anyName_withAllDescriptorsClosed_endsAndLeavesTheStoreWhole() throws {
        for program in NamedProgram.all(keeping: "one") {
            XCTAssertEqual(try store(program).code, 0, program.name)
            let words = program.findWords.joined(separator: " ")
            XCTAssertNotEqual(try shell("\(program.name) \(words) <&- >&- 2>&-").code, 0, program.name)
        }
        XCTAssertEqual(try run("verify").code, 0)
    }
}
