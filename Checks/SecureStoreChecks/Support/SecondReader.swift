import Foundation
import XCTest

@testable import SecureStore

/// Runs the reader in Python that was written from the description of the format.
struct SecondReader {
    struct Answer {
        let code: Int32
        let items: [ReadItem]
        let message: String
    }

    private let python: String

    /// Skips the test where there is no Python.
    init() throws { python = try Tool.python(with: "ctypes", "sqlite3").path }

    /// Reads a store; `input` is what it finds on its standard input.
    func read(_ store: String, _ options: [String] = [], input: String = "") throws -> Answer {
        try answer("reader.py", [store] + options, input)
    }

    /// Reads an export.
    func read(export path: String, passphrase: String) throws -> Answer {
        try answer("export.py", [path], passphrase + "\n")
    }

    /// Reads when a store locks by itself.
    func readSettings(_ store: String, _ options: [String] = [], input: String = "") throws -> LockSettings {
        struct Settings: Decodable {
            let locksAfter: Int64?
            let locksOnSleep: Bool
        }
        let (_, output, message) = try run("reader.py", [store, "--settings"] + options, input)
        XCTAssertEqual(message, "")
        let settings = try JSONDecoder().decode(Settings.self, from: output)
        return try LockSettings(
            locksAfter: settings.locksAfter.map { .seconds($0) }, locksOnSleep: settings.locksOnSleep)
    }

    private func answer(_ script: String, _ arguments: [String], _ input: String) throws -> Answer {
        let (code, output, message) = try run(script, arguments, input)
        let lines = output.split(separator: 0x0a)
        let items = try lines.map { try JSONDecoder().decode(ReadItem.self, from: Data($0)) }
        return Answer(code: code, items: items, message: message)
    }

    /// Compares the vectors of the page with what the second reader computes.
    func checkVectors(_ page: String) throws -> (code: Int32, message: String) {
        let (code, _, message) = try run("vectors.py", [page], "")
        return (code, message)
    }

    private func run(
        _ script: String, _ arguments: [String], _ input: String
    ) throws -> (code: Int32, output: Data, message: String) {
        let process = Process()
        let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [Repository.path("Checks/SecondReader/\(script)")] + arguments
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = errors
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        // Messages are one line and fit the pipe, so the output may be read to its end first.
        let written = try output.fileHandleForReading.readToEnd() ?? Data()
        let message = try errors.fileHandleForReading.readToEnd() ?? Data()
        ended.wait()
        // A process that is not waited for in the run loop is kept, and its pipes with it.
        try output.fileHandleForReading.close()
        try errors.fileHandleForReading.close()
        return (process.terminationStatus, written, String(decoding: message, as: UTF8.self))
    }
}
