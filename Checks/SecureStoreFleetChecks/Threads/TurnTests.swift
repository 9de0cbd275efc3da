import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

final class TurnTests: FleetTestCase {
    func test_keep_ofChange_isSeenByOtherHosts() throws {
        let (other, content) = (try makeFleet(), random(50))
        try addChange(to: fleet, rows: [(7, content), (9, nil)])
        XCTAssertEqual(try newest(of: other).number, 2)
        XCTAssertEqual(try rows(of: other, after: 1), [7: content, 9: nil])
    }

    func test_keep_ofEmptyRowAndBox_isNotTakenForOneThatWentAway() throws {
        try addChange(to: fleet, rows: [(0, []), (Int64.max, nil)])
        XCTAssertEqual(try rows(of: fleet), [0: [], Int64.max: nil])
    }

    func test_keep_byManyThreads_givesEveryNumberOnce() throws {
        let numbers = SystemMutex<[UInt64]>([])
        let hosts = try (0..<6).map { _ in try makeFleet() }
        DispatchQueue.concurrentPerform(iterations: hosts.count) { index in
            for _ in 0..<20 {
                let number = try? addChange(to: hosts[index], rows: [(Int64(index), [1])])
                numbers.withLock { $0.append(number ?? 0) }
            }
        }
        XCTAssertEqual(numbers.withLock { $0.sorted() }, Array(2...121))
        XCTAssertEqual(
            try fleet.looking { (look) throws(StoreError) in try look.links(after: 0).count }, 121)
    }

    func test_takingTurn_whileAnotherHasIt_isRefusedInTime() throws {
        let other = try makeFleet(patience: .milliseconds(200))
        try fleet.takingTurn { (_) throws(StoreError) in
            let start = ContinuousClock.now
            self.assertThrows(.databaseLocked) { try addChange(to: other) }
            XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
        }
        XCTAssertEqual(try addChange(to: other), 2)
    }

    func test_takingTurn_onceReleased_isGivenToWhoWaits() throws {
        let other = try makeFleet()
        let done = DispatchSemaphore(value: 0)
        try fleet.takingTurn { (turn) throws(StoreError) in
            Thread.detachNewThread {
                XCTAssertEqual(try? addChange(to: other), 3)
                done.signal()
            }
            try turn.keep(change(2))
        }
        XCTAssertEqual(done.wait(timeout: .now() + 60), .success)
    }

    func test_keepAtOnce_rightAfterTheNewest_isKept() throws {
        try addChange(to: fleet)
        XCTAssert(try fleet.keepAtOnce(change(3, rows: [(7, [1])]), after: newest(of: fleet)))
        XCTAssertEqual(try newest(of: makeFleet()).number, 3)
        XCTAssertEqual(try rows(of: fleet), [7: [1]])
    }

    func test_keepAtOnce_afterAnythingElse_leavesNothing() throws {
        try addChange(to: fleet)
        let newest = try newest(of: fleet)
        for (number, box) in [(1, newest.box), (3, newest.box), (2, random(100))] as [(UInt64, [UInt8])] {
            let guessed = KeptState(number: number, keysVersion: newest.keysVersion, box: box)
            let isKept = try fleet.keepAtOnce(change(number + 1, rows: [(7, [1])]), after: guessed)
            XCTAssertFalse(isKept, "\(number)")
        }
        XCTAssertEqual(try self.newest(of: fleet), newest)
        XCTAssertEqual(try rows(of: fleet), [:])
    }

    func test_keepAtOnce_ofManyRowsAfterAnythingElse_leavesNothing() throws {
        try addChange(to: fleet)
        let newest = try newest(of: fleet)
        let guessed = KeptState(number: 2, keysVersion: 1, box: random(100))
        let rows = (0..<5_000).map { (Int64($0), random(300) as [UInt8]?) }
        XCTAssertFalse(try fleet.keepAtOnce(change(3, rows: rows), after: guessed))
        XCTAssertEqual(try self.rows(of: fleet), [:])
        XCTAssert(try fleet.keepAtOnce(change(3, rows: rows), after: newest))
        XCTAssertEqual(try self.rows(of: fleet), Dictionary(uniqueKeysWithValues: rows))
    }

    func test_keepAtOnce_whileAnotherHasTheTurn_doesNotWait() throws {
        let other = try makeFleet(patience: .seconds(600))
        try addChange(to: other)
        let newest = try newest(of: fleet)
        try fleet.takingTurn { (turn) throws(StoreError) in
            guard try !other.keepAtOnce(change(3), after: newest) else { return XCTFail("the turn is taken") }
            try turn.keep(change(3))
        }
        XCTAssertEqual(try addChange(to: other), 4)
    }

