import Foundation
import XCTest

@testable import SecureStore

/// Tests of what a store does besides, on a replica.
final class ReplicaFeatureTests: FleetTestCase {
    func test_catchUp_ofLockedReplica_takesItemsAndRefusesKeys() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        b.lock()
        try a.add(password("maria"), secret: secret("one"))
        try b.catchUp()
        XCTAssertEqual(try b.itemCount(), 1)
        try a.rotateKeys()
        assertThrows(.interactionNotAllowed) { try b.catchUp() }
        try b.unlock()
        try b.catchUp()
        XCTAssertEqual(try b.only(query("maria")).secret?.text, "one")
        try assertEqual([a, b])
    }

    func test_write_byThreadsAndObjectsOfEachHost_losesNothing() throws {
        let a = try begin()
        let stores = [a, try reopen("a"), try join("b", lettingIn: a), try reopen("b")]
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<20 {
                do {
                    try stores[thread % 4].add(password("\(thread) \(number)"), secret: secret("kept"))
                    if thread == 1, number % 10 == 9 { try stores[1].rotateKeys() }
                } catch { XCTFail("\(error)") }
            }
        }
        for store in stores { try store.catchUp() }
        XCTAssertEqual(try a.itemCount(), 160)
        try assertEqual(stores)
    }

    func test_transaction_thatAddsAndRemoves_sendsOnlyWhatStays() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        try a.transaction { transaction throws(StoreError) in
            _ = try transaction.add(password("passing"), secret: nil)
            _ = try transaction.delete(query("passing"))
            _ = try? transaction.add(password("maria"), secret: nil)
            _ = try transaction.delete(query("maria"))
            _ = try transaction.add(password("erik"), secret: nil)
        }
        try b.catchUp()
        try assertEqual([a, b])
        XCTAssertEqual(fleet.content.value.rows.values.filter { $0.content != nil }.count, 1)
    }

    func test_nestedCall_inTransaction_isRefusedAtOnce() throws {
        let a = try begin()
        let other = try reopen("a")
        for store in [a, other] {
            try a.transaction { transaction throws(StoreError) in
                let start = ContinuousClock.now
                assertThrows(.param) { try store.add(password("erik"), secret: nil) }
                XCTAssertLessThan(ContinuousClock.now - start, .seconds(1))
            }
        }
    }

    func test_import_intoReplica_reachesTheOthers() throws {
        let source = try makeStore()
        for number in 0..<300 { try source.add(password("\(number)"), secret: secret("of \(number)")) }
        _ = try source.export(to: directory + "/all.export", passphrase: secret("open"), cost: .cheapest)
        let a = try begin()
        let b = try join("b", lettingIn: a)
        _ = try a.importItems(from: directory + "/all.export", passphrase: secret("open"))
        try b.catchUp()
        XCTAssertEqual(try b.itemCount(), 300)
        try assertEqual([a, b])
    }

    func test_backup_ofReplica_isReadAndBecomesAStore() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let copy = directory + "/copy.store"
        try a.backup(to: copy)
        let opened = try ItemStore.open(at: copy, options: options(of: "a"))
        XCTAssertEqual(try opened.only(query("maria")).secret?.text, "one")
        try opened.leaveFleet()
        XCTAssertNoThrow(try opened.set(password("maria"), secret: secret("two")))
    }

    func test_salvage_ofReplica_opensItWithTheHostsKey() throws {
        _ = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let saved = directory + "/saved.store"
        let report = try ItemStore.salvage(
            from: path(of: "a"), to: saved, options: options(of: "a"))
        XCTAssertEqual(report.recovered, 1)
        let store = try ItemStore.open(at: saved, options: options(of: "a"))
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "one")
    }

    func test_removeSlot_ofTheLastHost_isRefused() throws {
        let a = try begin()
        let slot = try XCTUnwrap(try a.protection().slots.first)
        assertThrows(.param) { try a.removeSlot(slot.number) }
    }

    func test_rollback_ofReplicasFile_isCaughtUpWith() throws {
        let a = try begin()
        var b: ItemStore? = try join("b", lettingIn: a)
        try b?.backup(to: directory + "/old.store")
        try b?.add(password("maria"), secret: secret("one"))
        b = nil
        try FileManager.default.removeItem(atPath: path(of: "b"))
        try FileManager.default.moveItem(atPath: directory + "/old.store", toPath: path(of: "b"))
        let old = try reopen("b")
        XCTAssertEqual(try old.itemCount(), 0)
        try old.add(password("erik"), secret: nil)
        try a.catchUp()
        try assertEqual([a, old])
    }

    func test_lockSettings_ofOneHost_holdForAll() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        try a.setLockSettings(LockSettings(locksAfter: .seconds(60), locksOnSleep: true))
        try b.catchUp()
        XCTAssertEqual(try b.lockSettings(), try a.lockSettings())
    }

    func test_leave_ofReplicaWithPassphrase_takesItemsThatNeedIt() throws {
        let a = try begin()
        try a.setPassphrase(secret("open"), cost: .cheapest)
        try a.unlock(with: .passphrase(secret("open")))
        try a.leaveFleet()
        let store = try ItemStore.open(
            at: path(of: "a"), unlockingWith: .passphrase(secret("open")), options: options(of: "a"))
        XCTAssertNoThrow(
            try store.add(password("maria", .whenPasscodeSetThisDeviceOnly), secret: secret("one")))
        XCTAssertNoThrow(try store.rotateKeys())
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_removeSlot_ofOnlyHostThatWorks_isRefused() throws {
        let a = try begin()
        _ = try join("b", lettingIn: a)
        let slots = try a.protection().slots.filter { $0.kind == .host }
        // The first is this host's own.
        XCTAssertThrowsError(try a.removeSlot(slots[0].number))
    }

    func test_update_toItemOfThisDevice_isRefused() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        assertThrows(.notAvailable) {
            try a.set(password("maria", .whenUnlockedThisDeviceOnly), secret: secret("two"))
        }
        XCTAssertEqual(try a.only(query("maria")).secret?.text, "one")
    }

    func test_letIn_beyondTheMostSlots_isRefused() throws {
        let a = try begin()
        let requests = try (0..<SlotCodec.most).map { _ in
            try ItemStore.requestToJoin(name: "b", options: options(of: "b"))
        }
        for (request, code) in requests.dropLast() { _ = try a.letIn(request, code: code) }
        let (last, code) = requests[SlotCodec.most - 1]
        assertThrows(.param) { try a.letIn(last, code: code) }
        try a.rotateKeys()
        let (request, ownCode) = requests[0]
        let answer = try a.letIn(request, code: ownCode).answer
        let b = try ItemStore.makeReplica(
            of: Self.id, at: path(of: "b"), from: fleet, as: request, answeredBy: answer,
            options: options(of: "b"))
        try assertEqual([a, b])
    }

    func test_restore_ofReplicasBackup_givesAStoreByItself() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        try a.backup(to: directory + "/backup.store")
        for host in ["restored", "a"] {
            let restored = try ItemStore.restore(
                from: directory + "/backup.store", to: path(of: host), options: options(of: "a")
            ).store
            XCTAssertNil(try restored.fleetIdentifier())
            try restored.set(password("maria"), secret: secret("own"))
        }
        XCTAssertThrowsError(try a.catchUp())
        XCTAssertEqual(try b.only(query("maria")).secret?.text, "one")
    }
}
