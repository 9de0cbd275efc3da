import Foundation
import XCTest

@testable import SecureStoreSecretService

/// The loop of a connection, on a bus of its own.
final class BusConnectionTests: XCTestCase {
    private let variable = "DBUS_SESSION_BUS_ADDRESS"
    private let daemon = Process()
    private var before: String?

    override func setUpWithError() throws {
        let output = Pipe()
        daemon.executableURL = URL(fileURLWithPath: try Tool("dbus-daemon").path)
        daemon.arguments = ["--session", "--nofork", "--nosyslog", "--print-address"]
        daemon.standardOutput = output
        try daemon.run()
        let address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        before = ProcessInfo.processInfo.environment[variable]
        _ = unsafe setenv(variable, address.trimmingCharacters(in: .newlines), 1)
    }

    override func tearDown() {
        guard daemon.isRunning else { return }
        daemon.terminate()
        daemon.waitUntilExit()
        if let before { _ = unsafe setenv(variable, before, 1) } else { _ = unsafe unsetenv(variable) }
    }

    func test_run_withAPauseThatIsOver_takesTheNextTurn() throws {
        let (bus, number) = (try BusConnection(), daemon.processIdentifier)
        // Without a bus, a loop that waits for ever comes to its end.
        let end = DispatchWorkItem { kill(number, SIGTERM) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 10, execute: end)
        defer { end.cancel() }
        var turns = 0
        // In the first few, the bus still greets.
        try bus.run { _ in
            turns += 1
            return turns < 100 ? .seconds(-1) : nil
        }
        XCTAssertEqual(turns, 100)
    }
}
