import Foundation
import XCTest

/// The Secret Service on a bus of its own, asked by programs: the scenarios are functions in Python.
class BusTestCase: CommandTestCase {
    func run(_ scenario: String, of script: String = "bus_client.py", through prefix: [String] = []) throws {
        let bus = try Tool("dbus-run-session")
        // Debian's, which has the modules.
        let python = try Tool("python3", in: "/usr/bin")
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Support/" + script).path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try Tool("env").path)
        process.arguments =
            prefix + [
                bus.path, "--", "timeout", "120", python.path, "-B", script, scenario,
                try Self.builtProduct("securestore-secret-service").path,
                try Self.builtProduct("securestore").path,
            ]
        process.environment = ["HOME": home, "PATH": Tool.searchPath, "TMPDIR": temporary]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0, text)
    }
}
