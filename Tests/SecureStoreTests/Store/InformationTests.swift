import Foundation
import StoreExerciser
import XCTest

@testable import SecureStore

/// Tests of what a store tells about itself.
final class InformationTests: StoreTestCase {
    func test_information_ofClosedStore_saysWhatIsInClear() throws {
        do {
            let store = try ItemStore.create(
                at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
            for item in try SampleItems.all() { try store.add(item) }
            try store.add(password("second"))
        }
        let found = try ItemStore.information(at: path)
        XCTAssertEqual(found.formatVersion, 4)
        XCTAssertNil(found.itemCounts)
        XCTAssertFalse(found.isProven)
        XCTAssertEqual(
            found.slots, [KeySlot(number: 1, kind: .passphrase, cost: .cheapest, isReadOnly: false)])
        XCTAssertEqual(found.mode, 0o600)
        XCTAssertEqual(found.journalSize, 0)
        XCTAssertNil(found.sequenceNumber)
    }

    func test_information_ofStoreOfAnEarlierFormat_readsItAsItIs() throws {
        try GoldenStore.device.copy(to: path, format: 3)
        let before = try contents()
        let found = try ItemStore.information(at: path)
        XCTAssertEqual(found.formatVersion, 3)
        XCTAssertEqual(found.slots.map(\.kind), [.deviceKey])
        XCTAssertEqual(try contents(), before)
    }

    func test_information_ofOpenStore_saysThatItsReadsAreFast() throws {
        XCTAssertEqual(try makeStore().information().hasFastReads, true)
        var quiet = options
        quiet.access = .readOnly
        XCTAssertNil(try ItemStore.information(at: path, options: quiet).hasFastReads)
        XCTAssertNil(try ItemStore.inMemory(options: options).information().hasFastReads)
    }

    func test_information_besideAJournalThatAWriterLeft_saysNothingOfFastReads() throws {
        let (store, left) = (try makeStore(), directory + "/left.store")
        try store.add(password("a"), secret: secret("one"))
        for ending in ["", "-wal", "-shm"] {
            try FileManager.default.copyItem(atPath: path + ending, toPath: left + ending)
        }
        var reading = options
        reading.access = .readOnly
        let information = try ItemStore.information(at: left, options: reading)
        XCTAssertGreaterThan(information.journalSize, 0)
        XCTAssertNil(information.hasFastReads)
        withExtendedLifetime(store) {}
    }

    func test_information_ofUnlockedStore_countsItemsByClass() throws {
        let store = try makeStore()
        for item in try SampleItems.all() { try store.add(item) }
        try store.add(password("second"))
        let counts: [ItemClass: Int] = [.genericPassword: 2, .internetPassword: 1, .certificate: 1, .key: 1]
        XCTAssertEqual(try store.information().itemCounts, counts)
        store.lock()
        XCTAssertEqual(try store.information().itemCounts, counts)
    }

    func test_information_ofUnlockedStoreWithPlantedRow_countsOnlyItems() throws {
        let store = try makeStore()
        for number in 0..<3 { try store.add(password("\(number)")) }
        try tamper("UPDATE item SET class = 2 WHERE number = 1; DELETE FROM item WHERE number = 2")
        XCTAssertEqual(try store.information().itemCounts, [.genericPassword: 3])
    }

    func test_protection_ofStoreThatIsNotUnlocked_isNotProven() throws {
        _ = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        let store = try openStore()
        XCTAssertFalse(try store.protection().isProven)
        try store.unlock(with: .passphrase(secret("pass")))
        XCTAssertTrue(try store.protection().isProven)
    }

    func test_information_ofUnlockedStore_hasItsSequenceNumber() throws {
        let store = try makeStore()
        try store.add(password("maria"))
        XCTAssertEqual(try store.information().sequenceNumber, try store.sequenceNumber())
        store.lock()
        XCTAssertEqual(try store.information().sequenceNumber, 1)
    }

    func test_information_ofStoreThatIsNotUnlocked_hasNoSequenceNumber() throws {
        _ = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        XCTAssertNil(try openStore().information().sequenceNumber)
    }

    func test_information_afterSlotsChanged_showsThem() throws {
        let store = try makeStore()
        let before = try store.information()
        try store.setPassphrase(secret("pass"), cost: .cheapest)
        let after = try store.information()
        XCTAssertEqual(before.slots.map(\.kind), [.deviceKey])
        XCTAssertEqual(after.slots.map(\.kind), [.passphrase])
        XCTAssertGreaterThan(after.keysVersion, before.keysVersion)
    }

    func test_information_ofStoreAndItsBackup_hasOneIdentifier() throws {
        let store = try makeStore()
        try store.backup(to: backupPath)
        let other = try ItemStore.create(at: directory + "/other.store", options: options)
        XCTAssertEqual(
            try store.information().identifier, try ItemStore.information(at: backupPath).identifier)
        XCTAssertNotEqual(try store.information().identifier, try other.information().identifier)
    }

    func test_identifier_ofStoreThatIsNotUnlocked_isThatOfItsInformation() throws {
        _ = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        XCTAssertEqual(try openStore().identifier(), try ItemStore.information(at: path).identifier)
    }

    func test_information_ofSizes_agreesWithTheFile() throws {
        let store = try makeLargeStore()
        try store.delete(query("large 1"))
        let found = try store.information()
        let manager = FileManager.default
        XCTAssertEqual(found.fileSize, try manager.attributesOfItem(atPath: path)[.size] as? Int)
        XCTAssertEqual(found.journalSize, try manager.attributesOfItem(atPath: path + "-wal")[.size] as? Int)
        XCTAssertTrue((90_000...110_000).contains(found.freeBytes), "\(found.freeBytes)")
        try store.compact()
        XCTAssertEqual(try store.information().freeBytes, 0)
    }

    func test_information_ofStoreInMemory_hasNoFile() throws {
        let store = try ItemStore.inMemory()
        try store.add(password("maria"))
        let found = try store.information()
        XCTAssertNil(found.path)
        XCTAssertNil(found.mode)
        XCTAssertEqual(found.itemCounts, [.genericPassword: 1])
        XCTAssertGreaterThan(found.fileSize, 0)
    }

    func test_information_always_namesNoItem() throws {
        let store = try makeStore()
        try store.add(GenericPassword(service: "planted service", account: "planted account"))
        XCTAssertFalse("\(try store.information())".contains("planted"))
    }

    func test_information_ofWhatIsNoStoreOfThisFormat_throwsItsStatus() throws {
        assertThrows(.noSuchKeychain) { try ItemStore.information(at: self.path) }
        _ = try makeStore()
        try tamper("PRAGMA user_version = 5")
        assertThrows(.wrongSecVersion) { try ItemStore.information(at: self.path, options: options) }
        try tamper("PRAGMA application_id = 2")
        assertThrows(.invalidKeychain) { try ItemStore.information(at: self.path, options: options) }
    }
}
