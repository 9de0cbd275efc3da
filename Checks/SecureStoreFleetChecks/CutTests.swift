import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Connections that are cut while a change is being kept: each call says what became of it.
final class CutTests: ProxyTestCase {
    /// The way in which a change gets its turn.
    private enum Way: CaseIterable { case turn, guess }

    /// The number of bytes that go in a direction while a change like those of these tests is kept.
    private func size(_ direction: CuttingProxy.Direction, _ way: Way) throws -> Int {
        proxy.arm(nil)
        let host = try makeHost()
        try addChange(to: host)
        _ = try keep(on: host, way, cutting: nil)
        return proxy.byteCount(direction)
    }

    private enum Answer { case kept, notKept, unknown }

    /// Keeps a change with a row of its number while the connection is cut, and checks the answer; returns
    /// it.
    private func keep(on host: FleetServer, _ way: Way, cutting cut: CuttingProxy.Cut?) throws -> Answer {
        proxy.arm(nil)
        var (sent, answer): (KeptState?, Answer) = (nil, .kept)
        do {
            switch way {
            case .turn:
                try host.takingTurn { (turn) throws(StoreError) in
                    let change = try makeNext(after: turn.newest())
                    sent = change.state
                    proxy.arm(cut)
                    try turn.keep(change)
                }
            case .guess:
                let newest = try newest(of: fleet)
                let change = makeNext(after: newest)
                sent = change.state
                proxy.arm(cut)
                let isKept = try host.keepAtOnce(change, after: newest)
                XCTAssert(isKept, "\(String(describing: cut))")
            }
        } catch {
            let error = try XCTUnwrap(error as? StoreError)
            XCTAssert([.notAvailable, .unknownOutcome].contains(error.status), "\(error)")
            answer = error.status == .unknownOutcome ? .unknown : .notKept
        }
        try assertIsThere(try XCTUnwrap(sent), answer, cut)
        return answer
    }

    private func assertIsThere(_ last: KeptState, _ answer: Answer, _ cut: CuttingProxy.Cut?) throws {
        // Its turn comes once the server has ended all others.
        let newest = try fleet.takingTurn { (turn) throws(StoreError) in try turn.newest() }
        let isThere = newest == last
        XCTAssertEqual(newest.number, isThere ? last.number : last.number - 1)
        if answer != .unknown { XCTAssertEqual(isThere, answer == .kept, "\(String(describing: cut))") }
        XCTAssertEqual(try rows(of: fleet, after: last.number - 1).isEmpty, !isThere)
    }

    private func makeNext(after state: KeptState) -> OutgoingChange {
        change(state.number + 1, rows: [(Int64(state.number), random(20))])
    }

    /// Cuts the connection at every so many bytes; returns how often.
    private func cutEverywhere(_ direction: CuttingProxy.Direction, _ way: Way) throws -> Int {
        let (host, size) = (try makeHost(), try size(direction, way))
        try addChange(to: host)
        var count = 0
        for byte in stride(from: 0, to: size, by: Effort.step) {
            let cut = CuttingProxy.Cut(direction: direction, byteCount: byte, manner: .ended)
            XCTAssertEqual(try keep(on: host, way, cutting: cut), .kept, "\(cut)")
            // Numbers are sent as text too, so that a turn may be some bytes shorter than the one that was
            // measured.
            XCTAssert(proxy.hasCut || byte > size - 32, "\(cut)")
            count += 1
        }
        return count
    }

    func test_keep_withCutAnywhereOnTheWayThere_isSentAgain() throws {
        for way in Way.allCases {
            XCTAssertGreaterThan(try cutEverywhere(.toServer, way), Effort.rounds(350), "\(way)")
        }
    }

    func test_keep_withCutAnywhereOnTheWayBack_isKeptOnce() throws {
        for way in Way.allCases {
            XCTAssertGreaterThan(try cutEverywhere(.toHost, way), Effort.rounds(150), "\(way)")
        }
    }

