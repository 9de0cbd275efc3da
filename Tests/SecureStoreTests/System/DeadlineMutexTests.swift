import Foundation
import XCTest

@testable import SecureStore

final class DeadlineMutexTests: XCTestCase {
    /// A value that is wrong as soon as two threads change it at once.
    private struct Pair: ~Copyable {
        var first = 0
        var second = 0
    }

    /// A value that tells when it is released.
    private struct Probe: ~Copyable {
        let released: XCTestExpectation
        deinit { released.fulfill() }
    }

    func test_withLock_onEightThreads_excludesTheOthers() throws {
        let mutex = DeadlineMutex(Pair())
        onThreads(8) { _ in
            for _ in 0..<2000 {
                try? mutex.withLock(waitingAtMost: .seconds(60)) {
                    (pair) throws(StoreError) in
                    pair.first += 1
                    pair.second = pair.first
                }
            }
        }
        let sums = try? mutex.withLock(waitingAtMost: .zero) { [$0.first, $0.second] }
        XCTAssertEqual(sums, [16_000, 16_000])
    }

    func test_withLock_whileAnotherThreadHoldsIt_throwsDatabaseLocked() throws {
        try withMutexHeldElsewhere { mutex in
            let status = thrownStatus { try lock(mutex, waitingAtMost: .milliseconds(20)) }
            XCTAssertEqual(status, .databaseLocked)
        }
    }

    func test_withLock_whileAnotherThreadHoldsIt_waitsForTheDeadline() throws {
        try withMutexHeldElsewhere { mutex in
            let waited = ContinuousClock().measure {
                _ = thrownStatus { try lock(mutex, waitingAtMost: .milliseconds(50)) }
            }
            XCTAssertGreaterThanOrEqual(waited, .milliseconds(50))
            XCTAssertLessThan(waited, .seconds(30))
        }
    }

    func test_withLock_withNegativeWait_givesUpAtOnce() throws {
        try withMutexHeldElsewhere { mutex in
            XCTAssertEqual(thrownStatus { try lock(mutex, waitingAtMost: .seconds(-1)) }, .databaseLocked)
        }
    }

    func test_withLock_whenReleasedByAnother_getsItLongBeforeTheDeadline() {
        let mutex = DeadlineMutex(0)
        let waited = ContinuousClock().measure {
            onThreads(4) { _ in
                _ = try? mutex.withLock(waitingAtMost: .seconds(60)) {
                    (value) throws(StoreError) in
                    usleep(10_000)
                    value += 1
                }
            }
        }
        XCTAssertEqual(try mutex.withLock(waitingAtMost: .zero) { $0 }, 4)
        XCTAssertLessThan(waited, .seconds(30))
    }

    func test_withLock_withEndlessWait_getsTheLockWhenReleased() throws {
        let mutex = DeadlineMutex(0)
        onThreads(2) { _ in
            _ = try? mutex.withLock(waitingAtMost: .seconds(Int64.max)) {
                (value) throws(StoreError) in
                usleep(10_000)
                value += 1
            }
        }
        XCTAssertEqual(try mutex.withLock(waitingAtMost: .zero) { $0 }, 2)
    }

    func test_withLock_timedOut_throwsDatabaseLocked() throws {
        try withMutexHeldElsewhere { mutex in
            assertThrows(.databaseLocked) {
                try mutex.withLock(waitingAtMost: .zero) { (_) throws(StoreError) in }
            }
        }
    }

    func test_withLock_whenBodyThrows_isFreeAgain() {
        let mutex = DeadlineMutex(0)
        assertThrows(.param) {
            try mutex.withLock(waitingAtMost: .zero) { (_) throws(StoreError) in
                throw StoreError(.param, "the test's own")
            }
        }
        XCTAssertNoThrow(try mutex.withLock(waitingAtMost: .zero) { $0 })
    }

    func test_withLockIfFree_whileAnotherThreadHoldsIt_isNil() throws {
        try withMutexHeldElsewhere { XCTAssertNil($0.withLockIfFree { $0 }) }
    }

