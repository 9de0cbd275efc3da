import Foundation
import XCTest

/// A test that runs the built command, with a home and a temporary directory of its own.
class CommandTestCase: XCTestCase {
    private(set) var home = ""
    private(set) var temporary = ""

    override func setUpWithError() throws {
        home = try Self.makeDirectory()
        temporary = try Self.makeDirectory()
    }

    override func tearDownWithError() throws {
        for path in [home, temporary] { try FileManager.default.removeItem(atPath: path) }
    }

    struct Outcome: Equatable {
        let code: Int32
        let output: String
        let errors: String
    }

    /// Runs the command to its end.
    ///
    /// Its texts are short, so that no pipe fills before it is read.
    func run(_ words: String..., temporary: String? = nil) throws -> Outcome {
        let process = Process()
        process.executableURL = try Self.builtProduct("securestore")
        process.arguments = words
        process.environment = ["HOME": home, "TMPDIR": temporary ?? self.temporary]
        for (name, value) in ProcessInfo.processInfo.environment where Self.isPassedOn(name) {
            process.environment?[name] = value
        }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
        process.standardError = errors
        try process.run()
        let outcome = (output: try Self.text(output), errors: try Self.text(errors))
        process.waitUntilExit()
        return Outcome(code: process.terminationStatus, output: outcome.output, errors: outcome.errors)
    }

    func entries(of path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
    }

    /// What the build made, which lies beside the bundle of the tests.
    static func builtProduct(_ name: String) throws -> URL {
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name)
    }

    /// The sanitizers' options, and where the system finds the libraries of Swift.
    private static func isPassedOn(_ name: String) -> Bool {
        name.hasSuffix("SAN_OPTIONS") || name == "LD_LIBRARY_PATH"
    }

    private static func text(_ pipe: Pipe) throws -> String {
        String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    private static func makeDirectory() throws -> String {
        let path = NSTemporaryDirectory() + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return path
    }
}
