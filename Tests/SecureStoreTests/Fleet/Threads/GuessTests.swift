import Foundation
import XCTest

@testable import SecureStore

/// Changes that a host makes without waiting for its turn, because nobody else has changed anything since its
/// last one.
final class GuessTests: FleetTestCase {
    private var guesses: (right: Int, wrong: Int) { fleet.guesses.value }

    /// Two hosts, of which the first has made the newest change.
    private func makeHosts() throws -> (a: ItemStore, b: ItemStore) {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        try a.add(password("first"), secret: secret("one"))
        try b.catchUp()
        return (a, b)
    }

    private func assertEqualAfterCatchingUp(_ stores: [ItemStore], line: UInt = #line) throws {
        for store in stores { try store.catchUp() }
        try assertEqual(stores, line: line)
    }

    func test_changes_ofOneHost_takeNoTurn() throws {
        let (a, b) = try makeHosts()
        let before = guesses.right
        try a.update(query("first"), Changes().set(.comment, to: "new"))
        try a.add(password("second"), secret: secret("two"))
        try a.delete(query("first"))
        XCTAssertEqual(guesses.right, before + 3)
        XCTAssertEqual(guesses.wrong, 0)
        try assertEqualAfterCatchingUp([a, b])
    }

    func test_changes_ofTwoHostsInTurn_guessWrongOnceEach() throws {
        let (a, b) = try makeHosts()
        for number in 0..<6 { try (number % 2 == 0 ? b : a).add(password("\(number)"), secret: nil) }
        XCTAssertEqual(guesses.wrong, 2)
        try assertEqualAfterCatchingUp([a, b])
        XCTAssertEqual(try a.itemCount(), 7)
    }

    func test_add_ofAnItemThatAnotherHostDeleted_isMade() throws {
        let (a, b) = try makeHosts()
        try b.delete(query("first"))
        try a.add(password("first"), secret: secret("two"))
        try assertEqualAfterCatchingUp([a, b])
    }

    func test_update_ofWhatOnlyAnotherHostHas_findsIt() throws {
        let (a, b) = try makeHosts()
        try b.add(password("second"), secret: nil)
        try a.update(query("second"), Changes().set(.comment, to: "new"))
        XCTAssertEqual(try a.first(query("second"))?.item.comment, "new")
    }

    func test_deleteAll_withNothingHere_deletesWhatAnotherHostAdded() throws {
        let (a, b) = try makeHosts()
        try a.delete(query("first"))
        try b.add(password("second"), secret: nil)
        XCTAssertEqual(try a.deleteAll(of: GenericPassword.self), 1)
        try assertEqualAfterCatchingUp([a, b])
    }

    func test_change_thatFindsNothingToDo_looksAgainInATurn() throws {
        let (a, b) = try makeHosts()
        try b.add(password("second"), secret: nil)
        let count = try a.commit { session in session.change.state.count }
        XCTAssertEqual(count, 2)
    }

    func test_transaction_runsItsClosureOnceWhateverWasGuessed() throws {
        let (a, b) = try makeHosts()
        var runs = 0
        for isBehind in [false, true] {
            if isBehind { try b.add(password("second"), secret: nil) }
            try a.transaction { changes throws(StoreError) in
                runs += 1
                try changes.update(query("first"), Changes().set(.comment, to: "\(isBehind)"))
            }
            assertThrows(.itemNotFound) {
                try a.transaction { changes throws(StoreError) in
                    runs += 1
                    try changes.delete(query("third"))
                }
            }
        }
        XCTAssertEqual(runs, 4)
        try assertEqualAfterCatchingUp([a, b])
    }

    func test_replace_ofAGenerationThatAnotherHostReplaced_isRefused() throws {
        let (a, b) = try makeHosts()
        try b.replace(password("first"), secret: secret("b"), ifGeneration: 1)
        assertThrows(.recordModified) {
            try a.replace(password("first"), secret: secret("a"), ifGeneration: 1)
        }
        try assertEqualAfterCatchingUp([a, b])
    }

