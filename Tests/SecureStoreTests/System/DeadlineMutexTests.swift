import Foundation
import XCTest

@testable import SecureStore

final class DeadlineMutexTests: XCTestCase {
    /// A value that is wrong as soon as two threads change it at once.
    private struct Pair {
        var first = 0
        var second = 0
    }

    /// A value that tells when it is released.
    private final class Probe {
        private let released: XCTestExpectation
        init(_ released: XCTestExpectation) { self.released = released }
        deinit { released.fulfill() }
    }

    private static func increment(_ mutex: DeadlineMutex<Int>, after microseconds: UInt32) throws(StoreError)
    {
        let lease = try mutex.lease(waitingAtMost: .seconds(60))
        usleep(microseconds)
        lease.value += 1
    }

    private func value<Value>(_ mutex: DeadlineMutex<Value>) throws(StoreError) -> Value {
        try mutex.lease(waitingAtMost: .zero).value
    }

    func test_lease_onEightThreads_excludesTheOthers() throws {
        let mutex = DeadlineMutex(Pair())
        onThreads(8) { _ in
            for _ in 0..<2000 {
                guard let lease = try? mutex.lease(waitingAtMost: .seconds(60)) else { continue }
                lease.value.first += 1
                lease.value.second = lease.value.first
            }
        }
        let pair = try value(mutex)
        XCTAssertEqual([pair.first, pair.second], [16_000, 16_000])
    }

    func test_lease_whileAnotherThreadHoldsIt_throwsDatabaseLocked() throws {
        try withMutexHeldElsewhere { mutex in
            let status = thrownStatus { try lock(mutex, waitingAtMost: .milliseconds(20)) }
            XCTAssertEqual(status, .databaseLocked)
        }
    }

    func test_lease_whileAnotherThreadHoldsIt_waitsForTheDeadline() throws {
        try withMutexHeldElsewhere { mutex in
            let waited = ContinuousClock().measure {
                _ = thrownStatus { try lock(mutex, waitingAtMost: .milliseconds(50)) }
            }
            XCTAssertGreaterThanOrEqual(waited, .milliseconds(50))
            XCTAssertLessThan(waited, .seconds(30))
        }
    }

    func test_lease_withNegativeWait_givesUpAtOnce() throws {
        try withMutexHeldElsewhere { mutex in
            XCTAssertEqual(thrownStatus { try lock(mutex, waitingAtMost: .seconds(-1)) }, .databaseLocked)
        }
    }

    func test_lease_whenReleasedByAnother_isThereLongBeforeTheDeadline() throws {
        let mutex = DeadlineMutex(0)
        let waited = ContinuousClock().measure {
            onThreads(4) { _ in try? Self.increment(mutex, after: 10_000) }
        }
        XCTAssertEqual(try value(mutex), 4)
        XCTAssertLessThan(waited, .seconds(30))
    }

    func test_lease_withEndlessWait_isThereWhenReleased() throws {
        let mutex = DeadlineMutex(0)
        onThreads(2) { _ in
            guard let lease = try? mutex.lease(waitingAtMost: .seconds(Int64.max)) else { return }
            usleep(10_000)
            lease.value += 1
        }
        XCTAssertEqual(try value(mutex), 2)
    }

    func test_lease_timedOut_throwsDatabaseLocked() throws {
        try withMutexHeldElsewhere { mutex in
            assertThrows(.databaseLocked) { try lock(mutex, waitingAtMost: .zero) }
        }
    }

    func test_lease_whenItsUserThrows_isFreeAgain() {
        let mutex = DeadlineMutex(0)
        func fail() throws(StoreError) {
            let lease = try mutex.lease(waitingAtMost: .zero)
            lease.value = 1
            throw StoreError(.param, "the test's own")
        }
        assertThrows(.param) { try fail() }
        XCTAssertEqual(try value(mutex), 1)
    }

    func test_leaseIfFree_whileAnotherThreadHoldsIt_isNil() throws {
        try withMutexHeldElsewhere { XCTAssertNil($0.leaseIfFree()?.value) }
    }

    func test_leaseIfFree_whenFree_lendsTheValue() {
        XCTAssertEqual(DeadlineMutex(41).leaseIfFree()?.value, 41)
    }

    func test_lease_insideItself_stopsTheProgram() throws {
        let end = try endOfForkedChild {
            let mutex = DeadlineMutex(0)
            // The message of the crash is for the terminal of a user, not for the log of this test.
            close(STDERR_FILENO)
            guard let lease = mutex.leaseIfFree() else { return 1 }
            _ = thrownStatus { try lock(mutex, waitingAtMost: .zero) }
            return Int32(lease.value)
        }
        // Which of the two depends on the processor.
        XCTAssertTrue([.signal(SIGILL), .signal(SIGTRAP)].contains(end), "\(end)")
    }

    func test_lease_inForkedChild_throwsNotAvailable() throws {
        let mutex = DeadlineMutex(0)
        let end = try endOfForkedChild {
            thrownStatus { try lock(mutex, waitingAtMost: .seconds(60)) } == .notAvailable ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
    }

    func test_lease_forkedMeanwhile_isFreeInParentAfterwards() throws {
        let mutex = DeadlineMutex(0)
        func forked() throws -> ChildEnd {
            let lease = try mutex.lease(waitingAtMost: .zero)
            defer { lease.value = 1 }
            return try endOfForkedChild { mutex.leaseIfFree() == nil ? 0 : 1 }
        }
        XCTAssertEqual(try forked(), .exit(0))
        XCTAssertEqual(try value(mutex), 1)
    }

    func test_deinit_always_releasesTheValue() {
        let released = expectation(description: "released")
        _ = DeadlineMutex(Probe(released))
        wait(for: [released], timeout: 0)
    }

    private func lock(_ mutex: DeadlineMutex<Int>, waitingAtMost time: Duration) throws(StoreError) {
        _ = try mutex.lease(waitingAtMost: time)
    }

    /// Runs `body` while another thread holds the lock.
    private func withMutexHeldElsewhere(_ body: (DeadlineMutex<Int>) throws -> Void) throws {
        let mutex = DeadlineMutex(0)
        let (held, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holder = JoinableThread {
            guard let lease = mutex.leaseIfFree() else { return XCTFail("the mutex is not free") }
            held.signal()
            done.wait()
            lease.value += 1
        }
        held.wait()
        defer {
            done.signal()
            holder.join()
        }
        try body(mutex)
    }
}
