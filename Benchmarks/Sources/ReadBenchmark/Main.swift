import Foundation

/// Measures reads beside others: a process that writes, watched or not, further threads, further processes;
/// what a process takes that has a large store open; and, with `ask` in front of the sizes, queries.
///
/// The program starts itself for every other process.
@main
struct Main {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        switch words.first {
        case "write-store": try Files(words).writeStore()
        case "write-floor": try Files(words).writeFloor()
        case "write-timed": try Files(words).writeTimed()
        case "read": print(try Files(words).finds(for: Files.time))
        case "memory": try Files(words).printMemory()
        case "ask":
            for size in words.dropFirst().compactMap({ Int($0) }) {
                try await inDirectory { try Asking(directory: $0, count: size).measure() }
            }
        default:
            let sizes = words.compactMap { Int($0) }
            for size in sizes.isEmpty ? [10_000, 1_000_000] : sizes {
                try await inDirectory { try await measure(Files(directory: $0, count: size)) }
            }
        }
    }

    private static func inDirectory(_ body: @Sendable (String) async throws -> Void) async throws {
        let directory = NSTemporaryDirectory() + "securestore-benchmark-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(directory)
    }

    private static func measure(_ files: Files) async throws {
        try files.make()
        try await BesideWatcher(files).measure()
        try BesideWriter(files).measure()
        try BesideReaders(files).measure()
        let process = try files.start("memory")
        process.waitUntilExit()
    }
}

struct Failure: Error {}
