import Foundation
import XCTest

@testable import SecureStore

/// A copy of the store, made while it is in use.
final class BackupTests: StoreTestCase {
    func test_backup_ofStore_opensWithEveryItem() throws {
        let samples = try TamperSamples(in: makeStore())
        try openStore().backup(to: backupPath)
        XCTAssertNil(samples.fault(at: backupPath, options))
        XCTAssertTrue(try ItemStore.open(at: backupPath, options: options).verify().isIntact)
    }

    func test_backup_always_isOnePrivateFile() throws {
        try makeStore().backup(to: backupPath)
        let facts = try FileManager.default.attributesOfItem(atPath: backupPath)
        XCTAssertEqual(facts[.posixPermissions] as? Int, 0o600)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: directory).sorted(),
            ["device.key", "test.backup", "test.store"])
    }

    func test_backup_withoutTheDeviceKey_doesNotOpen() throws {
        try makeStore().backup(to: backupPath)
        var other = options
        other.deviceKey = .bytes(try SecretBytes.random(count: 32))
        assertThrows(.authFailed) { try ItemStore.open(at: self.backupPath, options: other) }
    }

    func test_backup_fromBeforeTheNewPassphrase_opensWithTheOldAlone() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("old"), cost: .cheapest)
        try store.backup(to: backupPath)
        try store.changePassphrase(from: secret("old"), to: secret("new"), cost: .cheapest)
        let (path, options) = (backupPath, options)
        func open(_ text: String) throws -> ItemStore {
            try ItemStore.open(at: path, unlockingWith: .passphrase(secret(text)), options: options)
        }
        XCTAssertEqual(try open("old").lockState, .unlocked)
        assertThrows(.authFailed) { try open("new") }
    }

    func test_backup_ofStoreThatIsNotUnlocked_hasEveryItem() throws {
        let made = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("pass"), cost: .cheapest), options: options)
        try made.add(password("maria"), secret: secret("one"))
        try openStore().backup(to: backupPath)
        let store = try ItemStore.open(
            at: backupPath, unlockingWith: .passphrase(secret("pass")), options: options)
        XCTAssertEqual(try items(of: store), ["mail maria": try secret("one")])
    }

    func test_backup_whereSomethingIs_throwsDuplicateKeychainAndKeepsIt() throws {
        let store = try makeStore()
        XCTAssertTrue(FileManager.default.createFile(atPath: backupPath, contents: Data("precious".utf8)))
        assertThrows(.duplicateKeychain) { try store.backup(to: self.backupPath) }
        XCTAssertEqual(FileManager.default.contents(atPath: backupPath), Data("precious".utf8))
    }

    func test_backup_inDirectoryThatOthersCanWrite_throwsInvalidDBLocation() throws {
        let store = try makeStore()
        let place = directory + "/open"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        setMode(0o775, of: place)
        assertThrows(.invalidDBLocation) { try store.backup(to: place + "/test.backup") }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), [])
    }

    func test_backup_ofStoreInMemory_throwsUnimplemented() throws {
        let store = try ItemStore.inMemory()
        assertThrows(.unimplemented) { try store.backup(to: self.backupPath) }
    }

    func test_backup_thatIsNotReadBackAsItWasWritten_isNotCalledDamageOfTheStore() throws {
        let (store, directory) = (try makeStore(), directory)
        func overwrite(_ progress: WorkProgress) throws {
            guard progress.done > progress.total * 9 / 10 else { return }
            for name in try names() where name.hasSuffix(".new") {
                let file = try XCTUnwrap(FileHandle(forUpdatingAtPath: directory + "/" + name))
                try file.seek(toOffset: 1 << 20)
                try file.write(contentsOf: Data(repeating: 0xff, count: 1 << 20))
            }
        }
        // More than the writing connection keeps in memory.
        for number in 0..<20 {
            try store.add(password("large \(number)"), secret: SecretBytes.random(count: 1 << 20))
        }
        assertThrows(.io, reason: "cannot be read back") {
            try store.backup(to: self.backupPath) { progress in
                do { try overwrite(progress) } catch { XCTFail("\(error)") }
                return .proceed
            }
        }
        XCTAssertTrue(try store.verify().isIntact)
        XCTAssertEqual(try names(), ["device.key", "test.store"])
    }

    // MARK: - Progress

    func test_backup_ofLargeStore_reportsItsSteps() throws {
        let store = try makeLargeStore()
        let path = backupPath
        try assertProgress { try store.backup(to: path, onProgress: $0) }
    }

    func test_backup_cancelled_throwsUserCanceledAndLeavesNothing() throws {
        let store = try makeLargeStore()
        assertThrows(.userCanceled) { try store.backup(to: self.backupPath) { _ in .cancel } }
        XCTAssertEqual(try names(), ["device.key", "test.store"])
    }

    func test_backup_whileItsObserverWrites_isOfTheStateBefore() throws {
        let store = try makeLargeStore()
        var added: [Bool] = []
        try store.backup(to: backupPath) { progress in
            added.append((try? store.set(password("late"), secret: secret("\(progress.done)"))) != nil)
            return .proceed
        }
        XCTAssertTrue(added.count > 1 && added.allSatisfy { $0 })
        XCTAssertEqual(try itemsOfIntactStore(at: backupPath).count, 12)
    }
}