    func test_change_whileAnotherHostHasTheTurn_waitsForIt() throws {
        let (a, b) = try makeHosts()
        let isDone = DispatchSemaphore(value: 0)
        try fleet.takingTurn { _ throws(StoreError) in
            Thread.detachNewThread {
                XCTAssertNil(thrownStatus { try a.add(password("second"), secret: nil) })
                isDone.signal()
            }
            let deadline = ContinuousClock.now + .seconds(60)
            while self.guesses.wrong == 0, ContinuousClock.now < deadline { usleep(1_000) }
        }
        isDone.wait()
        XCTAssertEqual(guesses.wrong, 1)
        try assertEqualAfterCatchingUp([a, b])
        XCTAssertEqual(try b.itemCount(), 2)
    }

    func test_change_thatCameDuringAGuess_takesATurnThatOthersCanShare() throws {
        let hooked = HookedFleet(fleet)
        let a = try begin(over: hooked)
        try a.add(password("first"), secret: nil)
        let (before, isDone) = (guesses.right, DispatchSemaphore(value: 0))
        hooked.onKept.update {
            $0 = {
                Thread.detachNewThread {
                    XCTAssertNil(thrownStatus { try a.add(password("other"), secret: nil) })
                    isDone.signal()
                }
                let deadline = ContinuousClock.now + .seconds(60)
                while (try? a.replica?.changes.line.change { $0.waiting.isEmpty }) != false,
                    ContinuousClock.now < deadline
                { usleep(1_000) }
            }
        }
        try a.add(password("second"), secret: nil)
        isDone.wait()
        XCTAssertEqual(guesses.right, before + 1)
        XCTAssertEqual(try a.itemCount(), 3)
    }

    func test_change_afterAnotherProcessOfTheHost_knowsItsChanges() throws {
        let (a, b) = try makeHosts()
        let again = try reopen("a")
        for number in 0..<4 { try (number % 2 == 0 ? again : a).add(password("\(number)"), secret: nil) }
        XCTAssertEqual(guesses.wrong, 0)
        try assertEqualAfterCatchingUp([a, b, again])
        XCTAssertEqual(try b.itemCount(), 5)
    }

    /// Fails a change that needs no turn; afterwards the item is there or not, once.
    private func assertFailsOnce(_ error: StoreError, isKept: Bool, line: UInt = #line) throws {
        let (a, b) = try makeHosts()
        let newest = fleet.content.value.newest.number
        fleet.failure.update { $0 = (isKept, error) }
        assertThrows(error.status, line: line) { try a.add(password("second"), secret: nil) }
        fleet.failure.update { $0 = nil }
        XCTAssertEqual(fleet.content.value.newest.number, newest + (isKept ? 1 : 0), line: line)
        try assertEqualAfterCatchingUp([a, b], line: line)
        XCTAssertEqual(try a.itemCount(), isKept ? 2 : 1, line: line)
        try a.add(password("third"), secret: nil)
    }

    func test_change_thatIsNotKept_isNotTriedAgain() throws {
        try assertFailsOnce(StoreError(.notAvailable, "the server is away"), isKept: false)
    }

    func test_change_ofUnknownOutcome_isNotMadeTwice() throws {
        try assertFailsOnce(StoreError(.unknownOutcome, "the connection was lost"), isKept: true)
    }

    func test_change_thatIsRefusedAndKept_isMadeOnce() throws {
        let hooked = HookedFleet(fleet)
        let a = try begin(over: hooked)
        try a.add(password("first"), secret: nil)
        hooked.refusesGuesses.update { $0 = true }
        XCTAssertNoThrow(try a.add(password("second"), secret: secret("one")))
        XCTAssertEqual(guesses.right, 1)
        XCTAssertEqual(try a.itemCount(), 2)
    }

    func test_change_afterTheServerWentToAnotherHistory_saysSo() throws {
        let (a, _) = try makeHosts()
        let other = fleet.copy()
        try a.add(password("second"), secret: nil)
        try reopen("b", over: other).add(password("other"), secret: nil)
        // Of the same number as the newest that this host made.
        let fork = other.content.value
        fleet.show { $0 = fork }
        assertThrows(.divergedHistory) { try a.add(password("third"), secret: nil) }
        XCTAssertEqual(guesses.wrong, 1)
        XCTAssertEqual(try a.itemCount(), 2)
    }

    func test_guess_ofAnotherPointThanTheReplicas_isNotUsed() throws {
        let (a, b) = try makeHosts()
        let before = guesses
        a.replica?.guess.withLock { $0 = $0.map { .init(newest: $0.newest, point: nil) } }
        try a.add(password("second"), secret: nil)
        XCTAssert(guesses == before)
        try assertEqualAfterCatchingUp([a, b])
    }
}
