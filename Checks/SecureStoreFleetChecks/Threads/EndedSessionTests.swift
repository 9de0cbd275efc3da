import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// An administrator ends the sessions of hosts, as `pg_terminate_backend` does: while they wait, and in the
/// middle of turns.
final class EndedSessionTests: HostsTestCase {
    private func endSessions() {
        XCTAssertNoThrow(
            try postgres.run(
                """
                SELECT count(pg_catalog.pg_terminate_backend(pid)) FROM pg_catalog.pg_stat_activity
                WHERE application_name = 'securestore' AND pid <> pg_catalog.pg_backend_pid()
                """))
    }

    func test_calls_overSessionsThatWereEndedWhileTheyWaited_work() throws {
        for number in 2...5 as ClosedRange<UInt64> {
            try addChange(to: fleet)
            endSessions()
            XCTAssertEqual(try newest(of: fleet).number, number)
            endSessions()
            XCTAssertNoThrow(try fleet.hosts())
            endSessions()
            XCTAssertNoThrow(try fleet.ask(random(16), [1]))
            endSessions()
            XCTAssertNoThrow(try fleet.lock(1, waitingAtMost: .zero).release())
            endSessions()
        }
    }

    func test_keep_inTurnWhoseSessionWasEnded_isKeptOnce() throws {
        try fleet.takingTurn { (turn) throws(StoreError) in
            let next = change(try turn.newest().number + 1, rows: [(5, [5])])
            endSessions()
            try turn.keep(next)
        }
        XCTAssertEqual(try newest(of: fleet).number, 2)
        XCTAssertEqual(try rows(of: fleet), [5: [5]])
    }

    func test_keep_whoseSessionIsEndedBetweenItsRows_isKeptOnce() throws {
        let large = [UInt8](repeating: 7, count: 700_000)
        try fleet.takingTurn { (turn) throws(StoreError) in
            var calls = 0
            let next = OutgoingChange(
                state: KeptState(number: 2, keysVersion: 1, box: random(100)), link: random(32), keys: nil,
                handover: nil
            ) { (body) throws(StoreError) in
                for number in 0..<6 as Range<Int64> {
                    calls += 1
                    if calls == 5 { self.endSessions() }
                    try body(number, large)
                }
            }
            try turn.keep(next)
        }
        XCTAssertEqual(try newest(of: fleet).number, 2)
        XCTAssertEqual(try rows(of: fleet).count, 6)
    }

    func test_reads_inLookWhoseSessionWasEnded_throwNotAvailable() throws {
        assertThrows(.notAvailable) {
            try fleet.looking { (look) throws(StoreError) in
                endSessions()
                _ = try look.keys()
            }
        }
        XCTAssertNoThrow(try newest(of: fleet))
    }

    func test_transaction_whoseSessionIsEndedInside_isKeptOnBothSides() throws {
        let stores = try makeHosts(2)
        try stores[0].transaction { changes in
            try changes.add(GenericPassword(service: "s", account: "a"), secret: SecretBytes(copying: [1]))
            endSessions()
        }
        try own.catchUp(stores[1])
        XCTAssertEqual(try stores.map { try $0.itemCount() }, [1, 1])
    }

    func test_changes_whileSessionsAreEndedAllTheTime_areThereExactlyIfAcknowledged() throws {
        let stores = try makeHosts(2)
        let isOver = DispatchSemaphore(value: 0)
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [postgres] in
            let statement = """
                SELECT count(pg_catalog.pg_terminate_backend(pid)) FROM pg_catalog.pg_stat_activity
                WHERE application_name = 'securestore' AND pid <> pg_catalog.pg_backend_pid()
                """
            while isOver.wait(timeout: .now() + .milliseconds(3)) == .timedOut {
                _ = try? postgres?.run(statement)
            }
            ended.signal()
        }
        var outcomes: [StoreStatus?: Set<String>] = [:]
        for number in 0..<(Effort.isThinned ? 20 : 50) {
            let item = GenericPassword(service: "s", account: "\(number)")
            outcomes[
                status { try stores[number % 2].add(item, secret: SecretBytes(copying: [1])) }, default: []
            ]
            .insert(item.account)
        }
        isOver.signal()
        ended.wait()
        for store in stores { try own.catchUp(store) }
        var there: [Set<String>] = [[], []]
        for (index, store) in stores.enumerated() {
            try store.list(Query<GenericPassword>(), returning: .attributes) {
                there[index].insert($0.item.account)
            }
        }
        XCTAssertEqual(there[0], there[1])
        XCTAssertEqual(outcomes[nil, default: []].subtracting(there[0]), [])
        XCTAssertEqual(outcomes[.notAvailable, default: []].intersection(there[0]), [])
        XCTAssertEqual(Set(outcomes.keys).subtracting([nil, .notAvailable, .unknownOutcome]), [])
        XCTAssertFalse(outcomes[nil, default: []].isEmpty)
    }

    private func status(_ body: () throws -> Void) -> StoreStatus? {
        do { try body() } catch { return (error as? StoreError)?.status ?? .unimplemented }
        return nil
    }
}
