import XCTest

@testable import SecureStore

/// A way in that was taken away and put back behind an open store, by a row or by a trigger.
final class PlantedSlotTests: StoreTestCase {
    /// A store with the passphrase "new", and a copy from when it was "old".
    private func makeStore(changedFrom old: String) throws -> ItemStore {
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret(old), cost: .cheapest), options: options)
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.changePassphrase(from: secret(old), to: secret("new"), cost: .cheapest)
        return store
    }

    private let plant = "INSERT INTO main.slot SELECT * FROM old.slot"

    private func plantSlot() throws { try tamper("ATTACH '\(directory)/old.store' AS old; \(plant)") }

    func test_changePassphrase_withSlotPutBackUnderIt_throwsAndVouchesForNothing() throws {
        let store = try makeStore(changedFrom: "old")
        try plantSlot()
        assertThrows(.invalidKeychain) {
            try store.changePassphrase(from: secret("new"), to: secret("third"), cost: .cheapest)
        }
        let old = try secret("old")
        assertThrows(.invalidKeychain) { try self.openStore(.passphrase(old)) }
        XCTAssertFalse(try store.verify().isIntact)
    }

    func test_rotateKeys_withSlotPutBackUnderIt_throwsAndVouchesForNothing() throws {
        let store = try makeStore(changedFrom: "old")
        try plantSlot()
        assertThrows(.invalidKeychain) { try store.rotateKeys() }
        let old = try secret("old")
        assertThrows(.invalidKeychain) { try self.openStore(.passphrase(old)) }
    }

    func test_everyChangeOfSlots_withSlotPutBackUnderIt_throws() throws {
        let store = try makeStore(changedFrom: "old")
        try plantSlot()
        assertThrows(.invalidKeychain) { try store.addRecoveryCode() }
        assertThrows(.invalidKeychain) { try store.addPassphraseSlot(secret("2"), cost: .cheapest) }
        assertThrows(.invalidKeychain) { try store.removePassphrase() }
    }

    func test_protectionAndBackup_withSlotHiddenUnderTheOpenStore_throw() throws {
        let store = try makeStore(changedFrom: "old")
        try store.addPassphraseSlot(secret("second"), cost: .cheapest)
        try tamper("DELETE FROM slot WHERE number = (SELECT max(number) FROM slot)")
        assertThrows(.invalidKeychain) { try store.protection() }
        assertThrows(.invalidKeychain) { try store.backup(to: self.backupPath) }
    }

    /// What a trigger would do in the owner's own transaction.
    private func plantTrigger(_ event: String, _ action: String) throws {
        try tamper("CREATE TRIGGER planted \(event) BEGIN \(action); END")
    }

    func test_changePassphrase_withTriggerPlantedAfterOpening_throwsAndKeepsTheOldOneOut() throws {
        let store = try makeStore(changedFrom: "old")
        let columns = "old.kind, old.salt, old.passes, old.memory, old.recipient, old.shield, old.sealed"
        try plantTrigger(
            "AFTER DELETE ON slot", "INSERT INTO slot SELECT old.number + 9, \(columns), old.checksum")
        assertThrows(.invalidKeychain) {
            try store.changePassphrase(from: secret("new"), to: secret("third"), cost: .cheapest)
        }
        XCTAssertEqual(try PlainDatabase(path).rows("SELECT count(*) FROM slot"), [["1"]])
    }

    func test_write_withTriggerPlantedAfterOpening_throws() throws {
        let store = try makeStore(changedFrom: "old")
        try plantTrigger("AFTER INSERT ON item", "DELETE FROM item WHERE number < new.number")
        assertThrows(.invalidKeychain) { try store.add(password("maria")) }
        try tamper("DROP TRIGGER planted")
        XCTAssertNoThrow(try store.add(password("maria")))
    }
}
