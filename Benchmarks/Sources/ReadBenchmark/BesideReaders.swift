import Foundation
import SecureStore

/// Finds a second of several threads of a process, against those of several processes.
struct BesideReaders {
    private let files: Files

    init(_ files: Files) { self.files = files }

    func measure() throws {
        print(
            "\n| finds a second, \(files.count) items | 1 thread | 2 threads | 8 threads | 2 processes |",
            terminator: "")
        print(" 2 threads to 2 processes |\n|---|--:|--:|--:|--:|--:|")
        try printRow("alone") { try $0() }
        try printRow("beside a process that commits 500 times a second") { body in
            try files.beside("write-store") { try body() }
        }
    }

    /// The best of three rounds each, in turn.
    private func printRow(_ name: String, _ run: (() throws -> Int) throws -> Int) throws {
        var best = [0, 0, 0, 0]
        for _ in 0..<3 {
            let counts = [
                try run { try threads(1) }, try run { try threads(2) }, try run { try threads(8) },
                try run { try processes(2) },
            ]
            best = zip(best, counts).map { max($0, $1) }
        }
        let rates = best.map { "\(Int(Double($0) / Files.time))" }
        print("| \(name) | \(rates.joined(separator: " | ")) |", terminator: "")
        print(String(format: " %.2f |", Double(best[1]) / Double(best[3])))
    }

    private func threads(_ number: Int) throws -> Int {
        let store = try files.open()
        let group = DispatchGroup()
        let counts = Counts()
        for _ in 0..<number {
            group.enter()
            Thread.detachNewThread { [files] in
                counts.add((try? files.finds(for: Files.time, in: store)) ?? 0)
                group.leave()
            }
        }
        group.wait()
        return counts.sum
    }

    private func processes(_ number: Int) throws -> Int {
        let outputs = (0..<number).map { _ in Pipe() }
        let readers = try outputs.map { try files.start("read", output: $0) }
        for reader in readers { reader.waitUntilExit() }
        return try outputs.reduce(0) { sum, output in
            let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            guard let count = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                throw Failure()
            }
            return sum + count
        }
    }
}

/// A sum that several threads add to.
private final class Counts: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var total = 0

    var sum: Int { lock.withLock { total } }

    func add(_ count: Int) { lock.withLock { total += count } }
}
