import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Locks among hosts, which sessions of the server hold.
final class LockTests: FleetTestCase {
    func test_lock_thatAnotherHostHolds_isRefusedUntilItIsReleased() throws {
        let other = try makeFleet()
        let lock = try fleet.lock(5, waitingAtMost: .zero)
        assertThrows(.databaseLocked) { try other.lock(5, waitingAtMost: .milliseconds(20)) }
        XCTAssertNoThrow(try other.lock(6, waitingAtMost: .zero).release())
        lock.release()
        try other.lock(5, waitingAtMost: .zero).release()
    }

    func test_lock_thatThisHostHolds_isRefusedUntilItIsReleased() throws {
        let lock = try fleet.lock(-5, waitingAtMost: .zero)
        assertThrows(.databaseLocked) { try fleet.lock(-5, waitingAtMost: .milliseconds(20)) }
        lock.release()
        try fleet.lock(-5, waitingAtMost: .zero).release()
        try makeFleet().lock(-5, waitingAtMost: .zero).release()
    }

    func test_takingTurn_whileALockIsHeld_goesOn() throws {
        let lock = try fleet.lock(1, waitingAtMost: .zero)
        XCTAssertEqual(try addChange(to: makeFleet()), 2)
        lock.release()
    }

    func test_locks_ofOneHost_shareASession() throws {
        let locks = try (0..<200).map { try fleet.lock($0, waitingAtMost: .zero) }
        let held = "SELECT count(DISTINCT pid), count(*) FROM pg_catalog.pg_locks WHERE locktype = 'advisory'"
        XCTAssertEqual(try postgres.run(held), [1])
        let count = "SELECT count(*) FROM pg_catalog.pg_locks WHERE locktype = 'advisory'"
        XCTAssertEqual(try postgres.run(count), [200])
        for lock in locks { lock.release() }
        XCTAssertEqual(try postgres.run(count), [0])
    }

    func test_lock_whoseSessionWasEnded_isGivenToOthersAndHarmlessToThem() throws {
        let (lost, other) = (try fleet.lock(3, waitingAtMost: .zero), try makeFleet())
        try endSessions()
        let lock = try other.lock(3, waitingAtMost: .seconds(20))
        lost.release()
        assertThrows(.databaseLocked) { try fleet.lock(3, waitingAtMost: .zero) }
        lock.release()
        try fleet.lock(3, waitingAtMost: .zero).release()
    }

    func test_release_ofLockOfAnEarlierSession_leavesTheNewOne() throws {
        let lost = try fleet.lock(4, waitingAtMost: .zero)
        try endSessions()
        let lock = try fleet.lock(4, waitingAtMost: .seconds(20))
        lost.release()
        assertThrows(.databaseLocked) { try makeFleet().lock(4, waitingAtMost: .zero) }
        lock.release()
    }

    func test_lock_ofHostThatIsNotHeardOf_isGivenToOthers() throws {
        guard try postgres.run("SELECT current_setting('server_version_num')::bigint")[0] >= 140_000 else {
            throw XCTSkip("the server has no time-out for idle sessions")
        }
        let silent = try makeFleet(patience: .seconds(1))
        let lock = try silent.lock(7, waitingAtMost: .zero)
        try fleet.lock(7, waitingAtMost: .seconds(20)).release()
        lock.release()
    }

    func test_lock_withAPatienceOfDays_isTaken() throws {
        XCTAssertNoThrow(
            try makeFleet(patience: .seconds(400_000)).lock(1, waitingAtMost: .zero).release())
    }

    func test_lock_withoutServer_throwsNotAvailableInTime() throws {
        let alone = try makeFleet("host=/nowhere", patience: .milliseconds(300))
        let start = ContinuousClock.now
        assertThrows(.notAvailable) { try alone.lock(1, waitingAtMost: .seconds(60)) }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(20))
    }

    func test_lock_onStoppedServer_throwsInTimeAndIsFreeLater() throws {
        let host = try makeFleet(patience: .milliseconds(300))
        let lock = try host.lock(8, waitingAtMost: .zero)
        postgres.signalAll(SIGSTOP)
        assertThrows(.notAvailable) { try host.lock(9, waitingAtMost: .seconds(60)) }
        lock.release()
        postgres.signalAll(SIGCONT)
        for number in [8, 9] as [Int64] { try fleet.lock(number, waitingAtMost: .seconds(20)).release() }
    }

    func test_locks_ofThreadsOfTwoHosts_areHeldByOneAtATime() throws {
        let hosts = [fleet!, try makeFleet()]
        let (lock, inside) = (NSLock(), Inside())
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<10 {
                let number = Int64(round % 2)
                do {
                    let held = try hosts[thread % 2].lock(number, waitingAtMost: .seconds(60))
                    lock.withLock { inside.enter(number) }
                    lock.withLock { inside.leave(number) }
                    held.release()
                } catch { XCTFail("\(error)") }
            }
        }
        XCTAssertEqual(inside.entered, 40)
        XCTAssertFalse(inside.wasCrowded)
    }

    /// The holder of a lock; used under one of this process.
    private final class Inside: @unchecked Sendable {
        private var counts: [Int64: Int] = [:]
        private(set) var entered = 0
        private(set) var wasCrowded = false

        func enter(_ number: Int64) {
            counts[number, default: 0] += 1
            entered += 1
            wasCrowded = wasCrowded || counts[number] != 1
        }

        func leave(_ number: Int64) { counts[number, default: 0] -= 1 }
    }

    private func endSessions() throws {
        try postgres.run(
            """
            SELECT count(pg_catalog.pg_terminate_backend(pid)) FROM pg_catalog.pg_locks
            WHERE locktype = 'advisory'
            """)
    }
}