    /// Cuts at this many places in both directions, after which nobody comes through.
    private func answers(after manner: CuttingProxy.Manner, places: Int) throws -> [Answer] {
        var answers: [Answer] = []
        for direction in CuttingProxy.Direction.allCases {
            let sizes = try Way.allCases.map { ($0, try size(direction, $0)) }
            for place in 0..<places {
                let (way, size) = sizes[place % sizes.count]
                proxy.arm(nil)
                // Where much else runs, a change that nobody cuts takes longer, too.
                let host = try makeHost(patience: .seconds(1))
                try addChange(to: host)
                let cut = CuttingProxy.Cut(
                    direction: direction, byteCount: size * place / places, manner: manner)
                let start = ContinuousClock.now
                answers.append(try keep(on: host, way, cutting: cut))
                // Far more than the patience, because machines are slow; far less than for ever.
                XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
            }
        }
        return answers
    }

    func test_keep_withServerOutOfReachAfterTheCut_neverSaysWhatItDoesNotKnow() throws {
        let answers = try answers(after: .down, places: max(3, Effort.rounds(20)))
        XCTAssert(answers.contains(.unknown))
    }

    func test_keep_withConnectionThatGoesSilent_endsInTimeWithAnAnswer() throws {
        let answers = try answers(after: .silent, places: max(3, Effort.rounds(20)))
        // A new connection tells what became of the change, unless that takes too long as well.
        XCTAssert(answers.contains { $0 != .unknown })
    }

    func test_keep_overAConnectionThatIsLate_leavesNothingThatComesLater() throws {
        let size = try size(.toServer, .turn)
        var answers: [Answer] = []
        for place in 1...4 {
            proxy.arm(nil)
            let host = try makeHost(patience: .seconds(2))
            try addChange(to: host)
            // `keep` compares the answer with what is there at once.
            let cut = CuttingProxy.Cut(direction: .toServer, byteCount: size - place * 12, manner: .late)
            answers.append(try keep(on: host, .turn, cutting: cut))
            let newest = try newest(of: fleet)
            usleep(3_500_000)
            if answers.last != .unknown { XCTAssertEqual(try self.newest(of: fleet), newest, "\(place)") }
        }
        XCTAssert(answers.contains { $0 != .unknown }, "\(answers)")
    }

    func test_keep_withOtherChangeBetweenCutAndReturn_isNotKept() throws {
        let (host, other) = (try makeHost(), try makeFleet())
        assertThrows(.notAvailable) {
            try host.takingTurn { (turn) throws(StoreError) in
                try endSessions()
                try addChange(to: other)
                try turn.keep(try makeNext(after: turn.newest()))
            }
        }
        XCTAssertEqual(try newest(of: fleet).number, 2)
    }

    func test_keep_withOtherHistoryAfterTheCut_isNotKept() throws {
        let host = try makeHost()
        assertThrows(.notAvailable) {
            try host.takingTurn { (turn) throws(StoreError) in
                let next = makeNext(after: try turn.newest())
                try endSessions(running: "UPDATE securestore.fleet SET state = '\\x01'")
                try turn.keep(next)
            }
        }
        XCTAssertEqual(try newest(of: fleet).box, [1])
        XCTAssertEqual(try rows(of: fleet), [:])
    }

