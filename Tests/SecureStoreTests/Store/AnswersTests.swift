import Foundation
import XCTest

@testable import SecureStore

/// The answers that tell a caller why a store does not open, or an item cannot be read.
final class AnswersTests: StoreTestCase {
    private func protectedStore() throws -> ItemStore {
        try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("one"), cost: .cheapest), options: options)
    }

    private func changeSlot(_ change: (inout SlotRow) -> Void, checksum: Bool = false) throws {
        let connection = try Connection(path: path, role: .writing)
        var slot = try connection.slots()[0]
        try connection.execute("DELETE FROM slot WHERE number = \(slot.number)")
        change(&slot)
        if checksum { slot.checksum = SlotCodec.checksum(slot, try connection.storeHeader().id) }
        try connection.insertSlot(slot)
    }

    func test_open_withWrongPassphrase_throwsAuthFailed() throws {
        _ = try protectedStore()
        for text in ["two", "One", "one ", "on", ""] {
            assertThrows(.authFailed, text) { try self.openStore(.passphrase(secret(text))) }
        }
    }

    func test_open_withPassphraseOfStoreWithout_throwsAuthFailed() throws {
        _ = try makeStore()
        assertThrows(.authFailed) { try self.openStore(.passphrase(secret("one"))) }
    }

    func test_open_withoutDeviceKey_throwsNotAvailable() throws {
        _ = try makeStore()
        try FileManager.default.removeItem(atPath: directory + "/device.key")
        assertThrows(.notAvailable) { try self.openStore() }
    }

    func test_open_withAnotherDeviceKey_throwsAuthFailed() throws {
        _ = try makeStore()
        var options = self.options
        options.deviceKey = .bytes(try SecretBytes.random(count: 32))
        assertThrows(.authFailed) { try ItemStore.open(at: self.path, options: options) }
    }

    func test_open_withDamagedSlot_throwsInvalidDatabaseBlob() throws {
        let changes: [(String, (inout SlotRow) -> Void)] = [
            ("salt", { $0.salt[0] ^= 1 }), ("recipient", { $0.recipient[0] ^= 1 }),
            ("shield", { $0.shield[0] ^= 1 }), ("short shield", { $0.shield = [1] }),
            ("sealed", { $0.sealed[0] ^= 1 }), ("passes", { $0.passes += 1 }),
            ("memory", { $0.memory += 1024 }), ("checksum", { $0.checksum[0] ^= 1 }),
            ("short salt", { $0.salt = [] }), ("short sealed", { $0.sealed = [1] }),
        ]
        for (name, change) in changes {
            _ = try protectedStore()
            try changeSlot(change)
            assertThrows(.invalidDatabaseBlob, name) { try self.openStore(.passphrase(secret("one"))) }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    func test_open_withDamagedSlotAndWrongPassphrase_throwsInvalidDatabaseBlob() throws {
        let store = try protectedStore()
        try store.addPassphraseSlot(secret("two"), cost: .cheapest)
        try changeSlot { $0.sealed[0] ^= 1 }
        assertThrows(.invalidDatabaseBlob) { try self.openStore(.passphrase(secret("three"))) }
    }

    func test_open_withSlotThatAsksForTooMuch_throwsInvalidDatabaseBlobAtOnce() throws {
        let rows: [(passes: Int64, memory: Int64)] = [
            (1, 1 << 31), (17, 8192), (0, 8192), (1, 8191), (-1, 8192), (1, -1), (.max, .max), (16, 1 << 30),
        ]
        for row in rows {
            _ = try protectedStore()
            try changeSlot({ ($0.passes, $0.memory) = row }, checksum: true)
            let worked = processorTime {
                assertThrows(.invalidDatabaseBlob, "\(row)") {
                    try self.openStore(.passphrase(secret("one")))
                }
            }
            XCTAssertLessThan(worked, .seconds(1), "\(row)")
            try FileManager.default.removeItem(atPath: path)
        }
    }

    func test_open_withCheaperCostWrittenIn_throwsAuthFailed() throws {
        _ = try protectedStore()
        try changeSlot({ $0.passes = 2 }, checksum: true)
        assertThrows(.authFailed) { try self.openStore(.passphrase(secret("one"))) }
    }

    func test_open_withPassphraseNotYetGiven_answersInteractionNotAllowed() throws {
        try protectedStore().add(password("maria"))
        let store = try openStore()
        XCTAssertEqual(store.lockState, .notYetUnlocked)
        XCTAssertThrowsError(try store.copyMatching(query("maria"))) { error in
            XCTAssertEqual((error as? StoreError)?.status, .interactionNotAllowed)
            XCTAssertTrue("\(error)".contains("has not been unlocked"), "\(error)")
        }
    }

    func test_copyMatching_whileLocked_answersInteractionNotAllowedInOtherWords() throws {
        let store = try protectedStore()
        try store.add(password("maria"))
        store.lock()
        XCTAssertThrowsError(try store.copyMatching(query("maria"))) { error in
            XCTAssertEqual((error as? StoreError)?.status, .interactionNotAllowed)
            XCTAssertTrue("\(error)".contains("is locked"), "\(error)")
        }
    }

    func test_open_withKeyThatTheHeaderDoesNotCommitTo_throwsInvalidKeychain() throws {
        _ = try protectedStore()
        let connection = try Connection(path: path, role: .writing)
        try connection.execute("UPDATE store SET commitment = randomblob(32)")
        assertThrows(.invalidKeychain) { try self.openStore(.passphrase(secret("one"))) }
    }

    func test_open_withSlotPutBack_throwsInvalidKeychain() throws {
        let store = try protectedStore()
        let connection = try Connection(path: path, role: .writing)
        let old = try connection.slots()[0]
        try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        try connection.insertSlot(old)
        assertThrows(.invalidKeychain) { try self.openStore(.passphrase(secret("one"))) }
    }
}
