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

    /// Runs the program to its end, which has to be a good one, and returns what it wrote.
    func output(_ arguments: [String], input: Data = Data()) throws -> Data {
        let (process, output, given) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        (process.standardInput, process.standardOutput) = (given, output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        let writer = Thread {
            try? given.fileHandleForWriting.write(contentsOf: input)
            try? given.fileHandleForWriting.close()
        }
        writer.start()
        let written = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ToolFailure(arguments: arguments) }
        return written
    }
}

struct ToolFailure: Error {
    let arguments: [String]
}
