import Foundation
import XCTest

@testable import SecureStore

/// Items that stay on this device, on another device or one without a key.
final class DeviceOnlyTests: StoreTestCase {
    private func storeWithEachKind() throws -> ItemStore {
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        for access in Accessibility.allCases { try store.add(password(access.code, access)) }
        return store
    }

    private func open(_ source: DeviceKeySource) throws -> ItemStore {
        var options = self.options
        options.deviceKey = source
        return try ItemStore.open(
            at: path, unlockingWith: .passphrase(secret("pass")), options: options)
    }

    private func sources() throws -> [DeviceKeySource] {
        [
            .none, .bytes(try SecretBytes.random(count: 32)), .file(directory + "/missing.key"),
            .environment("SECURESTORE_TEST_MISSING"),
        ]
    }

    func test_copyMatching_onAnotherDevice_throwsNotAvailableForDeviceOnlyItems() throws {
        _ = try storeWithEachKind()
        for source in try sources() {
            let store = try open(source)
            for access in Accessibility.allCases where access.isThisDeviceOnly {
                assertThrows(.notAvailable, access.code) { try store.copyMatching(query(access.code)) }
                assertThrows(.notAvailable, access.code) { try store.update(query(access.code), Changes()) }
                assertThrows(.notAvailable, access.code) { try store.add(password("new", access)) }
            }
        }
    }

    func test_copyMatching_onAnotherDevice_readsTheOthers() throws {
        _ = try storeWithEachKind()
        for source in try sources() {
            let store = try open(source)
            for access in Accessibility.allCases where !access.isThisDeviceOnly {
                XCTAssertNotNil(try store.first(query(access.code)))
            }
        }
    }

