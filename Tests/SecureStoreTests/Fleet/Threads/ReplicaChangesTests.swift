import XCTest

@testable import SecureStore

/// A loop over the changes of a replica follows the other hosts of its fleet.
final class ReplicaChangesTests: FleetTestCase {
    func test_changes_ofAnotherHost_areTold() async throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        var iterator = b.changes().makeAsyncIterator()
        let added = try await a.add(password("maria"))
        let change = try await iterator.next()
        // The loop may have begun after this host has taken it in.
        XCTAssertTrue(change == .readAgain || change?.reference == added, "\(String(describing: change))")
        let second = try await a.add(password("bob"))
        let next = try await iterator.next()
        XCTAssertEqual(next?.reference, second)
    }

    func test_changes_ofServerWithAnotherHistory_throwDivergedHistory() async throws {
        let a = try begin()
        let other = fleet.copy().content.value
        try await a.add(password("maria"))
        fleet.shown.update { $0 = { _ in other } }
        var iterator = a.changes().makeAsyncIterator()
        do throws(StoreError) {
            while try await iterator.next() != nil {}
            XCTFail("the loop ended without an error")
        } catch { XCTAssertEqual(error.status, .divergedHistory) }
    }

    func test_changes_onAFullDisk_goOnOnceThereIsRoom() async throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        fleet.lookFailure.update { $0 = StoreError(.diskFull, "the disk is full") }
        let looks = fleet.looks.value
        var iterator = b.changes().makeAsyncIterator()
        for _ in 0..<500 where fleet.looks.value == looks { usleep(10_000) }
        fleet.lookFailure.update { $0 = nil }
        let added = try await a.add(password("maria"))
        let change = try await iterator.next()
        XCTAssertTrue(change == .readAgain || change?.reference == added, "\(String(describing: change))")
    }

    /// The thread of a loop that was left waits for the server on, and the next loop goes on with it.
    func test_changes_ofOneLoopAfterAnother_waitInOneThread() async throws {
        let a = try begin()
        for number in 0..<10 {
            var iterator = a.changes().makeAsyncIterator()
            try await a.add(password("\(number)"))
            _ = try await iterator.next()
        }
        XCTAssertEqual(fleet.waiting.value.most, 1)
    }

    /// The thread waits for the server on, for some twenty seconds; the files wait for nobody.
    func test_changes_ofLeftLoop_closeTheFiles() async throws {
        weak var engine: Engine?
        do {
            let a = try begin()
            engine = a.engine
            var iterator = a.changes().makeAsyncIterator()
            try await a.add(password("maria"))
            _ = try await iterator.next()
        }
        for _ in 0..<500 where engine != nil { usleep(10_000) }
        XCTAssertNil(engine)
    }
}
