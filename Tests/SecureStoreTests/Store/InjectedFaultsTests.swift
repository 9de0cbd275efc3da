import Foundation
import SecureStoreTesting
import XCTest

@testable import SecureStore

final class InjectedFaultsTests: XCTestCase {
    private var faults: InjectedFaults!

    private func makeStore() throws -> ItemStore {
        let options = StoreOptions(now: { Date() }, TestTerms(allowsAnyCost: true))
        let store = try ItemStore.inMemory(options: options, clock: SecureStoreTesting.TestClock())
        faults = try store.faults
        try store.add(password("maria"), secret: secret("one"))
        return store
    }

    func test_faults_ofStoreWithoutThem_throwsUnimplemented() throws {
        let store = try ItemStore.inMemory()
        assertThrows(.unimplemented) { try store.faults }
    }

    func test_failNext_onEachOperation_failsEveryCallOfIt() throws {
        let store = try makeStore()
        let calls: [(InjectedFaults.Operation, String, () throws -> Void)] = [
            (.add, "add", { try store.add(password("new")) }),
            (.add, "set", { try store.set(password("new")) }),
            (.update, "set", { try store.set(password("maria"), secret: secret("x")) }),
            (.add, "getOrCreate", { _ = try store.getOrCreate(password("new")) { try secret("x") } }),
            (.copyMatching, "copyMatching", { _ = try store.copyMatching(query("maria")) }),
            (.copyMatching, "first", { _ = try store.first(query("maria")) }),
            (.copyMatching, "only", { _ = try store.only(query("maria")) }),
            (.copyMatching, "list", { try store.list(query("maria")) { _ in } }),
            (.update, "update", { try store.update(query("maria"), Changes()) }),
            (.update, "replace", { try store.replace(password("maria"), secret: nil, ifGeneration: 1) }),
            (.delete, "delete", { try store.delete(query("maria")) }),
            (.delete, "deleteAll", { try store.deleteAll(of: GenericPassword.self) }),
            (.delete, "removeAll", { try store.deleteIfPresent(query("maria")) }),
            (.transaction, "transaction", { try store.transaction { _ in } }),
            (.unlock, "unlock", { try store.unlock() }),
            (.transaction, "setPassphrase", { try store.setPassphrase(secret("p"), cost: .cheapest) }),
            (.transaction, "addRecoveryCode", { _ = try store.addRecoveryCode() }),
            (.transaction, "setLockSettings", { try store.setLockSettings(.standard) }),
        ]
        for (operation, name, call) in calls {
            faults.failNext(operation, with: .io)
            assertThrows(.io, name, call)
        }
        XCTAssertEqual(try store.only(query("maria")).generation, 1)
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_dates_ofStoreWithClock_areTheClocks() throws {
        let clock = SecureStoreTesting.TestClock()
        let store = try ItemStore.inMemory(clock: clock)
        try store.add(password("maria"))
        clock.advance(by: 60)
        XCTAssertEqual(
            try store.only(query("maria")).item.creationDate, clock.now.addingTimeInterval(-60))
    }

    func test_failNext_onCommit_changesNothing() throws {
        let store = try makeStore()
        faults.failNext(.transaction, with: .diskFull)
        assertThrows(.diskFull) { try store.add(password("new")) }
        XCTAssertEqual(try store.itemCount(), 1)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_failNext_always_failsOnce() throws {
        let store = try makeStore()
        faults.failNext(with: .interactionNotAllowed)
        assertThrows(.interactionNotAllowed) { try store.copyMatching(query("maria")) }
        XCTAssertNoThrow(try store.copyMatching(query("maria")))
    }

    func test_failNext_severalTimes_failsAsOften() throws {
        let store = try makeStore()
        faults.failNext(with: .databaseLocked, times: 3)
        for _ in 0..<3 { assertThrows(.databaseLocked) { try store.first(query("maria")) } }
        XCTAssertNotNil(try store.first(query("maria")))
    }

    func test_failNext_noTimes_failsNever() throws {
        let store = try makeStore()
        for times in [0, -1] { faults.failNext(with: .io, times: times) }
        XCTAssertNoThrow(try store.first(query("maria")))
    }

    func test_failNext_onOneOperation_leavesTheOthers() throws {
        let store = try makeStore()
        faults.failNext(.add, with: .diskFull)
        XCTAssertNoThrow(try store.copyMatching(query("maria")))
        assertThrows(.diskFull) { try store.add(password("new")) }
    }

    func test_failNext_twice_failsInOrder() throws {
        let store = try makeStore()
        faults.failNext(with: .io)
        faults.failNext(with: .diskFull)
        assertThrows(.io) { try store.add(password("new")) }
        assertThrows(.diskFull) { try store.add(password("new")) }
    }

    func test_failNext_always_carriesTheReason() throws {
        let store = try makeStore()
        faults.failNext(with: .io, reason: "the disk is on fire")
        XCTAssertThrowsError(try store.first(query("maria"))) {
            XCTAssertEqual(($0 as? StoreError)?.reason, "the disk is on fire")
        }
    }

    func test_failNext_insideTransaction_undoesItAll() throws {
        let store = try makeStore()
        faults.failNext(.delete, with: .diskFull)
        assertThrows(.diskFull) {
            try store.transaction { changes in
                try changes.add(password("new"))
                try changes.delete(query("maria"))
            }
        }
        XCTAssertEqual(try store.itemCount(), 1)
        XCTAssertNil(try store.first(query("new")))
    }

    func test_removeAll_always_forgetsWhatHasNotHappened() throws {
        let store = try makeStore()
        faults.failNext(with: .io, times: 5)
        faults.removeAll()
        XCTAssertNoThrow(try store.first(query("maria")))
    }
}
