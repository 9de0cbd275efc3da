import Foundation
import StoreExerciser
import XCTest

@testable import SecureStore

/// Tests of when a store locks by itself: kept by the store, sealed, and carried wherever the store goes.
final class StoredLockSettingsTests: SalvageTestCase {
    private func never() throws -> LockSettings { try LockSettings(locksAfter: nil, locksOnSleep: true) }

    private func hour() throws -> LockSettings {
        try LockSettings(locksAfter: .seconds(3_600), locksOnSleep: true)
    }

    private func makeStoreWithAnHour() throws -> ItemStore {
        let store = try makeStore()
        try store.setLockSettings(hour())
        return store
    }

    private func protectedStore() throws -> ItemStore {
        try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
    }

    // MARK: - Kept

    func test_lockSettings_ofNewStore_areStandard() throws {
        XCTAssertEqual(try makeStore().lockSettings(), .standard)
        XCTAssertEqual(try ItemStore.inMemory().lockSettings(), .standard)
    }

    func test_setLockSettings_always_isThereWhenTheStoreIsOpenedAgain() throws {
        _ = try makeStore()
        for settings in [try hour(), try never(), .standard] {
            try openStore().setLockSettings(settings)
            XCTAssertEqual(try openStore().lockSettings(), settings)
        }
    }

    func test_setLockSettings_ofStoreInMemory_isThere() throws {
        let store = try ItemStore.inMemory()
        try store.setLockSettings(hour())
        XCTAssertEqual(try store.lockSettings(), try hour())
    }

    func test_setLockSettings_always_showsInAnotherOpenObject() throws {
        let (store, other) = (try makeStore(), try openStore())
        try store.setLockSettings(hour())
        XCTAssertEqual(try other.lockSettings(), try hour())
    }

    func test_setLockSettings_toWhatTheyAre_changesNothing() throws {
        let store = try makeStoreWithAnHour()
        let before = try store.sequenceNumber()
        try store.setLockSettings(hour())
        XCTAssertEqual(try store.sequenceNumber(), before)
        try store.setLockSettings(.standard)
        XCTAssertEqual(try store.sequenceNumber(), before + 1)
    }

    func test_changeOfItemsAndSlots_always_keepsThem() throws {
        let store = try makeStoreWithAnHour()
        try store.add(password("maria"), secret: secret("one"))
        try store.setPassphrase(secret("pass"), cost: .cheapest)
        try store.removePassphrase()
        XCTAssertEqual(try store.lockSettings(), try hour())
        XCTAssertTrue(try store.verify().isIntact)
    }

    // MARK: - Guarded

    func test_lockSettings_ofStoreThatIsNotUnlocked_throwsInteractionNotAllowed() throws {
        let made = try protectedStore()
        let (locked, closed) = (try openStore(.passphrase(secret("pass"))), try openStore())
        locked.lock()
        for store in [locked, closed] {
            assertThrows(.interactionNotAllowed) { try store.lockSettings() }
            assertThrows(.interactionNotAllowed) { try store.setLockSettings(self.hour()) }
            XCTAssertNil(try store.information().lockSettings)
        }
        XCTAssertEqual(try made.lockSettings(), .standard)
        XCTAssertEqual(try made.information().lockSettings, .standard)
    }

    func test_lockSettings_ofAnotherStore_areRefused() throws {
        let store = try makeStore()
        let other = try ItemStore.create(at: directory + "/other.store", options: options)
        try other.setLockSettings(hour())
        try tamper(
            """
            ATTACH '\(directory)/other.store' AS other;
            UPDATE main.state SET sealed = (SELECT sealed FROM other.state)
            """)
        assertThrows(.invalidKeychain) { try store.lockSettings() }
        assertThrows(.invalidKeychain) { try self.openStore() }
    }

    func test_setLockSettings_always_leavesNothingInClear() throws {
        let store = try makeStore()
        let seconds: [UInt8] = [0x15, 0xcd, 0x5b, 0x07]
        try store.setLockSettings(LockSettings(locksAfter: .seconds(0x075b_cd15), locksOnSleep: true))
        for suffix in ["", "-wal"] {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path + suffix))
            XCTAssertNil(bytes.range(of: Data(seconds)), suffix)
        }
    }

    // MARK: - Carried

    func test_rotateKeys_always_keepsThem() throws {
        let store = try makeStoreWithAnHour()
        try store.add(password("maria"), secret: secret("one"))
        try store.rotateKeys()
        XCTAssertEqual(try store.lockSettings(), try hour())
        XCTAssertEqual(try openStore().lockSettings(), try hour())
    }

    func test_restore_ofBackup_bringsItsSettings() throws {
        let store = try makeStoreWithAnHour()
        try store.backup(to: backupPath)
        try store.setLockSettings(.standard)
        let restored = try ItemStore.restore(from: backupPath, to: path, options: options).store
        XCTAssertEqual(try restored.lockSettings(), try hour())
        XCTAssertEqual(try store.lockSettings(), try hour())
    }

    func test_migration_ofOlderStore_keepsThem() throws {
        _ = try makeStoreWithAnHour()
        try tamper(MadeUpFormats.toFormat1)
        let options = optionsThatMigrate(MadeUpFormats.migrations)
        XCTAssertEqual(try ItemStore.open(at: path, options: options).lockSettings(), try hour())
    }

    func test_salvage_ofReadableState_keepsThem() throws {
        let store = try makeStoreWithAnHour()
        try store.add(password("maria"), secret: secret("one"))
        try copyFiles(of: store)
        XCTAssertTrue(try salvage().isComplete)
        XCTAssertEqual(try openTarget().lockSettings(), try hour())
    }

    func test_salvage_withoutState_givesStandardOnes() throws {
        _ = try makeStoreWithAnHour()
        try tamper("PRAGMA secure_delete = ON; UPDATE state SET sealed = zeroblob(277); VACUUM")
        try copyClosedFile()
        try salvage()
        XCTAssertEqual(try openTarget().lockSettings(), .standard)
    }
}
