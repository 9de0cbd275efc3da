import Foundation
import XCTest

@testable import SecureStore

final class SalvageTests: SalvageTestCase {
    /// A store of every class, closed and copied; gives its items.
    private func makeFilledStore() throws -> [ReadItem] {
        let store = try makeStore()
        try FormatSamples.fill(store)
        let items = try ReadItem.all(of: store)
        try copyFiles(of: store)
        return items
    }

    // MARK: - Sound stores

    func test_salvage_ofSoundStore_savesEverythingAndConfirmsIt() throws {
        let items = try makeFilledStore()
        let report = try salvage()
        XCTAssertTrue(report.isComplete)
        XCTAssertEqual(
            [report.recovered, report.uncertain.count, report.problems.count], [items.count, 0, 0])
        XCTAssertEqual(try ReadItem.all(of: try openTarget()), items)
        XCTAssertTrue(try openTarget().verify().isIntact)
    }

    func test_salvage_ofAnyPageSize_savesEverything() throws {
        let items = try makeStoreOfLargeItems()
        for size in [512, 1_024, 16_384, 65_536] {
            try copyClosedFile(pageSize: size)
            XCTAssertTrue(try salvage().isComplete, "\(size)")
            XCTAssertEqual(try ReadItem.all(of: try openTarget()), items, "\(size)")
            try FileManager.default.removeItem(atPath: targetPath)
        }
    }

    private func makeStoreOfLargeItems() throws -> [ReadItem] {
        let store = try makeStore(ofItems: 100)
        for size in [400, 5_000, 50_000] {
            try store.add(password("large \(size)"), secret: SecretBytes.random(count: size))
        }
        return try ReadItem.all(of: store)
    }

    func test_salvage_ofLargeItemsInJournal_savesThem() throws {
        let store = try makeStore()
        for size in [5_000, 50_000, 250_000] {
            try store.add(password("a"), secret: SecretBytes.random(count: size))
            try store.set(password("a"), secret: SecretBytes.random(count: size + 1))
            try store.update(query("a"), Changes<GenericPassword>().set(.account, to: "\(size)"))
        }
        try copyFiles(of: store)
        XCTAssertTrue(try salvage().isComplete)
        XCTAssertEqual(try ReadItem.all(of: try openTarget()), try ReadItem.all(of: store))
    }

    func test_salvage_ofHalfRotatedStore_savesItemsUnderBothKeySets() throws {
        let store = try makeStore(ofItems: 20)
        try store.beginRotation { $0 % 2 == 1 }
        let items = try ReadItem.all(of: store)
        try copyFiles(of: store)
        XCTAssertTrue(try salvage().isComplete)
        XCTAssertEqual(try ReadItem.all(of: try openTarget()), items)
    }

    func test_salvage_afterRotation_savesEverything() throws {
        let store = try makeStore(ofItems: 20)
        try store.rotateKeys()
        let items = try ReadItem.all(of: store)
        try copyFiles(of: store)
        XCTAssertTrue(try salvage().isComplete)
        XCTAssertEqual(try ReadItem.all(of: try openTarget()), items)
    }

