import Foundation
import XCTest

@testable import SecureStore

final class DeadlineLockTests: XCTestCase {
    /// A value that is wrong as soon as two threads change it at once.
    private struct Pair {
        var first = 0
        var second = 0
    }

    /// A value behind a lock.
    private final class Guarded<Value>: Sendable {
        let lock = DeadlineLock()
        // Sendable: only who holds the lock touches it.
        private nonisolated(unsafe) var value: Value

        init(_ value: Value) { unsafe self.value = value }

        @discardableResult
        func change<R>(
            waitingAtMost longest: Duration = .zero, _ body: (inout Value) throws -> R
        ) throws -> R {
            let held = try lock.hold(waitingAtMost: longest)
            defer { _ = held }
            return try unsafe body(&value)
        }
    }

    func test_hold_onEightThreads_excludesTheOthers() throws {
        let mutex = Guarded(Pair())
        onThreads(8) { _ in
            for _ in 0..<2000 {
                _ = try? mutex.change(waitingAtMost: .seconds(60)) { pair in
                    pair.first += 1
                    pair.second = pair.first
                }
            }
        }
        XCTAssertEqual(try mutex.change { [$0.first, $0.second] }, [16_000, 16_000])
    }

    func test_hold_whileAnotherThreadHoldsIt_throwsDatabaseLocked() throws {
        try withMutexHeldElsewhere { mutex in
            let status = thrownStatus { try lock(mutex, waitingAtMost: .milliseconds(20)) }
            XCTAssertEqual(status, .databaseLocked)
        }
    }

    func test_hold_whileAnotherThreadHoldsIt_waitsForTheDeadline() throws {
        try withMutexHeldElsewhere { mutex in
            let waited = ContinuousClock().measure {
                _ = thrownStatus { try lock(mutex, waitingAtMost: .milliseconds(50)) }
            }
            XCTAssertGreaterThanOrEqual(waited, .milliseconds(50))
            XCTAssertLessThan(waited, .seconds(30))
        }
    }

    func test_hold_withNegativeWait_givesUpAtOnce() throws {
        try withMutexHeldElsewhere { mutex in
            XCTAssertEqual(thrownStatus { try lock(mutex, waitingAtMost: .seconds(-1)) }, .databaseLocked)
        }
    }

    func test_hold_whenReleasedByAnother_isThereLongBeforeTheDeadline() throws {
        let mutex = Guarded(0)
        let waited = ContinuousClock().measure {
            onThreads(4) { _ in
                _ = try? mutex.change(waitingAtMost: .seconds(60)) { value in
                    usleep(10_000)
                    value += 1
                }
            }
        }
        XCTAssertEqual(try mutex.change { $0 }, 4)
        XCTAssertLessThan(waited, .seconds(30))
    }

    func test_hold_withEndlessWait_isThereWhenReleased() throws {
        let mutex = Guarded(0)
        onThreads(2) { _ in
            _ = try? mutex.change(waitingAtMost: .seconds(Int64.max)) { value in
                usleep(10_000)
                value += 1
            }
        }
        XCTAssertEqual(try mutex.change { $0 }, 2)
    }

    func test_hold_timedOut_throwsDatabaseLocked() throws {
        try withMutexHeldElsewhere { mutex in
            assertThrows(.databaseLocked) { try lock(mutex, waitingAtMost: .zero) }
        }
    }

    func test_hold_whenItsUserThrows_isFreeAgain() {
        let mutex = Guarded(0)
        let fail = {
            try mutex.change { value in
                value = 1
                throw StoreError(.param, "the test's own")
            }
        }
        assertThrows(.param) { try fail() }
        XCTAssertEqual(try mutex.change { $0 }, 1)
    }

    func test_holdIfFree_whileAnotherThreadHoldsIt_isNil() throws {
        try withMutexHeldElsewhere { XCTAssertTrue($0.lock.holdIfFree() == nil) }
    }

    func test_holdIfFree_whenFree_isThere() {
        XCTAssertFalse(DeadlineLock().holdIfFree() == nil)
    }

    func test_hold_insideItself_throwsParam() throws {
        let mutex = Guarded(0)
        let status = try mutex.change { _ in thrownStatus { try lock(mutex, waitingAtMost: .seconds(60)) } }
        XCTAssertEqual(status, .param)
    }

    func test_hold_inForkedChild_throwsNotAvailable() throws {
        let mutex = Guarded(0)
        let end = try endOfForkedChild {
            thrownStatus { try lock(mutex, waitingAtMost: .seconds(60)) } == .notAvailable ? 0 : 1
        }
        XCTAssertEqual(end, .exit(0))
    }

    func test_hold_forkedMeanwhile_isFreeInParentAfterwards() throws {
        let mutex = Guarded(0)
        let end = try mutex.change { value in
            value = 1
            return try endOfForkedChild { mutex.lock.holdIfFree() == nil ? 0 : 1 }
        }
        XCTAssertEqual(end, .exit(0))
        XCTAssertEqual(try mutex.change { $0 }, 1)
    }

    private func lock(_ mutex: Guarded<Int>, waitingAtMost time: Duration) throws(StoreError) {
        _ = try mutex.lock.hold(waitingAtMost: time)
    }

    /// Runs `body` while another thread holds the lock.
    private func withMutexHeldElsewhere(_ body: (Guarded<Int>) throws -> Void) throws {
        let mutex = Guarded(0)
        let (held, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holder = JoinableThread {
            _ = try? mutex.change { _ in
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
