import Foundation
import XCTest

@testable import SecureStore

/// Changes of several threads of one host that are kept by one turn.
final class SharedTurnTests: FleetTestCase {
    private lazy var hooked = HookedFleet(fleet)
    private let ended = Locked<[Int: StoreStatus?]>([:])

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
        while (try? store.replica?.changes.line.change { $0.waiting.count }) != count {
            guard ContinuousClock.now < deadline else { return XCTFail("nobody waits") }
            Thread.sleep(forTimeInterval: 0.001)
        }
    }

    private static func addInTransaction(to store: ItemStore) throws {
        try store.transaction { changes throws(StoreError) in
            _ = try changes.add(password("other"), secret: nil)
        }
    }

    private var statuses: [StoreStatus?] { ended.value.sorted { $0.key < $1.key }.map(\.value) }
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
            try a.commit { session throws(StoreError) in
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

    /// A turn may be lost without a word, and then others go on before this thread asks.
    func test_add_refusedInALostTurn_isNotToldOfAnEarlierState() throws {
        let a = try begin(over: hooked)
        try a.add(password("maria"), secret: nil)
        hooked.isTurnLost.update { $0 = true }
        XCTAssertNoThrow(try a.replica?.commitShared { _ in }, "nobody else waits")
        XCTAssertThrowsError(
            try share(1, of: a, first: { try a.replica?.commitShared { _ in } }) { _ in
                try a.add(password("maria"), secret: nil)
            })
        XCTAssertEqual(statuses, [.notAvailable])
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

    /// Four threads' changes, whose commit fails with this error, all hear it; then the replica has this many
    /// items.
    private func assertAllHear(_ error: StoreError, isKept: Bool, items: Int, line: UInt = #line) throws {
        let a = try begin(over: hooked)
        fleet.failure.update { $0 = (isKept, error) }
        XCTAssertThrowsError(
            try share(4, of: a, first: { try a.add(password("first"), secret: nil) }) { number in
                try a.add(password("\(number)"), secret: nil)
            }, line: line)
        XCTAssertEqual(statuses, Array(repeating: error.status, count: 4), line: line)
        fleet.failure.update { $0 = nil }
        try a.catchUp()
        XCTAssertEqual(try a.itemCount(), items, line: line)
        XCTAssertNoThrow(try a.add(password("next"), secret: nil), line: line)
    }

    func test_changesThatAreNotKept_failForAll() throws {
        try assertAllHear(StoreError(.notAvailable, "the server is away"), isKept: false, items: 0)
    }

    func test_changesOfUnknownOutcome_areUnknownToAll() throws {
        try assertAllHear(StoreError(.unknownOutcome, "the connection was lost"), isKept: true, items: 5)
    }

    /// A thread that adds what the first one has added, in a turn whose commit fails with `error`, does not
    /// hear of an item that nobody has.
    private func assertDuplicateHears(_ status: StoreStatus, of error: StoreError, line: UInt = #line) throws
    {
        let a = try begin(over: hooked)
        fleet.failure.update { $0 = (false, error) }
        XCTAssertThrowsError(
            try share(1, of: a, first: { try a.add(password("one"), secret: nil) }) { _ in
                try a.add(password("one"), secret: nil)
            }, line: line)
        XCTAssertEqual(statuses, [status], line: line)
    }

    func test_add_ofAnItemThatIsNotKept_isNotRefusedAsDuplicate() throws {
        try assertDuplicateHears(.notAvailable, of: StoreError(.notAvailable, "the server is away"))
    }

    func test_add_ofAnItemThatTheFleetAloneHas_isRefusedAsDuplicate() throws {
        try assertDuplicateHears(.duplicateItem, of: StoreError(.keptByFleet, "this disk is full"))
    }

    func test_add_ofAnItemOfUnknownOutcome_hasNotHappened() throws {
        try assertDuplicateHears(.notAvailable, of: StoreError(.unknownOutcome, "the connection was lost"))
    }

    /// The answer to a thread that adds an item after `change`, while a transaction goes on that began
    /// before.
    private func statusOfAdd(to a: ItemStore, after change: @escaping @Sendable () throws -> Void) throws
        -> StoreStatus?
    {
        let (group, ended) = (DispatchGroup(), ended)
        try a.commit { session throws(StoreError) in
            group.enter()
            Thread.detachNewThread {
                let status = thrownStatus {
                    try change()
                    try a.add(password("late"), secret: secret("one"))
                }
                ended.update { $0[0] = .some(status) }
                group.leave()
            }
            Self.wait(for: 1, of: a)
            _ = try session.add(password("first", .afterFirstUnlock).attributes, nil)
        }
        group.wait()
        return statuses[0]
    }

    func test_add_afterLock_isRefusedDuringATurnThatBeganBefore() throws {
        let a = try begin(over: hooked)
        XCTAssertEqual(try statusOfAdd(to: a) { a.lock() }, .interactionNotAllowed)
    }

    func test_add_afterUnlock_isMadeDuringATurnThatBeganBefore() throws {
        let a = try begin(over: hooked)
        a.lock()
        XCTAssertNil(try statusOfAdd(to: a) { try a.unlock() })
    }

    func test_changeWhoseTurnDoesNotEnd_isOfUnknownOutcome() throws {
        let a = try begin(over: hooked)
        hooked.shortPatience.update { $0 = .milliseconds(200) }
        hooked.onKept.update { [ended] in
            $0 = {
                let deadline = ContinuousClock.now + .seconds(60)
                while ended.value.isEmpty, ContinuousClock.now < deadline {
                    Thread.sleep(forTimeInterval: 0.001)
                }
            }
        }
        try share(1, of: a, first: { try a.add(password("first"), secret: nil) }) { _ in
            try a.add(password("second"), secret: nil)
        }
        XCTAssertEqual(statuses, [.unknownOutcome])
        XCTAssertEqual(try a.itemCount(), 2)
    }

    func test_add_ofManyThreads_takesMoreThanOneTurn() throws {
        let a = try begin(over: hooked)
        let before = newest
        try share(70, of: a, first: { try a.add(password("first"), secret: nil) }) { number in
            try a.add(password("\(number)"), secret: nil)
        }
        XCTAssertEqual(statuses, Array(repeating: nil, count: 70))
        XCTAssertGreaterThan(newest, before + 1)
    }

    func test_add_besideAChangeOfManyRows_takesATurnOfItsOwn() throws {
        let a = try begin(over: hooked)
        try a.transaction { changes throws(StoreError) in
            for number in 0..<1100 { _ = try changes.add(password("\(number)"), secret: nil) }
        }
        let before = newest
        try share(1, of: a, first: { try a.deleteAll(of: GenericPassword.self) }) { _ in
            try a.add(password("other"), secret: nil)
        }
        XCTAssertEqual(statuses, [nil])
        XCTAssertEqual(newest, before + 2)
    }

    func test_transaction_whileAnotherThreadHasTheTurn_waitsForItsOwn() throws {
        let a = try begin(over: hooked)
        let (before, group) = (newest, DispatchGroup())
        hooked.onTurn.update {
            $0 = {
                group.enter()
                Thread.detachNewThread {
                    let status = thrownStatus { try Self.addInTransaction(to: a) }
                    XCTAssertNil(status)
                    group.leave()
                }
                // Long enough to wait with the others, if it did.
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
        try a.add(password("first"), secret: nil)
        group.wait()
        XCTAssertEqual(newest, before + 2)
    }
}