    func test_keepAtOnce_withoutConnectionThatWaits_isNotTried() throws {
        let newest = try newest(of: fleet)
        XCTAssertFalse(try makeFleet().keepAtOnce(change(2), after: newest))
        XCTAssertEqual(try self.newest(of: fleet), newest)
    }

    func test_takingTurn_withBodyThatThrows_leavesNothing() throws {
        let before = try newest(of: fleet)
        assertThrows(.userCanceled) {
            try fleet.takingTurn { (_) throws(StoreError) in throw StoreError(.userCanceled, "") }
        }
        XCTAssertEqual(try newest(of: fleet), before)
        XCTAssertEqual(try addChange(to: fleet), 2)
    }

    func test_keep_withRowsThatThrow_leavesNothing() throws {
        let broken = OutgoingChange(
            state: KeptState(number: 2, keysVersion: 1, box: [1]), link: random(32), keys: nil, handover: nil
        ) { (body) throws(StoreError) in
            for row in 0..<3_000 { try body(Int64(row), [1, 2, 3]) }
            throw StoreError(.io, "")
        }
        assertThrows(.io) { try fleet.takingTurn { (turn) throws(StoreError) in try turn.keep(broken) } }
        XCTAssertEqual(try rows(of: fleet), [:])
        XCTAssertEqual(try addChange(to: fleet), 2)
    }

    func test_keep_ofNumberThatDoesNotFollow_throwsParam() throws {
        for number in [0, 1, 3, UInt64.max] {
            assertThrows(.param) {
                try fleet.takingTurn { (turn) throws(StoreError) in try turn.keep(change(number)) }
            }
        }
        XCTAssertEqual(try newest(of: fleet).number, 1)
    }

    func test_looking_whileChangesCome_seesOneState() throws {
        try addChange(to: fleet, rows: [(1, [1])])
        let other = try makeFleet()
        try fleet.looking { (look) throws(StoreError) in
            try addChange(to: other, rows: [(1, [2]), (2, [2])])
            var seen: [Int64] = []
            try look.eachRow(after: 0) { (row, content) in if content == [1] { seen.append(row) } }
            XCTAssertEqual(seen, [1])
            XCTAssertEqual(try look.newest().number, 2)
        }
        XCTAssertEqual(try rows(of: fleet), [1: [2], 2: [2]])
    }

    func test_fleets_onOneServer_doNotSeeEachOther() throws {
        let other = try makeFleet(identifier: random(16))
        try other.register(change(1, rows: [(1, [9])], keys: [7]))
        try addChange(to: fleet, rows: [(1, [1])])
        XCTAssertEqual(try rows(of: other), [1: [9]])
        XCTAssertEqual(try newest(of: other).number, 1)
        try fleet.prune(below: 100)
        XCTAssertEqual(try other.looking { (look) throws(StoreError) in try look.links(after: 0).count }, 1)
    }

    func test_keysAndHandovers_areThoseOfTheNewestState() throws {
        let (keys, handover) = (random(1_000), random(80))
        try fleet.takingTurn { (turn) throws(StoreError) in
            try turn.keep(change(2, keys: keys, handover: handover, keysVersion: 2))
        }
        try addChange(to: fleet)
        try fleet.looking { (look) throws(StoreError) in
            XCTAssertEqual(try look.keys(), keys)
            XCTAssertEqual(try look.handovers(after: 1, upTo: 2).map(\.head), [handover])
            XCTAssertEqual(try look.handover(to: 2), handover)
            XCTAssertTrue(try look.handovers(after: 2, upTo: .max).isEmpty)
        }
    }

    func test_register_ofKnownFleet_throwsDuplicateKeychain() throws {
        assertThrows(.duplicateKeychain) { try fleet.register(change(1, rows: [(1, [1])], keys: [1])) }
        XCTAssertEqual(try rows(of: fleet), [:])
    }

    func test_takingTurn_ofUnknownFleet_throwsNoSuchKeychain() throws {
        let unknown = try makeFleet(identifier: random(16))
        assertThrows(.noSuchKeychain) { try addChange(to: unknown) }
    }

    func test_eachRow_thatIsRefused_leavesTheConnectionUsable() throws {
        try addChange(to: fleet, rows: [(7, [1])])
        _ = try postgres.run("ALTER TABLE securestore.item RENAME TO elsewhere")
        defer { _ = try? postgres.run("ALTER TABLE securestore.elsewhere RENAME TO item") }
        try fleet.looking { (look) throws(StoreError) in
            self.assertThrows(.noSuchKeychain) { try look.eachRow(after: 0) { _, _ in } }
            XCTAssertEqual((look as? FleetTransaction)?.connection.isUsable, true)
        }
    }
}
