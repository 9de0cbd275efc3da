import Foundation
import XCTest

/// A program that tests run and that not every machine has.
///
/// Ask for it outside of assertions: an assertion takes the skip for an error, and the test fails.
struct Tool {
    /// The tests' own search path, along which tools are looked for and with which they run.
    static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

    /// The path of the program.
    let path: String

    /// Finds the program, or skips the test with a reason that names it.
    init(_ name: String, in searchPath: String = Tool.searchPath) throws {
        let paths = searchPath.split(separator: ":").map { "\($0)/\(name)" }
        guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            throw XCTSkip("\(name) is not installed")
        }
        self.path = path
    }

    /// Finds Python with these modules, or skips the test.
    static func python(with modules: String...) throws -> Tool {
        let python = try Tool("python3")
        for module in modules {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: python.path)
            process.arguments = ["-c", "import \(module)"]
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            if process.terminationStatus != 0 {
                throw XCTSkip("the module \(module) of python3 is not installed")
            }
        }
        return python
    }
}
