import Foundation
import XCTest

@testable import SecureStore

/// Somebody removes the journal of a store that is open, or its index.
final class RemovedJournalTests: StoreTestCase {
    /// Changes a store, and removes files beside it while it is open; then no change is made that is lost.
    private func assertNothingIsLost(without ends: [String]) throws {
        var store = Optional(try makeStore())
        try store?.add(password("one"), secret: secret("one"))
        for end in ends { try FileManager.default.removeItem(atPath: path + end) }
        var hasty = options
        hasty.patience = .milliseconds(50)
        assertThrows(.databaseLocked, "\(ends)") { try ItemStore.open(at: path, options: hasty) }
        assertThrows(.notAvailable, "\(ends)") { try store?.add(password("two"), secret: nil) }
        assertThrows(.notAvailable, "\(ends)") { _ = try store?.itemCount() }
        store = nil
        let again = try openStore()
        XCTAssertEqual(try again.secret(of: password("one")), try secret("one"))
        try again.add(password("two"), secret: nil)
        XCTAssertTrue(try again.verify().isIntact)
    }

    func test_store_withoutItsJournal_refusesChanges() throws { try assertNothingIsLost(without: ["-wal"]) }
    func test_store_withoutTheIndex_refusesChanges() throws { try assertNothingIsLost(without: ["-shm"]) }
    func test_store_withoutBoth_refusesChanges() throws {
        try assertNothingIsLost(without: ["-wal", "-shm"])
    }
}
