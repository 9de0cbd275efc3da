import Foundation
import XCTest

/// A program beside the tests that does what its words say; killed when nobody holds it any more.
class TestProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private let ended = DispatchSemaphore(value: 0)
    private var unread = Data()

    /// Starts the program in the tests' own environment and this; it waits for ``go()``.
    init(_ program: String, _ words: [String], environment: [String: String] = [:]) throws {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent(program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        (process.standardOutput, process.standardInput) = (output, input)
        process.terminationHandler = { [ended] _ in ended.signal() }
        try process.run()
    }

    deinit {
        kill()
        // A process that is not waited for in the run loop is kept, and its pipes with it.
        for handle in [input.fileHandleForWriting, output.fileHandleForReading] { try? handle.close() }
    }

    /// The next line it prints, as soon as there is one; nil after the last.
    func nextLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = unread[(end + 1)...] }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            unread += more
        }
    }

    /// Every line from here to the end of the process.
    func lines() -> [String] {
        var lines: [String] = []
        while let line = nextLine() { lines.append(line) }
        return lines
    }

    /// Every line up to this one, or to the end of the process.
    func lines(upTo last: String) -> [String] {
        var lines: [String] = []
        while lines.last != last, let line = nextLine() { lines.append(line) }
        return lines
    }

    /// Waits until it has opened the store.
    func waitUntilReady(file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertEqual(nextLine(), "ready", file: file, line: line)
    }

    var identifier: Int32 { process.processIdentifier }

    /// Lets it work, or go on.
    func go() throws { try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

    /// Ends its input.
    func endInput() throws { try input.fileHandleForWriting.close() }

    func send(_ signal: Int32) { _ = Glibc.kill(process.processIdentifier, signal) }

    /// Ends it wherever it is, with no chance to tidy up.
    func kill() {
        guard process.isRunning else { return }
        send(SIGKILL)
        // Not `waitUntilExit`, which looks every 50 ms: that was most of the time of a kill.
        ended.wait()
        ended.signal()  // For the next call.
    }
}
