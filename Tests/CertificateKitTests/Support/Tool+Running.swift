import Foundation
import XCTest

extension Tool {
    /// Runs the program to its end and gives back what it writes; fails if it does.
    @discardableResult
    func run(_ words: String...) throws -> String { try run(words) }

    /// The same with words in a list, and with more in the environment.
    @discardableResult
    func run(_ words: [String], environment: [String: String] = [:]) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        struct Failed: Error { let words: [String] }
        guard process.terminationStatus == 0 else { throw Failed(words: words) }
        return String(decoding: text, as: UTF8.self)
    }
}
