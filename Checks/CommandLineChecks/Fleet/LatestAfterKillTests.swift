import Foundation
import XCTest

/// Commands on a machine of a fleet after one that was killed in its change.
final class LatestAfterKillTests: FleetMachinesTestCase {
    func test_latest_afterAKilledChange_isOfTheServer() throws {
        let tracer = try Tool("strace").path
        try join("two")
        XCTAssertEqual(try on("one", "set", "other", "maria", "--stdin", input: "any").code, 0)
        let program = try Self.builtProduct("securestore").path
        var killed = 0
        for (call, number) in [("fdatasync", 1), ("fdatasync", 2), ("unlink", 4), ("pwrite64", 6)] {
            let fault = "-e trace=\(call) -e inject=\(call):signal=SIGKILL:when=\(number)"
            let outcome = try shell(
                "printf any | env 'HOME=\(temporary)/one' 'SECURESTORE_FLEET_SERVER=\(settings)' "
                    + "\(tracer) -f -qq -o /dev/null \(fault) '\(program)' set other maria --stdin")
            if outcome.code != 0 { killed += 1 }
            let secret = "after \(call) \(number)"
            XCTAssertEqual(try on("two", "set", "mail", "maria", "--stdin", input: secret).code, 0)
            let start = ContinuousClock.now
            let latest = try on("one", "get", "mail", "maria", "--latest")
            XCTAssertEqual(latest.text, secret, latest.errors)
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(8))
            let changed = try on("one", "set", "other", "maria", "--stdin", input: "another")
            XCTAssertEqual(changed.code, 0, changed.errors)
        }
        XCTAssertGreaterThan(killed, 1)
    }
}
