import Foundation
import SecureStore
import XCTest

/// Secrets of any kind, in and out.
final class ValueTests: CommandTestCase {
    private func roundTrip(_ value: Data, line: UInt = #line) throws {
        // Without a history, which has no room for the largest of them and would say so.
        let set = try run(
            "set", "value", "--stdin", "--raw", "--empty", input: value,
            environment: ["SECURESTORE_HISTORY": "0"])
        XCTAssertEqual(set, Outcome(code: 0, output: Data(), errors: ""), line: line)
        let get = try run("get", "value", "--raw")
        XCTAssertEqual(get.output, value, "\(value.count) bytes", line: line)
    }

    func test_raw_ofEveryByteAndLengthUpToAMebibyte_comesBackAsItWas() throws {
        try roundTrip(Data(0...255))
        var generator = SystemRandomNumberGenerator()
        for count in [0, 1, 4_095, 4_096, 4_097, 65_536, 1_048_576] {
            try roundTrip(Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }))
        }
    }

    func test_export_ofAnItemThatIsMarkedSynchronizable_hasIt() throws {
        XCTAssertEqual(try run("init").code, 0)
        try defaultStore().add(
            GenericPassword(service: "everywhere", isSynchronizable: true),
            secret: SecretBytes(copying: "s".utf8))
        for format in ["json", "csv", "bitwarden"] {
            let outcome = try run("export", "--format", format, "--yes", "list.\(format)")
            XCTAssertEqual(outcome.errors, "1 item written, 0 left on this device\n", format)
        }
    }

    func test_set_ofSecretThatIsTooLarge_saysTheLimit() throws {
        let outcome = try run("set", "value", "--stdin", input: Data(count: 16 << 20 | 1))
        XCTAssertEqual(outcome.code, 42)
        XCTAssertTrue(outcome.errors.contains("standard input has more than 16777216 bytes"), outcome.errors)
    }

    func test_get_intoFullDevice_fails() throws {
        _ = try run("set", "value", "--stdin", input: Data("one".utf8))
        let program = try Self.builtProduct("securestore").path
        let line = "\(program) get value > /dev/full"
        let outcome = try run(URL(fileURLWithPath: "/bin/sh"), ["-c", line])
        XCTAssertEqual(outcome.code, 222)
        XCTAssertEqual(
            outcome.errors,
            "securestore: error: standard output cannot be written: No space left on device\n")
    }

    func test_secret_inNoCommandLineAndNoEnvironment_whileTheProgramRuns() throws {
        let secret = "in-no-command-line"
        for program in NamedProgram.all(keeping: secret) {
            // The program waits for the end of its input while it is looked at.
            let script = """
                rm -f input; mkfifo input
                \(program.name) \(program.storeWords.joined(separator: " ")) < input & program=$!
                exec 3> input
                cat >&3
                until grep -qa \(program.name) /proc/$program/cmdline; do kill -0 $program || exit; done
                cat /proc/$program/cmdline /proc/$program/environ | tr '\\0' '\\n'
                exec 3>&-
                wait $program
                """
            let outcome = try shell(script, input: Data(program.storeInput.utf8))
            XCTAssertTrue(outcome.text.contains(program.storeWords[0]), outcome.text + outcome.errors)
            XCTAssertFalse(outcome.text.contains(secret), outcome.text)
            XCTAssertEqual(try find(program).text, program.answer)
        }
    }

    func test_line_withASecret_isWrittenInOnePiece() throws {
        let tracer = try Tool("strace").path
        try XCTSkipIf(isThinned, "the sanitizers read what they like")
        XCTAssertEqual(try run("set", "mail", "--stdin", input: Data("in one piece".utf8)).code, 0)
        for option in ["--base64", "--json"] {
            let outcome = try shell(
                "\(tracer) -f -e trace=write -e write=1 -o calls securestore get mail \(option)")
            XCTAssertEqual(outcome.code, 0, outcome.errors)
            let trace = try String(contentsOfFile: temporary + "/calls", encoding: .utf8)
            XCTAssertEqual(trace.components(separatedBy: "write(1,").count - 1, 1, trace)
        }
    }

    func test_secret_inSystemCalls_isReadFromItsInputAndWrittenToTheOutputOnly() throws {
        let tracer = try Tool("strace").path
        try XCTSkipIf(isThinned, "the sanitizers read what they like")
        let calls = { (work: (String) throws -> Outcome) in
            let outcome = try work("\(tracer) -f -s 65536 -o calls")
            XCTAssertEqual(outcome.code, 0, outcome.errors)
            let trace = try String(contentsOfFile: self.temporary + "/calls", encoding: .utf8)
            return trace.split(separator: "\n").filter { $0.contains("in-few-calls") }
                .map { $0.drop { $0 != " " }.drop { $0 == " " }.prefix { $0 != "," } }
        }
        for program in NamedProgram.all(keeping: "in-few-calls") {
            XCTAssertEqual(try calls { try self.store(program, through: $0) }, ["read(0"], program.name)
            XCTAssertEqual(try calls { try self.find(program, through: $0) }, ["write(1"], program.name)
        }
    }
}
