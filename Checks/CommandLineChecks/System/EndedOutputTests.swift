import XCTest

/// Commands that a signal is to end while they put a file in the place of another.
final class EndedOutputTests: CommandTestCase {
    func test_inject_endedBySignal_leavesNoHiddenFile() throws {
        let tracer = try Tool("strace").path
        try XCTSkipIf(isThinned, "the sanitizers do more calls")
        XCTAssertEqual(try run("set", "mail", "maria", "--stdin", input: Data("secret".utf8)).code, 0)
        var ended = 0
        for (call, signal) in [("linkat", "TERM"), ("linkat", "HUP"), ("rename", "INT"), ("fsync", "TERM")] {
            try Data("old".utf8).write(to: URL(fileURLWithPath: temporary + "/made"))
            let fault = "-e trace=\(call) -e inject=\(call):signal=SIG\(signal):when=1"
            let outcome = try shell(
                "echo '{{ securestore://mail/maria }}' > template; "
                    + "\(tracer) -f -o /dev/null \(fault) securestore inject template -o made")
            if outcome.code != 0 { ended += 1 }
            let names = try FileManager.default.contentsOfDirectory(atPath: temporary)
            XCTAssertEqual(names.filter { $0.hasPrefix(".") }, [], "\(call) \(signal)")
        }
        XCTAssertGreaterThan(ended, 1)
    }
}
