import CFloor
import Foundation
import SecureStore

/// Finds while another process commits five hundred times a second.
struct BesideWriter {
    private let files: Files

    init(_ files: Files) { self.files = files }

    func measure() throws {
        print("\n| find, \(files.count) items | store p50 | floor p50 | ratio | store p99 | floor p99 |")
        print("|---|--:|--:|--:|--:|--:|")
        let (store, floor) = (try files.open(), try files.openFloor())
        defer { floor_close(floor) }
        var random = SystemRandomNumberGenerator()
        let places = (0..<4_096).map { _ in Int.random(in: 0..<files.count, using: &random) }
        let queries = places.map { files.query($0) }
        floor_name(floor, places.map { Int64($0) }, Int64(places.count))
        let ours = { (place: Int) throws in
            guard try store.first(queries[place])?.secret != nil else { throw Failure() }
        }
        let theirs = { (place: Int) throws in
            guard floor_find_named(floor, Int64(place), 1) == 0 else { throw Failure() }
        }
        var alone: ([UInt64], [UInt64]) = ([], [])
        var beside: ([UInt64], [UInt64]) = ([], [])
        for _ in 0..<8 {
            alone.0 += try times(ours)
            alone.1 += try times(theirs)
            beside.0 += try files.beside("write-store") { try times(ours) }
            beside.1 += try files.beside("write-floor") { try times(theirs) }
        }
        printRow("alone", alone.0, alone.1)
        printRow("beside a process that commits 500 times a second", beside.0, beside.1)
    }

    /// For a quarter of a second, as long as some hundred commits.
    private func times(_ body: (Int) throws -> Void) throws -> [UInt64] {
        var times: [UInt64] = []
        let end = floor_now() + 250_000_000
        while floor_now() < end {
            let begin = floor_now()
            try body(times.count % 4_096)
            times.append(floor_now() - begin)
        }
        return times
    }

    private func printRow(_ name: String, _ ours: [UInt64], _ theirs: [UInt64]) {
        func at(_ times: [UInt64], _ share: Double) -> Double {
            Double(times.sorted()[Int(share * Double(times.count))]) / 1_000
        }
        let (a, b) = (at(ours, 0.5), at(theirs, 0.5))
        let figures = [a, b, a / b, at(ours, 0.99), at(theirs, 0.99)].map { String(format: "%.2f", $0) }
        print("| \(name) | \(figures.joined(separator: " | ")) |")
    }
}
