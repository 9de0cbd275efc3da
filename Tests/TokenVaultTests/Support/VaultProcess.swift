import Foundation
import XCTest

/// A process that wants a valid access token; killed when nobody holds it any more.
final class VaultProcess {
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var unread = Data()

    /// Starts the process, which is beside the tests; it waits for ``go()``.
    init(store: String, deviceKey: String, port: UInt16, pausingAt step: String = "none") throws {
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("VaultExerciser")
        process.arguments = [store, deviceKey, "\(port)", step]
        (process.standardOutput, process.standardInput) = (output, input)
        try process.run()
    }

    deinit { kill() }

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

    /// Lets it work, or go on.
    func go() throws { try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

    func send(_ signal: Int32) { _ = Glibc.kill(process.processIdentifier, signal) }

    /// Ends it wherever it is, with no chance to tidy up.
    func kill() {
        if process.isRunning { send(SIGKILL) }
        process.waitUntilExit()
    }
}
