import Foundation
import XCTest

extension Tool {
    /// Runs the program to its end and gives back what it writes; fails if it does.
    @discardableResult
    func run(_ words: String..., in folder: URL? = nil) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.currentDirectoryURL = folder
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        struct Failed: Error { let words: [String] }
        guard process.terminationStatus == 0 else { throw Failed(words: words) }
        return String(decoding: text, as: UTF8.self)
    }
}
