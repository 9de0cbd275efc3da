import Foundation

/// Measures reads beside others: a process that writes, watched or not, further threads, further processes;
/// and what a process takes that has a large store open.
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
        default:
            let sizes = words.compactMap { Int($0) }
            for size in sizes.isEmpty ? [10_000, 1_000_000] : sizes { try await measure(size) }
        }
    }

    private static func measure(_ count: Int) async throws {
        let directory = NSTemporaryDirectory() + "securestore-benchmark-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let files = Files(directory: directory, count: count)
        try files.make()
        try await BesideWatcher(files).measure()
        try BesideWriter(files).measure()
        try BesideReaders(files).measure()
        let process = try files.start("memory")
        process.waitUntilExit()
    }
}

struct Failure: Error {}
