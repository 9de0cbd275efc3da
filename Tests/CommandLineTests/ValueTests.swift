import Foundation
import XCTest

/// Secrets of any kind, in and out.
final class ValueTests: CommandTestCase {
    private func roundTrip(_ value: Data, line: UInt = #line) throws {
        let set = try run("set", "value", "--stdin", "--raw", input: value)
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
        XCTAssertEqual(outcome.code, 1)
        XCTAssertEqual(
            outcome.errors,
            "securestore: error: standard output cannot be written: No space left on device\n")
    }

    func test_secret_inNoCommandLineAndNoEnvironment_whileTheProgramRuns() throws {
        let secret = "in-no-command-line"
        let file = temporary + "/session.sh"
        // The program waits for the end of its input while it is looked at.
        try Data(
            """
            mkfifo input
            \(try Self.builtProduct("securestore").path) set value --stdin < input & program=$!
            exec 3> input
            printf '\(secret)' >&3
            until grep -qa -e --stdin /proc/$program/cmdline; do kill -0 $program || exit; done
            cat /proc/$program/cmdline /proc/$program/environ | tr '\\0' '\\n'
            exec 3>&-
            wait $program
            """.utf8
        ).write(to: URL(fileURLWithPath: file))
        let outcome = try run(URL(fileURLWithPath: "/bin/sh"), [file])
        XCTAssertTrue(outcome.text.contains("--stdin"), outcome.text + outcome.errors)
        XCTAssertFalse(outcome.text.contains(secret), outcome.text)
        XCTAssertEqual(try run("get", "value").text, secret)
    }

    func test_secret_inSystemCalls_isReadFromItsInputAndWrittenToTheOutputOnly() throws {
        let tracer = URL(fileURLWithPath: "/usr/bin/strace")
        try XCTSkipUnless(
            FileManager.default.isExecutableFile(atPath: tracer.path), "there is no strace here")
        try XCTSkipIf(isThinned, "the sanitizers read what they like")
        let program = try Self.builtProduct("securestore").path
        let calls = { (words: [String], input: String) in
            let options = ["-f", "-s", "65536", "-o", self.temporary + "/calls", program]
            let outcome = try self.run(tracer, options + words, input: Data(input.utf8))
            XCTAssertEqual(outcome.code, 0, outcome.errors)
            let trace = try String(contentsOfFile: self.temporary + "/calls", encoding: .utf8)
            return trace.split(separator: "\n").filter { $0.contains("in-few-calls") }
                .map { $0.drop { $0 != " " }.drop { $0 == " " }.prefix { $0 != "," } }
        }
        XCTAssertEqual(try calls(["set", "mail", "--stdin"], "in-few-calls"), ["read(0"])
        XCTAssertEqual(try calls(["get", "mail"], ""), ["write(1"])
    }
}