    func test_withLockIfFree_whenFree_answersTheBody() {
        XCTAssertEqual(DeadlineMutex(41).withLockIfFree { $0 + 1 }, 42)
    }

    /// What is lent of a first value, which is 0, and of others, and at which place.
    private func firstFree(of mutexes: [DeadlineMutex<Int>], from place: Int = 0) throws -> [Int] {
        try DeadlineMutex.withFirstFree(of: mutexes, from: place, waitingAtMost: .zero) { [$0, $1] }
    }

    func test_withFirstFree_whenFree_lendsTheOneAtThePlace() throws {
        let mutexes = [DeadlineMutex(40), DeadlineMutex(41)]
        XCTAssertEqual(try firstFree(of: mutexes), [40, 0])
        XCTAssertEqual(try firstFree(of: mutexes, from: 1), [41, 1])
    }

    func test_withFirstFree_whileAnotherThreadHoldsIt_lendsTheNextAroundTheEnd() throws {
        try withMutexHeldElsewhere { held in
            XCTAssertEqual(try firstFree(of: [DeadlineMutex(41), held], from: 1), [41, 0])
            assertThrows(.databaseLocked) { try firstFree(of: [held]) }
        }
    }

    func test_withFirstFree_insideItself_lendsTheNext() throws {
        let mutexes = [DeadlineMutex(40), DeadlineMutex(41)]
        let inner = try DeadlineMutex.withFirstFree(of: mutexes, from: 0, waitingAtMost: .zero) { _, _ in
            try? firstFree(of: mutexes)
        }
        XCTAssertEqual(inner, [41, 1])
        XCTAssertEqual(try firstFree(of: mutexes), [40, 0])
    }

    func test_withLock_insideItself_stopsTheProgram() throws {
        let end = try endOfForkedChild {
            let mutex = DeadlineMutex(0)
            // The message of the crash is for the terminal of a user, not for the log of this test.
            close(STDERR_FILENO)
            try? mutex.withLock(waitingAtMost: .zero) { _ in
                _ = thrownStatus { try lock(mutex, waitingAtMost: .zero) }
            }
            return 0
        }
        // Which of the two depends on the processor.
        XCTAssertTrue([.signal(SIGILL), .signal(SIGTRAP)].contains(end), "\(end)")
    }

    func test_withLock_inForkedChild_throwsNotAvailable() throws {
        let mutex = DeadlineMutex(0)
        let end = try endOfForkedChild {
            thrownStatus { try lock(mutex, waitingAtMost: .seconds(60)) } == .notAvailable ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
    }

    func test_withLock_forkedInsideBody_isFreeInParentAfterwards() throws {
        let mutex = DeadlineMutex(0)
        let end = try mutex.withLock(waitingAtMost: .zero) { _ in
            try? endOfForkedChild { (try? firstFree(of: [mutex])) == nil ? 0 : 1 }
        }
        XCTAssertEqual(end, .exit(0))
        XCTAssertNoThrow(try firstFree(of: [mutex]))
    }

    func test_deinit_always_releasesTheValue() {
        let released = expectation(description: "released")
        _ = DeadlineMutex(Probe(released: released))
        wait(for: [released], timeout: 0)
    }

    private func lock(_ mutex: DeadlineMutex<Int>, waitingAtMost time: Duration) throws(StoreError) {
        try mutex.withLock(waitingAtMost: time) { (_) throws(StoreError) in }
    }

    /// Runs `body` while another thread holds the lock.
    private func withMutexHeldElsewhere(_ body: (DeadlineMutex<Int>) throws -> Void) throws {
        let mutex = DeadlineMutex(0)
        let (held, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holder = JoinableThread {
            try? mutex.withLock(waitingAtMost: .zero) { _ in
                held.signal()
                done.wait()
            }
        }
        held.wait()
        defer {
            done.signal()
            holder.join()
        }
        try body(mutex)
    }
}
