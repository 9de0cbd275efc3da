import Foundation
import XCTest

@testable import SecureStore

/// Four processes that write, and pause at random where SQLite before 3.51.3 can lose changes: nothing is
/// lost.
final class JournalSoakTests: StoreTestCase {
    private static let writers = 4

    private let seconds =
        ProcessInfo.processInfo.environment["SECURESTORE_TESTS_SOAK"].flatMap { UInt32($0) }
        ?? UInt32(Effort.isWhole ? 60 : 2)

    /// Lets each writer change an item of its own for a while, and compares what it noted with what is in the
    /// store.
    private func soak(_ work: String, _ environment: [String: String]) throws {
        _ = try makeStore()
        try Data(count: 8 * Self.writers).write(to: URL(fileURLWithPath: path + ".tally"))
        let writers = try (0..<Self.writers).map {
            try Exerciser(work, self, name: "\($0)", environment: environment)
        }
        for writer in writers { writer.waitUntilReady() }
        for writer in writers { try writer.go() }
        sleep(seconds)
        for writer in writers { try writer.endInput() }
        XCTAssertEqual(writers.flatMap { $0.lines() }, [])
        let noted = try Data(contentsOf: URL(fileURLWithPath: path + ".tally"))
        let counts = unsafe noted.withUnsafeBytes { unsafe Array($0.bindMemory(to: UInt64.self)) }
        XCTAssertEqual(try stored(), counts.map { "\($0)" })
        XCTAssertGreaterThan(counts.reduce(0, +), 0)
    }

    /// The numbers that the store has for the writers.
    private func stored() throws -> [String] {
        let store = try openStore()
        XCTAssertTrue(try store.verify().isIntact)
        return try (0..<Self.writers).map { writer in
            let item = GenericPassword(service: "tally", account: "\(writer)")
            let text = try store.first(Query(identityOf: item))?.secret?.text ?? ""
            return text.trimmingCharacters(in: .whitespaces)
        }
    }

    func test_set_withPausesOnNearlyFullDisk_losesNothing() throws {
        let window = try CheckpointWindow(in: directory)
        try soak("tally", window.nearlyFull.merging(window.pausing(upTo: 40, afterChange: 40)) { $1 })
    }

    func test_set_ofLargeSecretsWithPauses_losesNothing() throws {
        try soak("largeTally", try CheckpointWindow(in: directory).pausing(upTo: 40, afterChange: 80))
    }
}
