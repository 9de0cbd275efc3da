import Foundation
import XCTest

/// A library in front of SQLite that waits where a checkpoint can lose changes: see `window.c`.
struct CheckpointWindow {
    private let library: String

    /// Compiles the library, or skips the test where SQLite loses nothing, or where nothing can be put in
    /// front of it.
    init(in directory: String) throws {
        let (compiler, program) = (try Tool("clang").path, directory + "/defect")
        library = directory + "/window.so"
        XCTAssertEqual(try Self.run(compiler, "-O1", "-shared", "-fPIC", "-o", library, "window.c"), 0)
        XCTAssertEqual(try Self.run(compiler, "-O1", "-o", program, "defect.c", "-lsqlite3"), 0)
        let code = try Self.run(program, directory + "/defect.db")
        try XCTSkipIf(code == 1, "the system's SQLite does not have the WAL-reset defect")
        try XCTSkipIf(code != 0, "the WAL-reset defect of the system's SQLite cannot be provoked")
    }

    /// The environment of a process that folds a long journal only by turns with others, and says when it is
    /// their turn.
    ///
    /// So many checkpoints of a long journal go on before.
    func gated(by gates: String, after skipped: Int) -> [String: String] {
        ["LD_PRELOAD": library, "WINDOW_GATES": gates, "WINDOW_SKIP": "\(skipped)"]
    }

    /// The environment of a process for which the disk is so full that every change folds the journal.
    var nearlyFull: [String: String] { ["LD_PRELOAD": library, "WINDOW_FREE": "8000000"] }

    /// The environment of a process that pauses at random where changes can be lost, and after each change.
    ///
    /// The numbers are the most milliseconds.
    func pausing(upTo most: Int, afterChange rest: Int) -> [String: String] {
        ["LD_PRELOAD": library, "WINDOW_PAUSE": "\(most)", "WINDOW_REST": "\(rest)"]
    }

    /// Runs a program in the folder of this file to its end.
    private static func run(_ program: String, _ words: String...) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