    func test_keep_withLostSessionThatLives_endsItByItsMark() throws {
        let host = try makeHost(patience: .seconds(60))
        let start = ContinuousClock.now
        try host.takingTurn { (turn) throws(StoreError) in
            let next = makeNext(after: try turn.newest())
            (turn as? FleetTransaction)?.connection.abandon()
            try turn.keep(next)
        }
        // Otherwise the server would end it only after the patience.
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(30))
        XCTAssertEqual(try newest(of: fleet).number, 2)
    }

    func test_keepAtOnce_withOtherChangeBetweenCutAndReturn_isNotKept() throws {
        let (host, other) = (try makeHost(), try makeFleet())
        try addChange(to: host)
        let newest = try newest(of: other)
        try endSessions()
        try addChange(to: other)
        XCTAssertFalse(try host.keepAtOnce(makeNext(after: newest), after: newest))
        XCTAssertEqual(try self.newest(of: fleet).number, 3)
    }

    func test_keep_ofManyRowsWithCutInTheMiddle_hasEachOnce() throws {
        let host = try makeHost()
        let rows = (0..<5_000).map { (Int64($0), random(300) as [UInt8]?) }
        for byteCount in [100_000, 700_000, 1_500_000] {
            try host.takingTurn { (turn) throws(StoreError) in
                let next = change(try turn.newest().number + 1, rows: rows)
                proxy.arm(CuttingProxy.Cut(direction: .toServer, byteCount: byteCount, manner: .ended))
                try turn.keep(next)
            }
            XCTAssert(proxy.hasCut)
        }
        XCTAssertEqual(try self.rows(of: fleet), Dictionary(uniqueKeysWithValues: rows))
    }

    /// Each batch of rows has the whole patience, also when they go once more.
    func test_keep_ofRowsThatTakeLongerThanThePatience_withCutInTheMiddle_isKept() throws {
        let host = try makeHost(patience: .seconds(3))
        let rows = (0..<16_000).map { (Int64($0), random(20) as [UInt8]?) }
        try host.takingTurn { (turn) throws(StoreError) in
            let next = change(try turn.newest().number + 1, rows: rows)
            proxy.arm(CuttingProxy.Cut(direction: .toServer, byteCount: 60_000, manner: .ended))
            proxy.slow(byMicroseconds: 300_000)
            try turn.keep(next)
        }
        XCTAssert(proxy.hasCut)
        XCTAssertEqual(try newest(of: fleet).number, 2)
        XCTAssertEqual(try self.rows(of: fleet).count, rows.count)
    }

    func test_callsOutsideOfTurns_overAConnectionThatWentSilent_takeANewOne() throws {
        let host = try makeHost(patience: .seconds(3))
        let calls: [() throws -> Void] = [
            { _ = try host.hosts() }, { _ = try host.numberAfter(0, waitingAtMost: .seconds(20)) },
        ]
        for (number, call) in calls.enumerated() {
            proxy.arm(nil)
            try addChange(to: host)
            proxy.arm(CuttingProxy.Cut(direction: .toServer, byteCount: 0, manner: .silent))
            XCTAssertNoThrow(try call(), "\(number)")
            XCTAssert(proxy.hasCut)
        }
    }

    func test_lock_overASessionThatWentSilent_takesANewOne() throws {
        let host = try makeHost(patience: .seconds(3))
        try host.lock(1, waitingAtMost: .zero).release()
        proxy.arm(CuttingProxy.Cut(direction: .toServer, byteCount: 0, manner: .silent))
        let lock = try host.lock(1, waitingAtMost: .seconds(20))
        XCTAssert(proxy.hasCut)
        assertThrows(.databaseLocked) { try fleet.lock(1, waitingAtMost: .zero) }
        lock.release()
    }

    func test_takingTurn_overConnectionThatDied_takesANewOne() throws {
        let host = try makeHost()
        try addChange(to: host)
        try endSessions()
        XCTAssertEqual(try addChange(to: host), 3)
    }

    /// Ends all other sessions, as an administrator may, waits until they are gone, and runs a statement.
    private func endSessions(running statement: String? = nil) throws(StoreError) {
        let others = "FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        do {
            repeat {
                try postgres.run("SELECT count(pg_terminate_backend(pid)) \(others)")
            } while try postgres.run("SELECT count(*) \(others)") != [0]
            if let statement { try postgres.run(statement) }
        } catch {
            throw StoreError(.io, "\(error)")
        }
    }

    func test_register_withCutAnywhereOnTheWayBack_saysWhatIsKnown() throws {
        proxy.arm(nil)
        try makeHost(identifier: random(16)).register(change(1, keys: random(40)))
        var unknown = 0
        for byte in stride(from: 0, to: proxy.byteCount(.toHost), by: 2 * Effort.step) {
            let identifier = random(16)
            let host = try makeHost(identifier: identifier)
            proxy.arm(.init(direction: .toHost, byteCount: byte, manner: .ended))
            let status = status { try host.register(change(1, keys: random(40))) }
            // Waits for the lost session, if that has added the fleet.
            let again = self.status {
                try makeFleet(identifier: identifier).register(change(1, keys: random(40)))
            }
            if status == .notAvailable { XCTAssertNil(again, "\(byte)") }
            if status == nil { XCTAssertEqual(again, .duplicateKeychain, "\(byte)") }
            if status == .unknownOutcome { unknown += 1 }
        }
        XCTAssertGreaterThan(unknown, 0)
    }

    /// The status that `body` throws; nil if it throws nothing.
    private func status(_ body: () throws -> Void) -> StoreStatus? {
        do { try body() } catch { return (error as? StoreError)?.status ?? .internalError }
        return nil
    }
}
