import Foundation
import XCTest

/// Tests of what `securestore fleet follow` tells a service manager.
final class FollowTests: FleetMachinesTestCase {
    func test_follow_underAServiceManager_tellsThatItIsReadyGoesOnAndStops() throws {
        for address in [temporary + "/notify", "@securestore-\(UUID().uuidString)"] {
            let lines = try told(at: address, messages: 3, watchdog: "500000")
            XCTAssertNotNil(lines.first?.wholeMatch(of: /READY=1 \| STATUS=at change \d+/), "\(lines)")
            XCTAssertEqual(Array(lines.dropFirst()), ["WATCHDOG=1", "WATCHDOG=1", "STOPPING=1", "exit 0"])
        }
    }

    func test_follow_withoutAWatchdogOfItsOwn_tellsNone() throws {
        for other in ["WATCHDOG_USEC=0", "WATCHDOG_USEC=200000 WATCHDOG_PID=1"] {
            let lines = try told(at: "\(temporary)/\(other.count)", seconds: 1.5, setting: other)
            XCTAssertEqual(Array(lines.dropFirst()), ["STOPPING=1", "exit 0"], other)
        }
    }

    func test_follow_whileItsWorkHangs_doesNotTellThatItGoesOn() throws {
        let lines = try told(
            at: temporary + "/notify", seconds: 4, watchdog: "500000",
            server: "host=127.0.0.1 port={silent} user=owner dbname=postgres")
        // The first one is of the time before it hung.
        XCTAssertEqual(Array(lines.dropFirst()), ["WATCHDOG=1", "STOPPING=1", "exit 0"])
    }

    func test_follow_whileTheServerIsAway_isReadyAndGoesOn() throws {
        let lines = try told(
            at: temporary + "/notify", messages: 4, watchdog: "1000000", server: "host=/nowhere")
        XCTAssertTrue(lines[0].hasPrefix("READY=1 | STATUS=at change "), lines[0])
        XCTAssertTrue(lines[1].hasPrefix("STATUS=at change "), lines[1])
        XCTAssertTrue(lines[1].contains("PostgreSQL: connecting failed"), lines[1])
        XCTAssertEqual(Array(lines.dropFirst(2)), ["WATCHDOG=1", "WATCHDOG=1", "STOPPING=1", "exit 0"])
    }

    func test_follow_withALoginOfTooFewRights_isReadyAndGoesOn() throws {
        try sql("CREATE ROLE poor LOGIN")
        let lines = try told(
            at: temporary + "/notify", messages: 4, watchdog: "1000000",
            server: settings.replacing("user=owner", with: "user=poor"))
        XCTAssertTrue(lines[0].hasPrefix("READY=1 | STATUS=at change "), lines[0])
        XCTAssertTrue(lines[1].contains("permission denied"), lines[1])
        XCTAssertEqual(Array(lines.dropFirst(2)), ["WATCHDOG=1", "WATCHDOG=1", "STOPPING=1", "exit 0"])
    }

    func test_follow_whileNobodyReadsWhatItTells_tellsLaterThatItIsReady() throws {
        let lines = try told(at: temporary + "/notify", messages: 1, isFull: true)
        XCTAssertNotNil(lines.first?.wholeMatch(of: /READY=1 \| STATUS=at change \d+/), "\(lines)")
        XCTAssertEqual(Array(lines.dropFirst()), ["STOPPING=1", "exit 0"])
    }

    func test_follow_withAnAddressThatNobodyHearsOrHas_fails() throws {
        let rows = [
            ("relative", "neither an absolute path nor an abstract name"),
            ("/" + String(repeating: "a", count: 107), "neither an absolute path nor an abstract name"),
            (temporary + "/nobody", "does not hear at NOTIFY_SOCKET: No such file or directory"),
        ]
        for (address, reason) in rows {
            let outcome = try shell("NOTIFY_SOCKET='\(address)' \(command("one", settings))")
            XCTAssertEqual(outcome.code, 1, outcome.errors)
            XCTAssertTrue(outcome.errors.contains(reason), outcome.errors)
        }
    }

    func test_unit_isUnderstoodBySystemd() throws {
        let systemd = try Tool("systemd-analyze")
        let name = "securestore-follow@.service"
        let unit = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Packaging/\(name)")
        let text = try String(contentsOf: unit, encoding: .utf8).replacing(
            "/usr/bin/securestore", with: try Self.builtProduct("securestore").path)
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(temporary)/\(name)"))
        // An unknown setting is only a warning. What it says of other units is of this machine.
        let line = "'\(systemd.path)' verify --man=no './\(name)' 2>&1 | grep securestore-follow"
        XCTAssertEqual(try shell(line).text, "")
    }

    /// The messages until so many have come, or the time is over, and of the stop that follows.
    private func told(
        at address: String, messages: Int = 99, seconds: Double = 60, watchdog: String = "0",
        setting: String? = nil, server: String? = nil, isFull: Bool = false
    ) throws -> [String] {
        let python = try Tool.python(with: "socket")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Support/notify.py").path
        let environment = setting ?? "WATCHDOG_USEC=\(watchdog)"
        let outcome = try shell(
            "\(isFull ? "FULL=1 " : "")'\(python.path)' '\(script)' '\(address)' \(messages) \(seconds) env \(environment) "
                + command("one", server ?? settings))
        XCTAssertEqual(outcome.code, 0, outcome.errors)
        return outcome.text.split(separator: "\n").map(String.init)
    }

    /// The words by which the command follows on a machine.
    private func command(_ machine: String, _ server: String) throws -> String {
        let program = try Self.builtProduct("securestore").path
        return "env 'HOME=\(temporary)/\(machine)' '\(program)' fleet follow --server '\(server)'"
    }
}
