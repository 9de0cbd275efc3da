import Foundation
import XCTest

@testable import SecureStore

/// Look-ups beside processes that write: none answers less than what was acknowledged before it began.
final class HistoryTests: StoreTestCase {
    private static let writers = 4
    private static let threads = 4

    /// The number of look-ups that the threads make together; `SECURESTORE_TESTS_READS` sets another number.
    private let reads =
        ProcessInfo.processInfo.environment["SECURESTORE_TESTS_READS"].flatMap { Int($0) }
        ?? Effort.rounds(24_000)

    /// The turn that each writer has acknowledged last.
    private static func acknowledged(_ tally: FileHandle, _ writer: Int) -> UInt64 {
        var turn: UInt64 = 0
        let count = unsafe pread(tally.fileDescriptor, &turn, 8, off_t(8 * writer))
        return count == 8 ? turn : 0
    }

    func test_find_besideFourWritingProcesses_isNeverOlderThanWhatWasAcknowledged() throws {
        let store = try makeStore()
        try Data().write(to: URL(fileURLWithPath: path + ".tally"))
        let tally = try XCTUnwrap(FileHandle(forReadingAtPath: path + ".tally"))
        let writers = try (0..<Self.writers).map { try Exerciser("tally", self, name: "\($0)") }
        for writer in writers { writer.waitUntilReady() }
        for writer in writers { try writer.go() }
        let (stale, changes) = (Locked(0), Locked(0))
        onThreads(Self.threads) { [reads] thread in
            var last = [UInt64](repeating: 0, count: Self.writers)
            for turn in 0..<(reads / Self.threads) {
                let writer = (turn + thread) % Self.writers
                let least = max(last[writer], Self.acknowledged(tally, writer))
                let item = GenericPassword(service: "tally", account: "\(writer)")
                let found = (try? store.first(Query(identityOf: item)))?.secret?.text
                let now = found.flatMap { UInt64($0) } ?? 0
                if now < least { stale.update { $0 += 1 } }
                if now > last[writer] { changes.update { $0 += 1 } }
                last[writer] = now
            }
        }
        XCTAssertEqual(stale.value, 0)
        XCTAssertGreaterThan(changes.value, Self.writers)
    }
}
