import Foundation
import SecureStoreTesting
import XCTest

@testable import SecureStore

/// A change of all keys from its beginning to its end.
final class RotateKeysTests: StoreTestCase {
    private func protectedStore() throws -> ItemStore {
        try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("one"), cost: .cheapest), options: options)
    }

    func test_rotateKeys_ofStoreWithEveryKindOfItem_changesNoneOfThem() throws {
        let store = try protectedStore()
        try FormatSamples.fill(store)
        let before = try ReadItem.all(of: store)
        try store.rotateKeys()
        XCTAssertEqual(try ReadItem.all(of: store), before)
        XCTAssertEqual(try ReadItem.all(of: openStore(.passphrase(secret("one")))), before)
        let report = try store.verify()
        XCTAssertTrue(report.isIntact, "\(report)")
        XCTAssertEqual([report.checked, report.unopened], [before.count, 0])
    }

    func test_rotateKeys_whereTimeRunsFast_sealsAnItemInEachStep() throws {
        let (seconds, steps) = (SystemMutex(0.0), SystemMutex([Int]()))
        var options = options
        options.now = {
            Date(
                timeIntervalSinceReferenceDate: seconds.withLock {
                    $0 += 3
                    return $0
                })
        }
        let store = try ItemStore.create(at: path, options: options)
        for number in 1...5 { try store.add(password("\(number)"), secret: secret("kept")) }
        try store.rotateKeys { progress in
            steps.withLock { $0.append(progress.done) }
            return .proceed
        }
        // All are opened first.
        XCTAssertEqual(steps.withLock { $0 }, [5, 6, 7, 8, 9, 10])
        XCTAssertEqual(try keysets(), ["2"])
    }

    func test_rotateKeys_ofStore_leavesOneNewKeySet() throws {
        let store = try makeStore()
        try FormatSamples.fill(store)
        try store.rotateKeys()
        XCTAssertEqual(try keysets(), ["2"])
        XCTAssertEqual(try itemsByKeyset(), [["2", "16"]])
        try store.rotateKeys()
        XCTAssertEqual(try keysets(), ["3"])
    }

    func test_rotateKeys_always_leavesEveryCredentialGood() throws {
        let store = try protectedStore()
        try store.addPassphraseSlot(secret("two"), cost: .cheapest)
        let code = try store.addRecoveryCode()
        let session = try store.sessionKey()
        let slots = try store.protection()
        try store.rotateKeys()
        XCTAssertEqual(try store.protection(), slots)
        let credentials: [Credential] = [
            .passphrase(try secret("one")), .passphrase(try secret("two")), .recoveryCode(code),
            .sessionKey(session),
        ]
        for credential in credentials { XCTAssertNoThrow(try openStore(credential)) }
        assertThrows(.authFailed) { try self.openStore(.passphrase(secret("three"))) }
    }

    func test_rotateKeys_ofStoreThatOpensByItself_leavesItSo() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("kept"))
        try store.rotateKeys()
        XCTAssertEqual(try openStore().only(query("maria")).secret?.text, "kept")
    }

    func test_rotateKeys_ofStoreWithoutDeviceKey_succeeds() throws {
        var options = options
        options.deviceKey = .none
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("one"), cost: .cheapest), options: options)
        try store.add(password("maria"), secret: secret("kept"))
        try store.rotateKeys()
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "kept")
    }

    func test_rotateKeys_ofStoreInMemory_changesNoItem() throws {
        let store = try ItemStore.inMemory()
        try FormatSamples.fill(store)
        let before = try ReadItem.all(of: store)
        try store.rotateKeys()
        XCTAssertEqual(try ReadItem.all(of: store), before)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_rotateKeys_always_raisesTheSequenceNumber() throws {
        let store = try makeStore()
        try store.add(password("maria"))
        let before = try store.sequenceNumber()
        try store.rotateKeys()
        XCTAssertGreaterThan(try store.sequenceNumber(), before)
    }

    func test_rotateKeys_ofSessionWhoseSlotIsGone_keepsTheSession() throws {
        let store = try protectedStore()
        try store.add(password("maria"), secret: secret("kept"))
        try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        try store.rotateKeys()
        XCTAssertEqual(try store.only(query("maria")).secret?.text, "kept")
        XCTAssertNoThrow(try openStore(.passphrase(secret("two"))))
    }

    // MARK: - Refused, and nothing changed

    private func assertRefused(
        _ status: StoreStatus, _ store: ItemStore, line: UInt = #line, reason: String = ""
    ) throws {
        let before = try contents()
        XCTAssertThrowsError(try store.rotateKeys(), line: line) { error in
            XCTAssertEqual((error as? StoreError)?.status, status, "\(error)", line: line)
            XCTAssertTrue(reason.isEmpty || "\(error)".contains(reason), "\(error)", line: line)
        }
        XCTAssertEqual(try contents().mapValues(\.count), before.mapValues(\.count), line: line)
        XCTAssertEqual(try keysets(), ["1"], line: line)
    }

    func test_rotateKeys_whileLocked_throwsInteractionNotAllowed() throws {
        let store = try protectedStore()
        store.lock()
        try assertRefused(.interactionNotAllowed, store)
        try assertRefused(.interactionNotAllowed, try openStore())
    }

    func test_rotateKeys_withDamagedItem_throwsDecodeThatNamesIt() throws {
        let store = try makeStore()
        try store.add(password("whole"), secret: secret("x"))
        let doomed = try store.add(password("doomed"), secret: secret("x"))
        let changes = [
            "secret = zeroblob(32)", "attributes = zeroblob(200)", "third = zeroblob(16)", "keyset = 7",
        ]
        for change in changes {
            try tamper("CREATE TABLE kept AS SELECT * FROM item")
            try tamper("UPDATE item SET \(change) WHERE id = x'\(doomed.id.hexadecimal)'")
            try assertRefused(.decode, store, reason: doomed.id.hexadecimal)
            try tamper("DELETE FROM item; INSERT INTO item SELECT * FROM kept; DROP TABLE kept")
        }
        XCTAssertNoThrow(try store.rotateKeys())
    }

    func test_rotateKeys_ofStoreWithoutOneOfItsRows_throwsDecode() throws {
        let store = try makeStore()
        for name in ["a", "b"] { try store.add(password(name)) }
        try tamper("DELETE FROM item WHERE number = 1")
        try assertRefused(.decode, try openStore())
    }

    func test_rotateKeys_withSlotAddedBehindItsBack_throwsInvalidKeychain() throws {
        let store = try makeStore()
        try tamper(
            """
            INSERT INTO slot SELECT 2, kind, salt, passes, memory, recipient, shield, sealed, checksum FROM slot
            """)
        try assertRefused(.invalidKeychain, store)
    }

    func test_rotateKeys_withoutTheDeviceKeyOfItsItems_throwsNotAvailable() throws {
        try protectedStore().add(password("maria", .whenUnlockedThisDeviceOnly), secret: secret("kept"))
        for elsewhere in try otherKeys().map(openElsewhere) {
            try assertRefused(.notAvailable, elsewhere, reason: "device key")
        }
    }

    private func otherKeys() throws -> [DeviceKeySource] {
        [.bytes(try SecretBytes.random(count: 32)), .file(directory + "/lost.key"), .none]
    }

    private func openElsewhere(_ key: DeviceKeySource) throws -> ItemStore {
        var options = options
        options.deviceKey = key
        return try ItemStore.open(at: path, unlockingWith: .passphrase(secret("one")), options: options)
    }

    func test_rotateKeys_ofStoreFromAnotherMachine_givesItRootsOfThisOne() throws {
        let keeping: [Accessibility] = [.whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly]
        for (number, key) in try otherKeys().enumerated() {
            try? FileManager.default.removeItem(atPath: path)
            try protectedStore().add(password("maria"), secret: secret("kept"))
            let elsewhere = try openElsewhere(key)
            try elsewhere.rotateKeys()
            let again = try openElsewhere(key)
            XCTAssertEqual(try again.only(query("maria")).secret?.text, "kept")
            for access in keeping {
                let status = thrownStatus { try again.add(password("\(access)", access)) }
                XCTAssertEqual(status, number == 0 ? nil : .notAvailable, "\(access)")
            }
            // With a key again, what it does without for now comes back.
            let whole = number == 0 ? again : try openElsewhere(options.deviceKey)
            try whole.rotateKeys()
            for access in keeping { XCTAssertNoThrow(try whole.set(password("\(access)", access))) }
            XCTAssertTrue(try whole.verify().isIntact)
        }
    }

    func test_rotateKeys_whoseDeviceKeyCannotBeReadNow_changesNothing() throws {
        _ = try protectedStore()
        setMode(0o644, of: directory + "/device.key")
        let store = try openStore(.passphrase(secret("one")))
        XCTAssertThrowsError(try store.rotateKeys())
        setMode(0o600, of: directory + "/device.key")
        let again = try openStore(.passphrase(secret("one")))
        XCTAssertNoThrow(try again.add(password("maria", .whenUnlockedThisDeviceOnly)))
    }

    // MARK: - Progress and cancelling

    private func storeOfTen(rowsPerStep: Int = 3) throws -> ItemStore {
        let store = try makeStore()
        for number in 0..<10 { try store.add(password("\(number)"), secret: secret("kept \(number)")) }
        var options = StoreOptions(TestTerms(allowsAnyCost: true, rowsPerStep: rowsPerStep))
        options.deviceKey = self.options.deviceKey
        return try ItemStore.open(at: path, options: options)
    }

    func test_rotateKeys_withObserver_reportsEveryStep() throws {
        let store = try storeOfTen()
        var seen: [WorkProgress] = []
        try store.rotateKeys { progress in
            seen.append(progress)
            return .proceed
        }
        XCTAssertEqual(seen.map(\.done), [3, 6, 9, 10, 13, 16, 19, 20])
        XCTAssertEqual(Set(seen.map(\.total)), [20])
    }

    func test_rotateKeys_cancelledAfterAnyStep_leavesAWholeStoreThatTheNextCallFinishes() throws {
        let store = try storeOfTen()
        let before = try ReadItem.all(of: store)
        for steps in 1...8 {
            var left = steps
            assertThrows(.userCanceled, "\(steps)") {
                try store.rotateKeys { _ in
                    left -= 1
                    return left == 0 ? .cancel : .proceed
                }
            }
            XCTAssertEqual(try keysets().count, steps <= 4 ? 1 : 2, "\(steps)")
            XCTAssertEqual(try ReadItem.all(of: openStore()), before)
            XCTAssertTrue(try store.verify().isIntact)
            try openStore().rotateKeys()
            XCTAssertEqual(try keysets().count, 1)
            XCTAssertEqual(try ReadItem.all(of: store), before)
        }
    }

    func test_rotateKeys_whoseObserverUsesTheStore_goesOn() throws {
        let store = try storeOfTen()
        try store.rotateKeys { progress in
            assertThrows(.duplicateItem) { try store.add(password("3")) }
            XCTAssertEqual(try? store.only(query("3")).secret?.text, "kept 3", "\(progress)")
            return .proceed
        }
        XCTAssertEqual(try keysets(), ["2"])
    }

    func test_rotateKeys_lockedMeanwhile_throwsInteractionNotAllowedAndGoesOnAfterUnlock() throws {
        let store = try storeOfTen()
        let before = try ReadItem.all(of: store)
        assertThrows(.interactionNotAllowed) {
            try store.rotateKeys { progress in
                if progress.done == 13 { store.lock() }
                return .proceed
            }
        }
        XCTAssertEqual(try keysets(), ["1", "2"])
        try store.unlock()
        XCTAssertEqual(try ReadItem.all(of: store), before)
        try store.rotateKeys()
        XCTAssertEqual(try keysets(), ["2"])
        XCTAssertEqual(try ReadItem.all(of: store), before)
    }
}