    func test_salvage_ofStoreWithPassphrase_givesStoreWithSamePassphrase() throws {
        let phrase = try secret("phrase")
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(phrase, cost: .cheapest), options: options)
        try FormatSamples.fill(store)
        let items = try ReadItem.all(of: store)
        try copyFiles()
        XCTAssertTrue(try salvage(.passphrase(phrase)).isComplete)
        let target = try openTarget(.passphrase(phrase))
        XCTAssertEqual(try ReadItem.all(of: target), items)
        XCTAssertFalse(try target.protection().opensWithDeviceKey)
    }

    func test_salvage_withRecoveryCode_givesStoreThatOnlyTheCodeOpens() throws {
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("forgotten"), cost: .cheapest), options: options)
        try store.add(password("a"), secret: secret("kept"))
        let code = try store.addRecoveryCode()
        try copyFiles()
        XCTAssertTrue(try salvage(.recoveryCode(code)).isComplete)
        let target = try openTarget(.recoveryCode(code))
        XCTAssertEqual(try target.protection().slots.map(\.kind), [.recoveryCode])
        XCTAssertEqual(try target.only(query("a")).secret?.text, "kept")
    }

    func test_salvage_afterDeletes_bringsNothingBack() throws {
        let store = try makeStore(ofItems: 100)
        for number in 0..<50 { try store.delete(query("\(number)")) }
        try copyFiles(of: store)
        XCTAssertTrue(try salvage().isComplete)
        XCTAssertEqual(try openTarget().itemCount(), 50)
    }

    func test_salvage_thenAdd_givesNumbersAndGenerationsOnward() throws {
        let store = try makeStore(ofItems: 2)
        try store.update(query("1"), Changes<GenericPassword>().secret(secret("changed")))
        try copyFiles()
        try salvage()
        let target = try openTarget()
        try target.add(password("2"), secret: secret("2"))
        XCTAssertEqual(try target.only(query("1")).generation, 3)
        XCTAssertGreaterThan(try target.only(query("2")).generation, 3 + 1 << 40)
        let accounts = try target.copyMatching(Query<GenericPassword>()).map(\.item.account)
        XCTAssertEqual(accounts, ["0", "1", "2"])
        XCTAssertTrue(try target.verify().isIntact)
    }

    // MARK: - What it leaves

    func test_salvage_ofAnyStore_leavesItsFilesAsTheyWere() throws {
        _ = try makeFilledStore()
        try damage { $0[3_000] ^= 0x55 }
        try damage("-wal") { $0[20_000] ^= 0x55 }
        setMode(0o400, of: damagedPath)
        setMode(0o400, of: damagedPath + "-wal")
        let before = try contents().filter { $0.key.hasPrefix("damaged") }
        try salvage()
        XCTAssertEqual(try contents().filter { $0.key.hasPrefix("damaged") }, before)
        XCTAssertEqual(before.count, 2)
    }

    func test_salvage_fromReadOnlyDirectory_savesEverything() throws {
        let items = try makeFilledStore()
        let place = directory + "/readonly"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        for suffix in ["", "-wal"] {
            try FileManager.default.moveItem(atPath: damagedPath + suffix, toPath: "\(place)/it\(suffix)")
            setMode(0o400, of: "\(place)/it\(suffix)")
        }
        setMode(0o500, of: place)
        try asOrdinaryUser {
            let report = try ItemStore.salvage(from: place + "/it", to: targetPath, options: options)
            XCTAssertTrue(report.isComplete)
            XCTAssertEqual(try ReadItem.all(of: try openTarget()), items)
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place).sorted(), ["it", "it-wal"])
        setMode(0o700, of: place)
    }

    func test_salvage_ofLinkOrDirectory_throwsInvalidDBLocation() throws {
        _ = try makeStore(ofItems: 1)
        try FileManager.default.createSymbolicLink(atPath: damagedPath, withDestinationPath: path)
        assertThrows(.invalidDBLocation, "link") { try self.salvage() }
        assertThrows(.invalidDBLocation, "directory") {
            try ItemStore.salvage(from: self.directory, to: self.targetPath, options: self.options)
        }
    }

    func test_salvage_cancelled_throwsUserCanceledAndLeavesNothing() throws {
        _ = try makeStore(ofItems: 600)
        try copyFiles()
        let before = Set(try FileManager.default.contentsOfDirectory(atPath: directory))
        for stop in [0, 500] {
            assertThrows(.userCanceled, "\(stop)") {
                try self.salvage { $0.total == 600 && $0.done >= stop ? .cancel : .proceed }
            }
            XCTAssertEqual(Set(try FileManager.default.contentsOfDirectory(atPath: directory)), before)
        }
    }

    func test_salvage_toTakenName_throwsDuplicateKeychainAndLeavesWhatIsThere() throws {
        _ = try makeStore(ofItems: 1)
        try copyFiles()
        try Data("there".utf8).write(to: URL(fileURLWithPath: targetPath))
        assertThrows(.duplicateKeychain) { try self.salvage() }
        XCTAssertEqual(try Data(contentsOf: URL(fileURLWithPath: targetPath)), Data("there".utf8))
    }

    func test_salvage_toFullDisk_throwsDiskFullAndLeavesNothing() throws {
        _ = try makeStore().add(password("large"), secret: SecretBytes.random(count: 400_000))
        try copyFiles()
        try withFileSystem(ofSize: 1 << 18) { place in
            assertThrows(.diskFull) {
                try ItemStore.salvage(
                    from: self.damagedPath, to: place + "/new.store", options: self.options)
            }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), [])
        }
    }

    // MARK: - Refused

    func test_salvage_withWrongOrMissingThings_throws() throws {
        _ = try makeStore(ofItems: 1)
        try copyFiles()
        assertThrows(.authFailed, "no such slot") { try self.salvage(.passphrase(secret("x"))) }
        assertThrows(.param, "session key") { try self.salvage(.sessionKey(secret("x"))) }
        try writeDamaged([UInt8](repeating: 7, count: 100_000))
        try writeDamaged([], "-wal")
        assertThrows(.invalidKeychain, "no store") { try self.salvage() }
        try FileManager.default.removeItem(atPath: damagedPath)
        assertThrows(.noSuchKeychain, "missing") { try self.salvage() }
    }

    func test_salvage_withWrongPassphrase_throwsAuthFailed() throws {
        _ = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("phrase"), cost: .cheapest), options: options)
        try copyFiles()
        assertThrows(.authFailed) { try self.salvage(.passphrase(secret("another"))) }
    }
}
