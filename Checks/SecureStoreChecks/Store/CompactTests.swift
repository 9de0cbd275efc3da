import Foundation
import XCTest

@testable import SecureStore

/// The space of what was deleted.
final class CompactTests: StoreTestCase {
    private func deleteLargeItems(_ store: ItemStore) throws {
        for number in 1..<12 { try store.delete(query("large \(number)")) }
    }

    private var hastyOptions: StoreOptions {
        var options = options
        options.patience = .milliseconds(200)
        return options
    }

    func test_compact_whileAnotherProcessWrites_losesNothingOfIt() throws {
        try deleteLargeItems(makeLargeStore())
        let store = try ItemStore.open(at: path, options: hastyOptions)
        try whileAnotherProcessWrites { writer in
            for _ in 0..<Effort.rounds(8) {
                let acknowledged = try XCTUnwrap(writer.nextLine().flatMap(Int.init))
                // Its readers may keep the journal from being cut off; what was compacted holds all the same.
                do throws(StoreError) { try store.compact() } catch {
                    XCTAssertEqual(error.status, .databaseLocked)
                }
                XCTAssertGreaterThanOrEqual(assertOneMoment(of: try items(of: store)) ?? -1, acknowledged)
            }
        }
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_compact_whileAnotherProcessHoldsTheLock_throwsDatabaseLocked() throws {
        _ = try makeStore()
        let store = try ItemStore.open(at: path, options: hastyOptions)
        let writer = try Exerciser("hold", self)
        writer.waitUntilReady()
        try writer.go()
        XCTAssertEqual(writer.nextLine(), "holding")
        assertThrows(.databaseLocked) { try store.compact() }
    }
}