    func test_delete_onAnotherDevice_succeeds() throws {
        _ = try storeWithEachKind()
        let store = try open(.none)
        for access in Accessibility.allCases { XCTAssertEqual(try store.delete(query(access.code)), 1) }
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_lock_onAnotherDevice_stillNamesTheDeviceKey() throws {
        _ = try storeWithEachKind()
        let store = try open(.none)
        store.lock()
        assertThrows(.notAvailable) { try store.copyMatching(query("aku")) }
        assertThrows(.interactionNotAllowed) { try store.copyMatching(query("ak")) }
    }

    func test_copyMatching_onTheDeviceAgain_readsEverything() throws {
        _ = try storeWithEachKind()
        try open(.none).add(password("new"))
        let store = try openStore(.passphrase(secret("pass")))
        let found = try store.copyMatching(Query<GenericPassword>())
        XCTAssertEqual(found.count, Accessibility.allCases.count + 1)
    }

    /// Runs `body` while the device key's file is not where it should be.
    private func withoutDeviceKey(_ body: () throws -> Void) throws {
        let (key, other) = (directory + "/device.key", directory + "/other.key")
        try FileManager.default.moveItem(atPath: key, toPath: other)
        try body()
        try FileManager.default.moveItem(atPath: other, toPath: key)
    }

    func test_copyMatching_afterAnotherAddedASlotWhileTheDeviceKeyWasAway_readsEverything() throws {
        let store = try storeWithEachKind()
        let other = try openStore(.passphrase(secret("pass")))
        try withoutDeviceKey {
            _ = try other.addRecoveryCode()
            for each in [store, other] {
                XCTAssertEqual(
                    try each.copyMatching(Query<GenericPassword>()).count, Accessibility.allCases.count)
            }
        }
        store.lock()
        try withoutDeviceKey { try store.unlock(with: .passphrase(secret("pass"))) }
        assertThrows(.notAvailable, "not held over a lock") { try store.copyMatching(query("aku")) }
    }

    func test_setPassphrase_whileTheDeviceKeyIsAway_isRefusedUntilItIsBack() throws {
        let store = try makeStore()
        try withoutDeviceKey {
            assertThrows(.notAvailable) { try store.setPassphrase(secret("pass"), cost: .cheapest) }
        }
        try store.setPassphrase(secret("pass"), cost: .cheapest)
        try store.add(password("maria", .whenPasscodeSetThisDeviceOnly))
        XCTAssertNotNil(try openStore(.passphrase(secret("pass"))).first(query("maria")))
    }

    func test_removePassphrase_whileTheDeviceKeyIsAway_isRefusedAndChangesNothing() throws {
        let store = try storeWithEachKind()
        try withoutDeviceKey {
            assertThrows(.notAvailable) { try store.removePassphrase() }
            assertThrows(.notAvailable) { try store.rotateKeys() }
        }
        XCTAssertEqual(try store.protection().slots.map(\.kind), [.passphrase])
        XCTAssertEqual(try open(options.deviceKey).itemCount(), Accessibility.allCases.count)
    }

    func test_removePassphrase_withAnotherLossThanExpected_throwsRecordModifiedAndChangesNothing() throws {
        let store = try storeWithEachKind()
        let loss = try store.lossWithPassphrase()
        XCTAssertEqual([loss.codes, loss.items], [0, 1])
        let code = try store.addRecoveryCode()
        assertThrows(.recordModified) { try store.removePassphrase(ifLosing: loss) }
        XCTAssertEqual(try store.protection().slots.map(\.kind), [.passphrase, .recoveryCode])
        XCTAssertEqual(try openStore(.recoveryCode(code)).itemCount(), Accessibility.allCases.count)
        try store.removePassphrase(ifLosing: try store.lossWithPassphrase())
        XCTAssertEqual(try store.protection().slots.map(\.kind), [.deviceKey])
        XCTAssertEqual(try store.itemCount(), Accessibility.allCases.count - 1)
    }

    func test_setPassphrase_onAnotherMachine_leavesTheKeysOfTheFirstWhole() throws {
        let code = try makeStore().addRecoveryCode()
        var elsewhere = options
        elsewhere.deviceKey = .bytes(try SecretBytes.random(count: 32))
        let there = try ItemStore.open(at: path, unlockingWith: .recoveryCode(code), options: elsewhere)
        try there.setPassphrase(secret("pass"), cost: .cheapest)
        let store = try openStore(.passphrase(secret("pass")))
        try store.add(password("maria", .whenUnlockedThisDeviceOnly))
        for each in [there, store] {
            assertThrows(.notAvailable, reason: "the passphrase was set without it") {
                try each.add(password("tom", .whenPasscodeSetThisDeviceOnly))
            }
        }
        XCTAssertTrue(try store.information().lacksRoots)
        try store.rotateKeys()
        XCTAssertFalse(try store.information().lacksRoots)
        XCTAssertNoThrow(try store.add(password("tom", .whenPasscodeSetThisDeviceOnly)))
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_rotateKeys_afterARotationThatAnotherMachineBegan_givesRootsOfThisOne() throws {
        let first = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        try first.add(password("maria"))
        try first.beginRotation { _ in false }
        let store = try open(.bytes(try SecretBytes.random(count: 32)))
        try store.rotateKeys()
        XCTAssertNoThrow(try store.add(password("tom", .whenUnlockedThisDeviceOnly)))
        XCTAssertTrue(try store.verify().isIntact)
        XCTAssertEqual(try keysets().count, 1)
    }

    func test_create_withPassphraseAndNoDeviceKey_hasNoDeviceOnlyItems() throws {
        var options = self.options
        options.deviceKey = .none
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        for access in Accessibility.allCases where access.isThisDeviceOnly {
            assertThrows(.notAvailable, access.code) { try store.add(password("new", access)) }
        }
        XCTAssertNoThrow(try store.add(password("new")))
    }

    func test_create_withoutPassphraseAndDeviceKey_throwsNotAvailable() throws {
        var options = self.options
        options.deviceKey = .none
        assertThrows(.notAvailable) { try ItemStore.create(at: self.path, options: options) }
        assertThrows(.noSuchKeychain) { try ItemStore.open(at: self.path, options: options) }
    }
}
