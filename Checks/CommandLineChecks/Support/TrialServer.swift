import Foundation
import XCTest

/// A PostgreSQL of a test's own, as the example of a fleet starts one.
struct TrialServer {
    let directory: String
    static let script = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("../../../Examples/FleetServer/postgres")

    /// Starts it; skips the test where PostgreSQL is not installed.
    init() throws {
        directory = NSTemporaryDirectory() + "pg-" + UUID().uuidString.prefix(8)
        switch try call("start") {
        case 0: break
        case 77: throw XCTSkip("postgresql is not installed")
        default: throw POSIXError(.ECHILD)
        }
    }

    /// Settings for libpq.
    var settings: String {
        "host=\(URL(fileURLWithPath: directory).standardized.path) user=owner dbname=postgres"
    }

    func remove() {
        XCTAssertEqual(try? call("crash"), 0)
        XCTAssertNoThrow(try FileManager.default.removeItem(atPath: directory))
    }

    private func call(_ word: String) throws -> Int32 {
        let process = Process()
        (process.executableURL, process.arguments) = (Self.script, [word, directory])
        let nothing = FileHandle.nullDevice
        (process.standardInput, process.standardOutput, process.standardError) = (nothing, nothing, nothing)
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
