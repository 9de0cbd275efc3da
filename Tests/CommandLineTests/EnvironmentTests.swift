import Foundation
import XCTest

/// The command where little of a usual system is there.
final class EnvironmentTests: CommandTestCase {
    private func shell(_ line: String, _ environment: [String: String] = [:]) throws -> Outcome {
        let folder = try Self.builtProduct("securestore").deletingLastPathComponent().path
        return try run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", line],
            ["PATH": folder + ":/usr/bin:/bin:/usr/sbin:/sbin"].merging(environment) { $1 })
    }

    func test_get_withoutHome_findsTheHomeOfTheUserDatabaseOrWhatIsNamed() throws {
        let place = ["SECURESTORE_PATH": home + "/a.store", "SECURESTORE_DEVICE_KEY_FILE": home + "/a.key"]
        let line = "unset HOME; printf one | securestore set mail --stdin; securestore get mail"
        let outcome = try shell(line, place)
        XCTAssertEqual(outcome, Outcome(code: 0, output: Data("one".utf8), errors: ""))
    }

    func test_set_inHomeThatCannotBeWritten_saysWhatIsInTheWay() throws {
        // Root writes everywhere, but not below a file.
        let outcome = try shell("printf one | securestore set mail --stdin", ["HOME": "/dev/null"])
        XCTAssertEqual(outcome.code, 221)
        XCTAssertTrue(outcome.errors.contains("/dev/null"), outcome.errors)
    }

    func test_commands_asAnotherUser_areRefusedTheStore() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can become another user")
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        let store = home + "/.local/share/securestore/default.securestore"
        let program = try Self.builtProduct("securestore").path
        // A copy where the other user may go, as the build's own folder may be closed to him.
        let line = """
            chmod 711 "$HOME" .; cp \(program) command; chmod 755 command; \
            setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/nonexistent ./command --store \(store) get mail
            """
        let outcome = try shell(line)
        XCTAssertNotEqual(outcome.code, 0)
        XCTAssertEqual(outcome.text, "")
        XCTAssertTrue(outcome.errors.hasPrefix("securestore: error: "), outcome.errors)
    }

    func test_get_withNothingButTheProgramAndItsLibraries_works() throws {
        try XCTSkipUnless(geteuid() == 0, "only root can change the root directory")
        try XCTSkipIf(isThinned, "the sanitizers need /proc")
        let program = try Self.builtProduct("securestore").path
        // The loader names every library, those of Swift included.
        let line = """
            set -e
            mkdir -m 755 root root/dev root/home
            for file in $(ldd \(program) | grep -o '/[^ ]*') \(program); do
                mkdir -p "root$(dirname "$file")"; cp -L "$file" "root$file"
            done
            run() { chroot root \(program) "$@"; }
            export HOME=/home
            printf one | run set mail --stdin
            run get mail
            """
        let outcome = try shell(line)
        XCTAssertEqual(outcome, Outcome(code: 0, output: Data("one".utf8), errors: ""))
    }

    func test_list_intoAPipeThatCloses_endsQuietly() throws {
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        let outcome = try shell("securestore list | true")
        XCTAssertEqual(outcome, Outcome(code: 0, output: Data(), errors: ""))
    }

    func test_get_ofSmallStore_answersAtOnce() throws {
        _ = try run("set", "mail", "--stdin", input: Data("one".utf8))
        var times: [Duration] = []
        for _ in 0..<15 {
            let start = ContinuousClock.now
            XCTAssertEqual(try run("get", "mail").text, "one")
            times.append(ContinuousClock.now - start)
        }
        let median = times.sorted()[times.count / 2]
        print("securestore get, from start to answer: median \(median), without optimisation")
        // Generous, as others use the machine too: what it keeps away is a library that takes its time to load.
        XCTAssertLessThan(median, .milliseconds(isThinned ? 2_000 : 150))
    }
}
