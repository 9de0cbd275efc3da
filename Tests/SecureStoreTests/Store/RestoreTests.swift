import Foundation
import XCTest

@testable import SecureStore

/// A backup that takes a store's place.
final class RestoreTests: StoreTestCase {
    /// A store with one item, a backup of it, and another item that came later.
    private func makeStoreAndBackup() throws -> ItemStore {
        let store = try makeStore()
        try store.add(password("old"), secret: secret("old"))
        try store.backup(to: backupPath)
        try store.add(password("new"), secret: secret("new"))
        return store
    }

    private let backedUp = ["mail old"]
    private let current = ["mail new", "mail old"]

    @discardableResult
    private func restore(_ credential: Credential = .deviceKey) throws -> Restoration {
        try ItemStore.restore(from: backupPath, to: path, unlockingWith: credential, options: options)
    }

    private func accounts(at path: String? = nil) throws -> [String] {
        try itemsOfIntactStore(at: path ?? self.path).keys.sorted()
    }

    func test_restore_overStore_hasTheItemsOfTheBackup() throws {
        _ = try makeStoreAndBackup()
        let store = try restore().store
        XCTAssertEqual(try items(of: store), ["mail old": try secret("old")])
        XCTAssertEqual(try accounts(), backedUp)
    }

    func test_restore_whereNothingIs_makesTheStore() throws {
        _ = try makeStoreAndBackup()
        let other = directory + "/other.store"
        let restored = try ItemStore.restore(from: backupPath, to: other, options: options)
        XCTAssertEqual(restored.setAside, [])
        XCTAssertEqual(try accounts(at: other), backedUp)
    }

    func test_restore_whenDone_leavesStoreAndBackupAlone() throws {
        _ = try makeStoreAndBackup()
        try restore()
        XCTAssertEqual(try names(), ["device.key", "test.backup", "test.store"])
    }

    func test_restore_always_changesNoByteOfTheBackup() throws {
        _ = try makeStoreAndBackup()
        let before = try contents()[backupPath.lastPart]
        try restore()
        XCTAssertEqual(try contents()[backupPath.lastPart], before)
    }

    func test_restore_ofBackupOpenToOthersInSuchDirectory_succeeds() throws {
        _ = try makeStoreAndBackup()
        let medium = directory + "/medium"
        try FileManager.default.createDirectory(atPath: medium, withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: backupPath, toPath: medium + "/copy")
        setMode(0o644, of: medium + "/copy")
        setMode(0o755, of: medium)
        _ = try ItemStore.restore(from: medium + "/copy", to: path, options: options)
        XCTAssertEqual(try accounts(), backedUp)
    }

