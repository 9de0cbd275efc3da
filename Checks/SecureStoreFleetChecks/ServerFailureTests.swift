import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Servers that stop, crash and come back.
final class ServerFailureTests: FleetTestCase {
    private func stopped<R>(_ body: () throws -> R) rethrows -> R {
        postgres.signalAll(SIGSTOP)
        defer { postgres.signalAll(SIGCONT) }
        return try body()
    }

    private func assertEndsInTime(_ status: StoreStatus, line: UInt = #line, _ body: () throws -> Void) {
        let start = ContinuousClock.now
        assertThrows(status, line: line, body)
        // The patience is 0.3 seconds; the rest is for slow machines.
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(10), line: line)
    }

    func test_calls_toStoppedServer_endInTime() throws {
        let host = try makeFleet(patience: .milliseconds(300))
        try addChange(to: host)
        stopped {
            assertEndsInTime(.notAvailable) { try addChange(to: host) }
            assertEndsInTime(.notAvailable) { _ = try newest(of: host) }
            assertEndsInTime(.notAvailable) { _ = try host.hosts() }
            assertEndsInTime(.notAvailable) { _ = try host.numberAfter(5, waitingAtMost: .seconds(60)) }
        }
        XCTAssertEqual(try addChange(to: host), 3)
    }

    func test_reads_inTurnOfStoppedServer_endInTime() throws {
        let host = try makeFleet(patience: .milliseconds(300))
        for number in 0..<4 {
            assertEndsInTime(.notAvailable) {
                try host.looking { (look) throws(StoreError) in
                    postgres.signalAll(SIGSTOP)
                    defer { postgres.signalAll(SIGCONT) }
                    try read(number, of: look)
                }
            }
        }
    }

    private func read(_ number: Int, of look: any KeptChanges) throws(StoreError) {
        switch number {
        case 0: _ = try look.keys()
        case 1: _ = try look.handovers(after: 0, upTo: .max)
        case 2: _ = try look.links(after: 0)
        default: try look.eachRow(after: 0) { _, _ in }
        }
    }

    func test_keep_onStoppedServer_endsInTimeAndTellsTheTruth() throws {
        let host = try makeFleet(patience: .milliseconds(300))
        assertEndsInTime(.unknownOutcome) {
            try host.takingTurn { (turn) throws(StoreError) in
                postgres.signalAll(SIGSTOP)
                defer { postgres.signalAll(SIGCONT) }
                try turn.keep(change(2, rows: [(1, [1])]))
            }
        }
        // It goes on with what it had received, and then is in the one state or in the other.
        let newest = try fleet.takingTurn { (turn) throws(StoreError) in try turn.newest().number }
        XCTAssertEqual(try rows(of: fleet).isEmpty, newest == 1)
    }

    func test_keep_withServerThatCrashedAndIsBack_isKept() throws {
        try fleet.takingTurn { (turn) throws(StoreError) in
            let next = change(try turn.newest().number + 1, rows: [(5, [5])])
            crashAndStart()
            try turn.keep(next)
        }
        XCTAssertEqual(try rows(of: fleet), [5: [5]])
    }

    func test_calls_afterRestart_work() throws {
        try addChange(to: fleet)
        postgres.end()
        try postgres.start()
        XCTAssertEqual(try addChange(to: fleet), 3)
        XCTAssertEqual(try newest(of: fleet).number, 3)
    }

    func test_keep_withServerThatIsGone_isNotKeptOrNotKnown() throws {
        let host = try makeFleet(patience: .milliseconds(300))
        assertEndsInTime(.unknownOutcome) {
            try host.takingTurn { (turn) throws(StoreError) in
                postgres.crash()
                try turn.keep(change(2))
            }
        }
        assertEndsInTime(.notAvailable) { try addChange(to: host) }
        try postgres.start()
        XCTAssertEqual(try newest(of: host).number, 1)
    }

    func test_acknowledgedChanges_surviveCrashes() throws {
        for number in 2...6 {
            XCTAssertEqual(try addChange(to: fleet, rows: [(Int64(number), [1])]), UInt64(number))
            crashAndStart()
        }
        XCTAssertEqual(try rows(of: fleet).count, 5)
    }

    func test_turn_ofHostThatDied_isGivenToOthers() throws {
        let (host, other) = (try makeFleet(patience: .milliseconds(500)), try makeFleet())
        let transaction = try FleetTransaction.begin(.turn, on: host, until: Deadline(in: .seconds(5)))
        // It holds the lock, and nobody ends it.
        XCTAssertEqual(try addChange(to: other), 2)
        XCTAssertThrowsError(try transaction.keys())
    }

    private func crashAndStart() {
        postgres.crash()
        XCTAssertNoThrow(try postgres.start())
    }
}
