import Foundation
import XCTest

@testable import SecureStore

/// Replicas in the middle of what other threads, other processes and crashes do.
final class ReplicaCrashTests: FleetTestCase {
    /// Copies a replica's file and journal, as a crash at this moment would leave them.
    private static func copy(_ path: String, to copy: String) {
        for end in ["", "-wal"] where FileManager.default.fileExists(atPath: path + end) {
            try? FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
        }
    }

    // MARK: - Two at one replica

    func test_catchUp_whileAnotherThreadWrites_accusesNobody() throws {
        _ = try begin()
        let hooked = HookedFleet(fleet)
        let (one, two) = (try reopen("a", over: hooked), try reopen("a"))
        hooked.onLook.update { $0 = { _ = try? two.add(password("maria"), secret: nil) } }
        XCTAssertNoThrow(try one.catchUp())
        XCTAssertEqual(try one.itemCount(), 1)
    }

    func test_catchUp_whileAnotherProcessCatchesUpFurther_accusesNobody() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        try a.add(password("maria"), secret: nil)
        let hooked = HookedFleet(fleet)
        let (one, two) = (try reopen("b", over: hooked), try XCTUnwrap(b))
        hooked.onLook.update {
            $0 = {
                _ = try? a.add(password("erik"), secret: nil)
                _ = try? two.catchUp()
            }
        }
        XCTAssertNoThrow(try one.catchUp())
        XCTAssertEqual(try one.itemCount(), 2)
    }

    func test_catchUp_behindAChangeOfAnotherHistory_throwsDivergedHistory() throws {
        let a = try begin()
        _ = try join("b", lettingIn: a)
        let other = fleet.copy()
        try reopen("b", over: other).add(password("erik"), secret: nil)
        let (here, there) = (HookedFleet(fleet), HookedFleet(other))
        let (one, two) = (try reopen("a", over: here), try reopen("a", over: there))
        let (kept, looked, ended) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        // The change of the one is kept, and not yet in the file, when the other begins to wait for the file.
        here.onKept.update {
            $0 = {
                kept.signal()
                _ = looked.wait(timeout: .now() + 5)
                usleep(200_000)
            }
        }
        there.onLook.update { $0 = { looked.signal() } }
        Thread.detachNewThread {
            XCTAssertNil(thrownStatus { try one.add(password("maria"), secret: nil) })
            ended.signal()
        }
        kept.wait()
        assertThrows(.divergedHistory) { try two.catchUp() }
        ended.wait()
    }

    func test_changesByThreads_onTwoReplicas_loseNothing() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let stores = [a, try reopen("a"), b, try reopen("b")]
        let failures = Locked<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 5) { thread in
            for step in 0..<12 {
                do {
                    switch thread {
                    case 4 where step % 4 == 0: try stores[step % 3].rotateKeys()
                    case 4: _ = try stores[2].catchUp()
                    default: try stores[thread].add(password("\(thread) \(step)"), secret: try secret("x"))
                    }
                } catch { failures.update { $0.append("\(thread) \(step) \(error)") } }
            }
        }
        XCTAssertEqual(failures.value, [])
        for store in stores { try store.catchUp() }
        try assertEqual(stores)
        XCTAssertEqual(try a.itemCount(), 48)
    }

    func test_lockInTransaction_ofReplica_losesNothing() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        try a.transaction { transaction throws(StoreError) in
            _ = try transaction.add(password("maria"), secret: nil)
            a.lock()
        }
        try b.catchUp()
        XCTAssertEqual(try b.itemCount(), 1)
        try a.unlock()
        try assertEqual([a, b])
    }

    func test_catchUp_whileLocked_followsChangeOfSlots() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        b.lock()
        try a.add(password("maria"), secret: nil)
        XCTAssertNoThrow(try b.catchUp())
        try a.addRecoveryCode { _ in }
        XCTAssertNoThrow(try b.catchUp(), "as a store by itself follows another process")
        try b.unlock()
        XCTAssertNoThrow(try b.catchUp())
        try assertEqual([a, b])
    }

    // MARK: - Crashes

    func test_crash_afterChangeWasKept_leavesReplicaThatGoesOn() throws {
        _ = try begin()
        let hooked = HookedFleet(fleet)
        let a = try reopen("a", over: hooked)
        let (from, to) = (path(of: "a"), path(of: "crashed"))
        let changes: [(ItemStore) throws -> Void] = [
            { try $0.add(password("maria"), secret: secret("one")) }, { try $0.rotateKeys() },
            { try $0.addRecoveryCode { _ in } }, { try $0.setPassphrase(secret("open"), cost: .cheapest) },
        ]
        for change in changes {
            hooked.onKept.update { $0 = { Self.copy(from, to: to) } }
            try change(a)
            let crashed = try ItemStore.openReplica(
                of: Self.id, at: to, over: fleet, options: options(of: "a"))
            try crashed.set(password("erik"), secret: secret("two"))
            try crashed.rotateKeys()
            try a.catchUp()
            try assertEqual([a, crashed])
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: to + end) }
        }
    }

    func test_crash_afterBeginningWasKept_canBeginAgain() throws {
        let hooked = HookedFleet(fleet)
        let (from, to) = (path(of: "a"), path(of: "crashed"))
        hooked.onKept.update { $0 = { Self.copy(from, to: to) } }
        _ = try begin(over: hooked)
        XCTAssertNoThrow(
            try ItemStore.beginFleet(Self.id, at: to, over: fleet, options: options(of: "a")))
    }

    func test_beginningAgain_afterOtherChangesOfTheStore_isRefusedAndLosesNone() throws {
        fleet.failure.update { $0 = (true, StoreError(.unknownOutcome, "the server is gone")) }
        assertThrows(.unknownOutcome) { try self.begin() }
        fleet.failure.update { $0 = nil }
        let store = try ItemStore.open(at: path(of: "a"), options: options(of: "a"))
        try store.addRecoveryCode { _ in }
        assertThrows(.duplicateKeychain) {
            try ItemStore.beginFleet(
                Self.id, at: self.path(of: "a"), over: self.fleet, options: self.options(of: "a"))
        }
        XCTAssertEqual(try store.protection().slots.count { $0.kind == .recoveryCode }, 1)
        XCTAssertNil(try store.fleetIdentifier())
    }

    func test_beginningAgain_whileAnotherProcessChangesTheStore_isRefusedAndLosesNoChange() throws {
        fleet.failure.update { $0 = (true, StoreError(.unknownOutcome, "the server is gone")) }
        assertThrows(.unknownOutcome) {
            try self.begin { try $0.add(password("maria"), secret: secret("one")) }
        }
        fleet.failure.update { $0 = nil }
        let (hooked, isWritten) = (HookedFleet(fleet), DispatchSemaphore(value: 0))
        let (path, options) = (path(of: "a"), options(of: "a"))
        let store = try ItemStore.open(at: path, options: options)
        let ended = expectation(description: "the change is committed")
        hooked.onLook.update {
            $0 = {
                Thread.detachNewThread {
                    let status = thrownStatus {
                        try store.transaction { changes in
                            try changes.set(password("maria"), secret: secret("two"))
                            isWritten.signal()
                            Thread.sleep(forTimeInterval: 0.3)
                        }
                    }
                    XCTAssertNil(status)
                    ended.fulfill()
                }
                isWritten.wait()
            }
        }
        assertThrows(.duplicateKeychain) {
            try ItemStore.beginFleet(Self.id, at: path, over: hooked, options: options)
        }
        wait(for: [ended], timeout: 10)
        XCTAssertEqual(try store.secret(of: password("maria"))?.text, "two")
        XCTAssertNil(try store.fleetIdentifier())
    }

    func test_rotation_whoseBeginningWasKeptUnknowingly_isCompleted() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        fleet.failure.update { $0 = (true, StoreError(.unknownOutcome, "the server is gone")) }
        assertThrows(.unknownOutcome) { try a.rotateKeys() }
        assertThrows(.unknownOutcome) { try a.rotateKeys() }
        fleet.failure.update { $0 = nil }
        try b.rotateKeys()
        try a.catchUp()
        try assertEqual([a, b])
        XCTAssertNil(try a.read { $0.ring.previous?.keyset })
    }

    // MARK: - A turn that was lost

    /// Lets others have the turn, and another thread or process of host a take in what they did.
    private static func goOn(_ fleet: KeptFleet, _ hosts: [(path: String, options: StoreOptions)]) throws {
        let later = fleet.copy()
        let stores = try hosts.map {
            try ItemStore.openReplica(of: id, at: $0.path, over: later, options: $0.options)
        }
        try stores[1].add(password("maria"), secret: nil)
        try stores[0].catchUp()
        fleet.content.update { $0 = later.content.value }
    }

    func test_add_inTurnThatTheServerHasEnded_isNotMadeAndAccusesNobody() throws {
        let hooked = HookedFleet(fleet)
        let a = try begin(over: hooked)
        _ = try join("b", lettingIn: a)
        let (fleet, hosts) = (fleet, ["a", "b"].map { (path: path(of: $0), options: options(of: $0)) })
        hooked.onTurn.update {
            $0 = {
                let status = thrownStatus { try Self.goOn(fleet, hosts) }
                XCTAssertNil(status)
            }
        }
        assertThrows(.databaseLocked) { try a.add(password("olga"), secret: nil) }
        try a.add(password("olga"), secret: nil)
        XCTAssertEqual(try a.itemCount(), 2)
    }
}
