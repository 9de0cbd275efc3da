import Foundation
import XCTest

@testable import SecureStore

/// The system calls of this process while something runs, as `strace` shows them.
enum SystemCalls {
    /// Runs `body`, and returns its calls on files whose path has `part` in it, in their order.
    static func on(_ part: String, during body: () throws -> Void) throws -> [String] {
        let program = "/usr/bin/strace"
        try XCTSkipUnless(FileManager.default.isExecutableFile(atPath: program), "there is no strace here")
        let log = NSTemporaryDirectory() + "securestore-calls-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: log) }
        let tracer = Process()
        tracer.executableURL = URL(fileURLWithPath: program)
        tracer.arguments = [
            "-f", "-y", "-s", "400", "-o", log, "-p", "\(getpid())",
            "-e", "trace=unlink,unlinkat,fsync,fdatasync,ftruncate,link,linkat,rename,renameat,renameat2",
        ]
        tracer.standardError = FileHandle.nullDevice
        try tracer.run()
        defer {
            if tracer.isRunning { tracer.terminate() }
            tracer.waitUntilExit()
        }
        try XCTSkipUnless(isTraced(tracer), "this process may not be traced")
        try body()
        tracer.interrupt()
        tracer.waitUntilExit()
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
        return lines.filter { $0.contains(part) }
    }

    /// Waits until the tracer watches this thread.
    private static func isTraced(_ tracer: Process) -> Bool {
        for _ in 0..<2_000 {
            let status = FileManager.default.contents(atPath: "/proc/thread-self/status") ?? Data()
            let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("TracerPid:") }
            if let line, !line.hasSuffix("\t0") { return true }
            guard tracer.isRunning else { return false }
            usleep(5_000)
        }
        return false
    }
}
