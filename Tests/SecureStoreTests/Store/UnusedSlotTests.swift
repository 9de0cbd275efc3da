import XCTest

@testable import SecureStore

/// A slot that nobody opened the store with may be damaged as well: it is found before it is needed.
final class UnusedSlotTests: StoreTestCase {
    /// A store with two passphrases, of which the second has a damaged checksum, opened with the first.
    private func makeStoreWithDamagedSlot() throws -> ItemStore {
        let store = try makeStore()
        try store.setPassphrase(secret("one"), cost: .cheapest)
        try store.addPassphraseSlot(secret("two"), cost: .cheapest)
        try tamper("UPDATE slot SET checksum = randomblob(32) WHERE number = 3")
        return try openStore(.passphrase(secret("one")))
    }

    func test_verify_withDamagedChecksumOfUnusedSlot_namesTheSlot() throws {
        let report = try makeStoreWithDamagedSlot().verify()
        XCTAssertTrue(report.problems.contains { $0.contains("slot 3 is damaged") }, "\(report)")
    }

    func test_backup_withDamagedChecksumOfUnusedSlot_isRefusedAndSaysWhatToDo() throws {
        let store = try makeStoreWithDamagedSlot()
        XCTAssertThrowsError(try store.backup(to: backupPath)) { error in
            XCTAssertEqual((error as? StoreError)?.status, .invalidDatabaseBlob)
            XCTAssertTrue("\(error)".contains("slot 3 is damaged; remove it"), "\(error)")
        }
        XCTAssertEqual(try names(), ["device.key", "test.store"])
    }

    func test_backup_whenTheDamagedSlotWasRemoved_isMade() throws {
        let store = try makeStoreWithDamagedSlot()
        try store.removeSlot(3)
        try store.backup(to: backupPath)
        try store.rotateKeys()
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_open_withDamagedChecksumOfUnusedSlot_stillOpens() throws {
        XCTAssertEqual(try makeStoreWithDamagedSlot().lockState, .unlocked)
    }
}
