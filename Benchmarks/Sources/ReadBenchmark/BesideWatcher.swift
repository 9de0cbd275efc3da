import CFloor
import Foundation
import SecureStore

/// The time from another process's commit to the loop of a watcher.
struct BesideWatcher {
    private let files: Files

    /// The number of changes that are timed.
    static let changes = 500

    init(_ files: Files) { self.files = files }

    func measure() async throws {
        let store = try files.open()
        let changes = store.changes()
        var iterator = changes.makeAsyncIterator()
        let begin = floor_now()
        try await store.update(files.query(0), Changes<GenericPassword>())
        guard try await iterator.next()?.kind == .readAgain else { throw Failure() }
        let first = Double(floor_now() - begin) / 1e6
        let output = Pipe()
        let writer = try files.start("write-timed", output: output)
        var seen: [UInt64] = []
        while seen.count < Self.changes, try await iterator.next() != nil { seen.append(floor_now()) }
        writer.waitUntilExit()
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let made = text.split(separator: "\n").compactMap { UInt64($0) }
        guard made.count == seen.count else { throw Failure() }
        let times = zip(seen, made).map { Double(Int64($0) - Int64($1)) / 1e6 }.sorted()
        let figures = [times[times.count / 2], times[times.count * 99 / 100], times[times.count - 1], first]
        print("\n| watching, \(files.count) items | p50 | p99 | longest | beginning |\n|---|--:|--:|--:|--:|")
        let row = figures.map { String(format: "%.2f ms", $0) }.joined(separator: " | ")
        print("| from a commit elsewhere to the loop | \(row) |")
    }
}

extension Files {
    /// Changes items one after another, and prints when each change was done.
    func writeTimed() throws {
        let store = try open()
        var times: [UInt64] = []
        for index in 1...BesideWatcher.changes {
            try store.update(query(index % count), Changes<GenericPassword>())
            times.append(floor_now())
            usleep(5_000)
        }
        print(times.map(String.init).joined(separator: "\n"))
    }
}