    func test_restore_ofBackupWithJournal_hasWhatIsInTheJournal() throws {
        let store = try makeStoreAndBackup()
        // The files of an open store, as a copy of the whole directory has them.
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: directory + "/copied" + suffix)
        }
        try store.deleteAll(of: GenericPassword.self)
        _ = try ItemStore.restore(from: directory + "/copied", to: path, options: options)
        XCTAssertEqual(try accounts(), current)
    }

    func test_restore_withRecoveryCodeOfTheBackup_succeeds() throws {
        let store = try makeStore()
        let code = try store.addRecoveryCode()
        try store.backup(to: backupPath)
        var other = options
        other.deviceKey = .none
        let restored = try ItemStore.restore(
            from: backupPath, to: directory + "/other.store", unlockingWith: .recoveryCode(code),
            options: other)
        XCTAssertEqual(restored.store.lockState, .unlocked)
    }

    /// Restores a backup of this store with a recovery code, as another machine does, which has no device key
    /// yet.
    private func restoreElsewhere(
        _ store: ItemStore
    ) throws -> (path: String, options: StoreOptions, code: Credential) {
        let code = try store.addRecoveryCode()
        try store.backup(to: backupPath)
        var other = options
        other.deviceKey = .file(directory + "/other.key")
        let path = directory + "/other.store"
        _ = try ItemStore.restore(
            from: backupPath, to: path, unlockingWith: .recoveryCode(code), options: other)
        XCTAssertNoThrow(try ItemStore.open(at: path, unlockingWith: .recoveryCode(code), options: other))
        return (path, other, .recoveryCode(code))
    }

    func test_restore_onAnotherMachine_makesAStoreThatOpensThereByItself() throws {
        let store = try makeStore()
        try store.add(password("old"), secret: secret("old"))
        let (path, other, _) = try restoreElsewhere(store)
        let moved = try ItemStore.open(at: path, options: other)
        XCTAssertEqual(try moved.secret(of: password("old")).map { try $0.text() }, "old")
        try moved.add(password("here", .whenUnlockedThisDeviceOnly), secret: secret("new"))
        try moved.rotateKeys()
        XCTAssertTrue(try moved.verify().isIntact)
        XCTAssertEqual(
            try moved.protection().slots.map(\.kind).sorted { "\($0)" < "\($1)" },
            [.deviceKey, .recoveryCode])
        assertThrows(.authFailed) { try ItemStore.open(at: path, options: self.options).itemCount() }
    }

    func test_restore_onAnotherMachineOfItemsThatStay_keepsThemAndReadsTheOthers() throws {
        let store = try makeStore()
        try store.add(password("old"), secret: secret("old"))
        try store.add(password("stays", .whenUnlockedThisDeviceOnly), secret: secret("stays"))
        let (path, other, code) = try restoreElsewhere(store)
        let moved = try ItemStore.open(at: path, options: other)
        XCTAssertEqual(try moved.secret(of: password("old")).map { try $0.text() }, "old")
        let stays = password("stays", .whenUnlockedThisDeviceOnly)
        assertThrows(.notAvailable) { try moved.secret(of: stays) }
        let back = try ItemStore.open(at: path, unlockingWith: code, options: options)
        XCTAssertEqual(try back.secret(of: stays).map { try $0.text() }, "stays")
    }

    func test_restore_withRecoveryCodeOnTheSameMachine_leavesItsSlot() throws {
        let store = try makeStoreAndBackup()
        let code = try store.addRecoveryCode()
        let slots = try store.protection().slots
        try FileManager.default.removeItem(atPath: backupPath)
        try store.backup(to: backupPath)
        XCTAssertEqual(try restore(.recoveryCode(code)).store.protection().slots, slots)
    }

    func test_restore_ofStoreWithOtherSizeOfPages_succeeds() throws {
        _ = try makeStoreAndBackup()
        try tamper(
            "PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM; PRAGMA journal_mode = WAL",
            at: backupPath)
        try restore()
        XCTAssertEqual(try accounts(), backedUp)
    }

    // MARK: - Other objects and processes

    func test_restore_whileAnotherObjectHasTheStoreOpen_showsThere() throws {
        let store = try makeStoreAndBackup()
        try restore()
        XCTAssertEqual(try items(of: store).keys.sorted(), backedUp)
        try store.add(password("later"), secret: secret("later"))
        XCTAssertEqual(try accounts(), ["mail later", "mail old"])
    }

    func test_restore_ofOtherSlots_isFollowedByAnotherObject() throws {
        let store = try makeStoreAndBackup()
        try store.setPassphrase(secret("one"), cost: .cheapest)
        try restore()
        XCTAssertFalse(try store.protection().hasPassphrase)
        try store.setPassphrase(secret("two"), cost: .cheapest)
        XCTAssertEqual(
            try ItemStore.open(at: path, unlockingWith: .passphrase(secret("two")), options: options)
                .itemCount(), 1)
    }

    func test_restore_ofAnotherHistoryOfAsManyChanges_isFollowedByAnotherObject() throws {
        let store = try makeStoreAndBackup()
        _ = try store.addRecoveryCode()
        try store.backup(to: backupPath + ".code")
        try restore()
        // As many changes of the slots as in the backup that comes next, but other ones.
        try store.setPassphrase(secret("one"), cost: .cheapest)
        _ = try ItemStore.restore(from: backupPath + ".code", to: path, options: options)
        assertThrows(.notAvailable) { try store.add(password("lost", .whenPasscodeSetThisDeviceOnly)) }
        XCTAssertEqual(try accounts(), current)
    }

    func test_restore_whileItOverwrites_hasTheOldStoreBesideIt() throws {
        let old = try items(of: makeLargeStore())
        try openStore().backup(to: backupPath)
        try openStore().add(password("new"), secret: secret("new"))
        let copy = directory + "/copy.store"
        _ = try ItemStore.restore(from: backupPath, to: path, options: options) { _ in
            let manager = FileManager.default
            let kept = (try? self.names())?.first { $0.hasSuffix(".replaced") }
            // Made before the first step of the overwriting, and whole from then on.
            if let kept { try? manager.copyItem(atPath: "\(self.directory)/\(kept)", toPath: copy) }
            return .proceed
        }
        XCTAssertEqual(try itemsOfIntactStore(at: copy).count, old.count + 1)
        XCTAssertEqual(try itemsOfIntactStore(at: path), old)
    }

    func test_restore_ofBackupFromBeforeTheKeysWereReplaced_isFollowedByAnotherObject() throws {
        let store = try makeStoreAndBackup()
        try store.rotateKeys()
        try restore()
        XCTAssertEqual(try items(of: store).keys.sorted(), backedUp)
        try store.add(password("later"), secret: secret("later"))
        XCTAssertEqual(try accounts(), ["mail later", "mail old"])
    }

    func test_restore_ofAnotherStore_isRefusedByObjectsOfTheOld() throws {
        let store = try makeStoreAndBackup()
        let other = directory + "/other.store"
        try ItemStore.create(at: other, options: options).add(password("other"), secret: secret("other"))
        _ = try ItemStore.restore(from: other, to: path, options: options)
        assertThrows(.invalidKeychain) { try store.add(password("lost")) }
        assertThrows(.invalidKeychain) { try store.unlock() }
        assertThrows(.invalidKeychain) { try store.add(password("lost")) }
        XCTAssertEqual(try accounts(), ["mail other"])
    }

    // MARK: - Progress

    func test_restore_ofLargeStore_reportsItsSteps() throws {
        try makeLargeStore().backup(to: backupPath)
        let (from, to, options) = (backupPath, path, options)
        try assertProgress { observer in
            _ = try ItemStore.restore(from: from, to: to, options: options, onProgress: observer)
        }
    }

    func test_restore_cancelledAtAnyStep_changesNothing() throws {
        try makeLargeStore().backup(to: backupPath)
        try openStore().add(password("new"), secret: secret("new"))
        var steps = 0
        var isDone = false
        while !isDone {
            var left = steps
            do {
                _ = try ItemStore.restore(from: backupPath, to: path, options: options) { _ in
                    left -= 1
                    return left < 0 ? .cancel : .proceed
                }
                isDone = true
            } catch {
                XCTAssertEqual(error.status, .userCanceled)
                XCTAssertEqual(try accounts().count, 13)
                XCTAssertEqual(try names(), ["device.key", "test.backup", "test.store"])
                steps += 1
            }
        }
        XCTAssertGreaterThan(steps, 6)
        XCTAssertEqual(try accounts().count, 12)
    }
}

extension String {
    /// The name of a file without its directory.
    var lastPart: String { String(split(separator: "/").last ?? "") }
}
