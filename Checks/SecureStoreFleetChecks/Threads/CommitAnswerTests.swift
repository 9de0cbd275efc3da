import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Answers to COMMIT that are none, or that say more: the host looks before it says what became of its
/// change.
final class CommitAnswerTests: ProxyTestCase {
    /// Other tags, and refusals, of which a server sends some when nothing was kept.
    private let lies =
        ["ROLLBACK", "COMMUT", ""].map { Wire.done($0) }
        + ["XX000", "40001", "53100", "42501", "57014"].map { Wire.error($0) }

    private func answer(commitWith lie: [UInt8]) {
        proxy.tell(.init(message: Wire.done("COMMIT"), instead: lie))
    }

    func test_change_inATurnThatIsKeptAndAnsweredOtherwise_isKept() throws {
        for (index, lie) in lies.enumerated() {
            let host = try makeHost()
            let number = try host.takingTurn { (turn) throws(StoreError) in
                let number = try turn.newest().number + 1
                answer(commitWith: lie)
                try turn.keep(change(number, rows: [(Int64(index), [7])]))
                return number
            }
            XCTAssertTrue(proxy.hasLied)
            XCTAssertEqual(try newest(of: fleet).number, number, "\(index)")
        }
        XCTAssertEqual(try rows(of: fleet).count, lies.count)
    }

    func test_change_withoutATurnThatIsKeptAndAnsweredOtherwise_isKept() throws {
        let host = try makeHost()
        try addChange(to: host)
        for (index, lie) in lies.enumerated() {
            _ = try newest(of: host)
            let before = try newest(of: fleet)
            answer(commitWith: lie)
            let change = change(before.number + 1, rows: [(Int64(index), [7])])
            XCTAssertTrue(try host.keepAtOnce(change, after: before), "\(index)")
            XCTAssertEqual(try newest(of: fleet), change.state)
        }
    }

    func test_change_whoseAnswerHasABitTurned_isKeptOnceAndNeverDenied() throws {
        let answer = Wire.done("COMMIT")
        for bit in stride(from: 0, to: answer.count * 8, by: Effort.step) {
            let (host, before) = (try makeHost(patience: .seconds(1)), try newest(of: fleet).number)
            var lie = answer
            lie[bit / 8] ^= 1 << (bit % 8)
            do throws(StoreError) {
                try host.takingTurn { (turn) throws(StoreError) in
                    self.answer(commitWith: lie)
                    try turn.keep(change(before + 1, rows: [(Int64(bit), [7])]))
                }
            } catch { XCTAssertEqual(error.status, .unknownOutcome, "\(bit)") }
            XCTAssertEqual(try newest(of: fleet).number, before + 1, "\(bit)")
        }
    }

    func test_register_thatIsKeptAndAnsweredOtherwise_isOfUnknownOutcome() throws {
        for lie in lies {
            let host = try makeHost(identifier: random(16))
            answer(commitWith: lie)
            assertThrows(.unknownOutcome) { try host.register(change(1, keys: random(40))) }
        }
    }

    // MARK: - Notices

    /// Commits wait for a standby that there is not.
    private func waitingForStandby(_ body: () throws -> Void) throws {
        let setting = "synchronous_standby_names"
        try postgres.run("ALTER SYSTEM SET \(setting) = 'nobody'")
        try postgres.run("SELECT count(pg_reload_conf())")
        defer {
            XCTAssertNoThrow(try postgres.run("ALTER SYSTEM RESET \(setting)"))
            XCTAssertNoThrow(try postgres.run("SELECT count(pg_reload_conf())"))
        }
        while try postgres.run("SELECT count(*) FROM pg_settings WHERE name = '\(setting)' AND setting = ''")
            != [0]
        { usleep(1_000) }
        try body()
    }

    /// The error of a change while each wait for a standby is ended.
    private func errorOfChange(by host: FleetServer) -> StoreError? {
        let (isOver, ended) = (SystemMutex(false), DispatchSemaphore(value: 0))
        Thread.detachNewThread { [postgres] in
            let query =
                "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            while !isOver.withLock({ $0 }) {
                _ = try? postgres?.run(query)
                usleep(5_000)
            }
            ended.signal()
        }
        defer {
            isOver.withLock { $0 = true }
            ended.wait()
        }
        do throws(StoreError) { try addChange(to: host, rows: [(1, [1])]) } catch { return error }
        return nil
    }

    /// A host gives up after its patience; on a busy machine the wait may not have been ended by then.
    func test_change_whoseWaitForAStandbyIsEnded_isOfUnknownOutcomeAndSaysWhy() throws {
        var (patience, before): (Duration, UInt64) = (.seconds(1), 0)
        var error: StoreError?
        while error?.reason.contains("synchronous replication") != true, patience < .seconds(60) {
            patience *= 2
            let host = try makeHost(patience: patience)
            before = try newest(of: fleet).number
            try waitingForStandby { error = errorOfChange(by: host) }
        }
        let words = try XCTUnwrap(error)
        XCTAssertEqual(words.status, .unknownOutcome, "\(words)")
        XCTAssertTrue(words.reason.contains("synchronous replication"), "\(words)")
        XCTAssertEqual(try newest(of: fleet).number, before + 1)
    }
}
