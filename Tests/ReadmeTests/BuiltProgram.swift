import Foundation

/// A program that the build put beside the bundle of the tests, run to its end.
struct BuiltProgram {
    let code: Int32
    let output: String
    let errors: String

    init(_ name: String, _ environment: [String: String] = [:]) throws {
        let process = Process()
        let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(fileURLWithPath: bundle).deletingLastPathComponent()
            .appendingPathComponent(name)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        // The output of these programs fits into a pipe.
        process.waitUntilExit()
        code = process.terminationStatus
        self.output = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        self.errors = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    /// A directory of its own for a test, for this user alone.
    static func makeDirectory() throws -> String {
        let path = NSTemporaryDirectory() + "securestore-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return path
    }
}
