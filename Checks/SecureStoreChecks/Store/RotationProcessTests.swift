import Foundation
import XCTest

@testable import SecureStore

/// A change of keys by one process while others, or other objects of this one, use the store.
final class RotationProcessTests: StoreTestCase {
    private func protectedStore() throws -> ItemStore {
        try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("one"), cost: .cheapest), options: options)
    }

    // MARK: - Processes

    func test_rotateKeys_whileProcessesReadAndWrite_disturbsNoneOfThem() throws {
        let store = try makeStore()
        for number in 0..<20 { try store.add(password("\(number)"), secret: secret("kept \(number)")) }
        let before = try ReadItem.all(of: store)
        let turns = Effort.rounds(24)
        let workers = try (0..<3).map { try Exerciser("mixed", self, name: "w\($0)", count: turns) }
        let rotator = try Exerciser("rotate", self)
        for process in workers + [rotator] { process.waitUntilReady() }
        for process in workers + [rotator] { try process.go() }
        let printed = workers.map { $0.lines() }
        while let line = rotator.nextLine(), line == "step" {}
        rotator.kill()
        XCTAssertEqual(printed, Array(repeating: (0..<turns).map { "\($0)" }, count: 3))
        XCTAssertEqual(try store.itemCount(), 20 + 3 * turns)
        XCTAssertEqual(try ReadItem.all(of: openStore()).filter(before.contains), before)
        XCTAssertTrue(try openStore().verify().isIntact)
    }

    func test_rotateKeys_byTwoProcesses_endsWithOneKeySet() throws {
        let store = try makeStore()
        try FormatSamples.fill(store)
        let before = try ReadItem.all(of: store)
        let processes = try (0..<2).map { _ in try Exerciser("rotate", self, count: 6) }
        for process in processes { process.waitUntilReady() }
        for process in processes { try process.go() }
        for process in processes {
            XCTAssertEqual(process.lines().filter { $0 != "step" }, (0..<6).map { "\($0)" })
        }
        XCTAssertEqual(try keysets().count, 1)
        XCTAssertEqual(try ReadItem.all(of: store), before)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_rotateKeys_killedManyTimesWhileOthersWrite_losesNothingAndGoesOn() throws {
        let items = try makeStore()
        try FormatSamples.fill(items)
        let before = try ReadItem.all(of: items)
        let writer = try Exerciser("reread", self)
        writer.waitUntilReady()
        try writer.go()
        var unfinished = 0
        for _ in 0..<Effort.rounds(200) {
            let process = try Exerciser("rotate", self)
            process.waitUntilReady()
            try process.go()
            // Four steps of checking, four of sealing and the end; the kill comes while the process works on.
            for _ in 0..<Int.random(in: 0...9) { XCTAssertNotNil(process.nextLine()) }
            usleep(UInt32.random(in: 0...8_000))
            process.kill()
            let store = try openStore()
            XCTAssertEqual(try ReadItem.all(of: store).filter(before.contains), before)
            unfinished += try keysets().count - 1
            try store.rotateKeys()
            XCTAssertEqual(try keysets().count, 1)
            XCTAssertTrue(try store.verify().isIntact)
        }
        XCTAssertGreaterThan(unfinished, 0)
        writer.kill()
        XCTAssertEqual(writer.lines(), [])
        XCTAssertEqual(try ReadItem.all(of: items).filter(before.contains), before)
    }

    // MARK: - Other objects

    func test_rotateKeys_byAnotherObject_isFollowedByWhoIsUnlocked() throws {
        let store = try protectedStore()
        try store.add(password("maria"), secret: secret("kept"))
        let acts: [(name: String, act: (ItemStore) throws -> Void, line: UInt)] = [
            ("find", { _ = try $0.only(query("maria")) }, #line),
            (
                "miss",
                { assertThrows(.itemNotFound) { [store = $0] in try store.copyMatching(query("x")) } }, #line
            ),
            ("add", { try $0.set(password("new")) }, #line),
            ("list", { try $0.list(Query<GenericPassword>()) { _ in } }, #line),
            ("verify", { XCTAssertTrue(try $0.verify().isIntact) }, #line),
            ("sequence number", { _ = try $0.sequenceNumber() }, #line),
            ("code", { _ = try $0.addRecoveryCode() }, #line),
            ("rotate", { try $0.rotateKeys() }, #line),
        ]
        for act in acts {
            let other = try openStore(.passphrase(secret("one")))
            try store.rotateKeys()
            XCTAssertNoThrow(try act.act(other), act.name, line: act.line)
            XCTAssertEqual(other.lockState, .unlocked)
            try other.rotateKeys()
            XCTAssertEqual(try store.only(query("maria")).secret?.text, "kept")
        }
    }

    private func assertNeedsUnlock(_ store: ItemStore, line: UInt = #line) {
        XCTAssertThrowsError(try store.copyMatching(query("maria")), line: line) { error in
            XCTAssertEqual((error as? StoreError)?.status, .interactionNotAllowed, "\(error)", line: line)
            XCTAssertTrue("\(error)".contains("keys were replaced"), "\(error)", line: line)
        }
        XCTAssertEqual(store.lockState, .locked, line: line)
    }

    func test_rotateKeys_afterTheSlotOfAnotherObjectWent_asksThatForUnlock() throws {
        let store = try protectedStore()
        try store.add(password("maria"), secret: secret("kept"))
        try store.addPassphraseSlot(secret("two"), cost: .cheapest)
        let other = try openStore(.passphrase(secret("two")))
        try store.removeSlot(2)
        XCTAssertNoThrow(try other.only(query("maria")))
        try store.rotateKeys()
        assertNeedsUnlock(other)
        assertNeedsUnlock(other)
        try other.unlock(with: .passphrase(secret("one")))
        XCTAssertEqual(try other.only(query("maria")).secret?.text, "kept")
    }

    func test_rotateKeys_afterTheDeviceSlotWasMadeAnew_isFollowedWithTheDeviceKey() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("kept"))
        let other = try openStore()
        try store.setPassphrase(secret("one"), cost: .cheapest)
        try store.removePassphrase()
        try store.rotateKeys()
        XCTAssertEqual(try other.only(query("maria")).secret?.text, "kept")
    }

    func test_rotateKeys_whileAnotherObjectIsLocked_asksThatForUnlock() throws {
        let store = try protectedStore()
        try store.add(password("maria", .afterFirstUnlock), secret: secret("kept"))
        let other = try openStore(.passphrase(secret("one")))
        other.lock()
        try store.rotateKeys()
        assertNeedsUnlock(other)
        try other.unlock(with: .passphrase(secret("one")))
        XCTAssertEqual(try other.only(query("maria")).secret?.text, "kept")
    }

    func test_rotateKeys_afterARestore_asksObjectsThatWereLockedBeforeForUnlock() throws {
        let store = try protectedStore()
        try store.add(password("maria", .afterFirstUnlock), secret: secret("kept"))
        try store.backup(to: backupPath)
        try store.rotateKeys()
        let other = try openStore(.passphrase(secret("one")))
        other.lock()
        let restored = try ItemStore.restore(
            from: backupPath, to: path, unlockingWith: .passphrase(secret("one")), options: options)
        assertNeedsUnlock(other)
        // The new key set has the number that the replaced one had.
        try restored.store.rotateKeys()
        assertNeedsUnlock(other)
        assertThrows(.interactionNotAllowed) { try other.add(password("new", .afterFirstUnlock)) }
        try other.unlock(with: .passphrase(secret("one")))
        XCTAssertEqual(try other.only(query("maria")).secret?.text, "kept")
    }
}
