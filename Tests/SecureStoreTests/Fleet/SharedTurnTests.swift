import Foundation
import XCTest

@testable import SecureStore

/// Changes of several threads of one host that are kept by one turn.
final class SharedTurnTests: FleetTestCase {
    private lazy var hooked = HookedFleet(fleet)
    private let ended = Locked<[Int: Status?]>([:])

    /// Makes a change, and others of as many threads, which all wait when the first one gets its turn.
    private func share(
        _ count: Int, of store: ItemStore, first: () throws -> Void,
        _ change: @escaping @Sendable (Int) throws -> Void
    ) throws {
        let (group, ended) = (DispatchGroup(), ended)
        hooked.onTurn.update {
            $0 = {
                for number in 0..<count {
                    group.enter()
                    Thread.detachNewThread {
                        let status = thrownStatus { try change(number) }
                        ended.update { $0[number] = .some(status) }
                        group.leave()
                    }
                }
                Self.wait(for: count, of: store)
            }
        }
        defer { group.wait() }
        try first()
    }

    private static func wait(for count: Int, of store: ItemStore) {
        let deadline = ContinuousClock.now + .seconds(60)
        while (try? store.engine.turns?.line.change { $0.waiting.count }) != count {
            guard ContinuousClock.now < deadline else { return XCTFail("nobody waits") }
            Thread.sleep(forTimeInterval: 0.001)
        }
    }

    private var statuses: [Status?] { ended.value.sorted { $0.key < $1.key }.map(\.value) }
    private var newest: UInt64 { fleet.content.value.newest.number }

    func test_add_ofEightThreads_isKeptByOneChange() throws {
        let a = try begin(over: hooked)
        let b = try join("b", lettingIn: a)
        let before = newest
        try share(7, of: a, first: { try a.add(password("first"), secret: secret("one")) }) { number in
            try a.add(password("\(number)"), secret: secret("one"))
        }
        XCTAssertEqual(statuses, Array(repeating: nil, count: 7))
        XCTAssertEqual(newest, before + 1)
        try b.catchUp()
        XCTAssertEqual(try b.itemCount(), 8)
        try assertEqual([a, b])
    }

    func test_add_ofAnItemThatAnotherAdds_failsAlone() throws {
        let a = try begin(over: hooked)
        let b = try join("b", lettingIn: a)
        try share(4, of: a, first: { try a.add(password("0"), secret: nil) }) { number in
            try a.add(password("\(number % 3)"), secret: nil)
        }
        XCTAssertEqual(statuses.filter { $0 == .duplicateItem }.count, 2)
        try b.catchUp()
        XCTAssertEqual(try b.itemCount(), 3)
        try assertEqual([a, b])
    }

    func test_update_refusedAfterItsFirstItem_isUndoneAlone() throws {
        let a = try begin(over: hooked)
        let b = try join("b", lettingIn: a)
        for account in ["maria", "olga"] { try a.add(password(account), secret: nil) }
        try share(3, of: a, first: { try a.add(password("first"), secret: nil) }) { number in
            guard number == 1 else {
                try a.add(password("\(number)"), secret: nil)
                return
            }
            let both = Query<GenericPassword>().where(.account, contains: "a")
            try a.update(both, Changes().set(.account, to: "one"))
        }
        XCTAssertEqual(statuses[1], .duplicateItem)
        try b.catchUp()
        XCTAssertEqual(try b.itemCount(), 5)
        XCTAssertNil(try b.first(query("one")))
        try assertEqual([a, b])
    }

    func test_changeThatFailsHalfDone_isUndoneAlone() throws {
        let a = try begin(over: hooked)
        let b = try join("b", lettingIn: a)
        try share(3, of: a, first: { try a.add(password("first"), secret: nil) }) { number in
            try a.engine.change { session throws(StoreError) in
                _ = try session.add(password("\(number)").attributes, nil)
                if number == 1 { throw StoreError(.param, "half done") }
            }
        }
        XCTAssertEqual(statuses, [nil, .param, nil])
        try b.catchUp()
        XCTAssertEqual(try b.itemCount(), 3)
        try assertEqual([a, b])
    }

    func test_replace_ofOneGenerationByAll_isMadeByOne() throws {
        let a = try begin(over: hooked)
        try a.add(password("maria"), secret: secret("old"))
        try share(6, of: a, first: { try a.add(password("first"), secret: nil) }) { _ in
            try a.replace(password("maria"), secret: secret("new"), ifGeneration: 1)
        }
        XCTAssertEqual(statuses.filter { $0 == nil }.count, 1)
        XCTAssertEqual(statuses.filter { $0 == .recordModified }.count, 5)
    }

    func test_firstThatFails_leavesTheTurnToTheOthers() throws {
        let a = try begin(over: hooked)
        try a.add(password("maria"), secret: nil)
        XCTAssertThrowsError(
            try share(4, of: a, first: { try a.add(password("maria"), secret: nil) }) { number in
                try a.add(password("\(number)"), secret: nil)
            })
        XCTAssertEqual(statuses, Array(repeating: nil, count: 4))
        XCTAssertEqual(try a.itemCount(), 5)
    }

    func test_changesThatAreNotKept_failForAll() throws {
        let a = try begin(over: hooked)
        fleet.failure.update { $0 = (false, StoreError(.notAvailable, "the server is away")) }
        XCTAssertThrowsError(
            try share(4, of: a, first: { try a.add(password("first"), secret: nil) }) { number in
                try a.add(password("\(number)"), secret: nil)
            })
        XCTAssertEqual(statuses, Array(repeating: .notAvailable, count: 4))
        fleet.failure.update { $0 = nil }
        XCTAssertEqual(try a.itemCount(), 0)
        XCTAssertNoThrow(try a.add(password("0"), secret: nil))
    }

    func test_changesOfUnknownOutcome_areUnknownToAll() throws {
        let a = try begin(over: hooked)
        fleet.failure.update { $0 = (true, StoreError(.unknownOutcome, "the connection was lost")) }
        XCTAssertThrowsError(
            try share(4, of: a, first: { try a.add(password("first"), secret: nil) }) { number in
                try a.add(password("\(number)"), secret: nil)
            })
        XCTAssertEqual(statuses, Array(repeating: .unknownOutcome, count: 4))
        fleet.failure.update { $0 = nil }
        try a.catchUp()
        XCTAssertEqual(try a.itemCount(), 5)
    }

    func test_add_thatGetsNoTurn_isNotMade() throws {
        let a = try begin(over: hooked)
        hooked.onTurn.update { [ended] in
            $0 = {
                let status = thrownStatus { try a.add(password("late"), secret: nil) }
                ended.update { $0[0] = .some(status) }
            }
        }
        try a.add(password("first"), secret: nil)
        XCTAssertEqual(statuses, [.databaseLocked])
        XCTAssertNil(try a.first(query("late")))
    }

    func test_transactions_ofThreads_areEachKeptByTheirOwnChange() throws {
        let a = try begin(over: hooked)
        let before = newest
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            do {
                try a.transaction { changes throws(StoreError) in
                    _ = try changes.add(password("\(thread)"), secret: nil)
                }
            } catch { XCTFail("\(error)") }
        }
        XCTAssertEqual(newest, before + 4)
    }
}
