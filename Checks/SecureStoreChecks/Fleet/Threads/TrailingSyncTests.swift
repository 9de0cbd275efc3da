import Foundation
import XCTest

@testable import SecureStore

/// A replica's commits do not wait for the disk: a thread brings them there a moment later.
final class TrailingSyncTests: FleetTestCase {
    /// The threads that synced the journal of `a` while `body` ran, until the store was done: this one,
    /// another one, or both.
    private func syncs(of store: ItemStore, _ body: () throws -> Void) throws -> Set<String> {
        // The first commit to an empty journal waits for its header.
        try store.set(password("first"), secret: nil)
        while store.engine.database.trailing?.isAtWork == true { usleep(1_000) }
        let calls = try SystemCalls.on("a.store-wal>") {
            try body()
            while store.engine.database.trailing?.isAtWork == true { usleep(1_000) }
        }
        let thread = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
        let own = thread.split(separator: "/").last.map { "\($0) " } ?? ""
        let syncs = calls.filter { $0.contains("fdatasync(") }
        return Set(syncs.map { $0.hasPrefix(own) ? "own" : "another" })
    }

    func test_changeOfItem_onReplica_isSyncedByAnotherThread() throws {
        let a = try begin()
        XCTAssertEqual(try syncs(of: a) { try a.add(password("maria"), secret: nil) }, ["another"])
    }

    func test_changeOfKeys_onReplica_waitsForTheDisk() throws {
        let a = try begin()
        for change in [{ try a.addRecoveryCode { _ in } }, { try a.rotateKeys() }] {
            XCTAssertTrue(try syncs(of: a, change).contains("own"))
        }
    }

    func test_changeOfKeys_takenIn_waitsForTheDisk() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let found = try syncs(of: a) {
            try b.addRecoveryCode { _ in }
            try a.catchUp()
        }
        XCTAssertTrue(found.contains("own"), "\(found)")
    }

    func test_changeOfItem_inNoFleet_waitsForTheDisk() throws {
        var options = options
        options.deviceKey = .file(directory + "/alone.key")
        let store = try ItemStore.create(at: directory + "/a.store", options: options)
        XCTAssertEqual(try syncs(of: store) { try store.add(password("maria"), secret: nil) }, ["own"])
    }

    func test_follow_afterFailedSync_throwsUntilItSucceeds() throws {
        let journal = directory + "/journal"
        try FileManager.default.createSymbolicLink(atPath: journal, withDestinationPath: "nowhere")
        let trailing = TrailingSync(journal: journal)
        XCTAssertNoThrow(try trailing.follow())
        while trailing.isAtWork { usleep(1_000) }
        for _ in 0..<2 { XCTAssertThrowsError(try trailing.follow()) }
        try FileManager.default.removeItem(atPath: journal)
        XCTAssertNoThrow(try trailing.follow())
        XCTAssertFalse(trailing.hasFailed)
    }
}
