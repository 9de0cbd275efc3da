import Foundation
import KeychainServices
import StoreExerciser
import TokenVault
import XCTest

@testable import SecureStore

/// Disks without space, and places that cannot be written: what is refused changes nothing, and goes on
/// later.
final class FullDiskTests: StoreTestCase {
    /// A call that needs more space than there is, as `space` bytes are left.
    private struct Row {
        let name: String
        var spaces = [0]
        let call: (_ store: ItemStore, _ place: String) throws -> Void
    }

    private let large = String(repeating: "a", count: 1 << 19)

    /// Calls that write to the store itself; the secret is larger than what the journal has room for.
    private var changes: [Row] {
        [
            Row(name: "add") { store, _ in try store.add(password("new"), secret: secret(self.large)) },
            Row(name: "set") { store, _ in try store.set(password("large 0"), secret: secret(self.large)) },
            Row(name: "transaction") { store, _ in
                try store.transaction { changes in
                    _ = try changes.add(password("new"), secret: secret(self.large))
                }
            },
            Row(name: "SecItemAdd") { store, _ in
                KeychainStore.use(store)
                defer { KeychainStore.useDefault() }
                let item: [CFString: Any] = [
                    kSecClass: kSecClassGenericPassword, kSecValueData: Data(self.large.utf8),
                ]
                let code = StoreStatus(rawValue: SecItemAdd(item as CFDictionary, nil))
                if code != .success { throw StoreError(code, "SecItemAdd") }
            },
            Row(name: "vault: save") { store, _ in
                let pair = try TokenPair(accessToken: self.large, refreshToken: nil)
                try TokenVault(store, service: "api").save(pair, for: "maria")
            },
            Row(name: "compact", spaces: [50_000]) { store, _ in try store.compact() },
        ]
    }

    /// Calls that write files of their own.
    private var copies: [Row] {
        let (options, backup) = (options, backupPath)
        return [
            Row(name: "create") { _, place in
                _ = try ItemStore.create(at: place + "/new.store", options: options)
            },
            Row(name: "backup", spaces: [0, 300_000]) { store, place in
                try store.backup(to: place + "/new.backup")
            },
            Row(name: "export") { store, place in
                _ = try store.export(to: place + "/new.export", passphrase: secret("p"), cost: .cheapest)
            },
            // Without space for the copy of the backup, for that of what is replaced, and for the journal.
            Row(name: "restore", spaces: [0, 600_000, 1_500_000, 2_600_000]) { _, place in
                _ = try ItemStore.restore(from: backup, to: place + "/test.store", options: options)
            },
        ]
    }

    private func leave(_ space: Int, in place: String) throws {
        var facts = statvfs()
        XCTAssertEqual(unsafe statvfs(place, &facts), 0)
        let count = Int(facts.f_bavail) * Int(facts.f_frsize) - space
        XCTAssertTrue(
            FileManager.default.createFile(
                atPath: place + "/filler", contents: Data(repeating: 1, count: max(0, count))))
    }

    private func names(in place: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: place)
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
    }

    /// Opens a copy of the backup in a place, with what an open store needs besides.
    private func openCopy(in place: String) throws -> ItemStore {
        try FileManager.default.copyItem(atPath: backupPath, toPath: place + "/test.store")
        return try ItemStore.open(at: place + "/test.store", options: options)
    }

    func test_everyCall_onFullDisk_throwsDiskFullAndChangesNothing() throws {
        let expected = try items(of: makeLargeStore())
        try openStore().backup(to: backupPath)
        for row in changes + copies {
            for space in row.spaces {
                let name = "\(row.name), \(space) bytes left"
                try withFileSystem(ofSize: 4 << 20) { place in
                    let store = try openCopy(in: place)
                    try leave(space, in: place)
                    assertThrows(.diskFull, name) { try row.call(store, place) }
                    XCTAssertEqual(try names(in: place), ["filler", "test.store"], name)
                    XCTAssertEqual(try items(of: store), expected, name)
                    XCTAssertTrue(try store.verify().isIntact, name)
                }
            }
        }
    }

    func test_everyChange_whenThereIsSpaceAgain_succeeds() throws {
        try makeStore().add(password("large 0"), secret: secret("one"))
        try openStore().backup(to: backupPath)
        for row in changes {
            try withFileSystem(ofSize: 4 << 20) { place in
                // Opened while there was no space.
                var store: ItemStore? = try openCopy(in: place)
                store = nil
                FullDisk.fill(place)
                store = try ItemStore.open(at: place + "/test.store", options: options)
                if row.name != "compact" {
                    assertThrows(.diskFull, row.name) { try row.call(try XCTUnwrap(store), place) }
                }
                XCTAssertEqual(try store?.secret(of: password("large 0"))?.text, "one", row.name)
                XCTAssertEqual(try store?.information().itemCounts, [.genericPassword: 1], row.name)
                try FullDisk.empty(place)
                XCTAssertNoThrow(try row.call(XCTUnwrap(store), place), row.name)
                XCTAssertEqual(try store?.verify().isIntact, true, row.name)
            }
        }
    }

    func test_migrate_onFullDisk_throwsDiskFullAndKeepsTheOldFormat() throws {
        let expected = try makeOlderStore(0, items: 400)
        let options = optionsThatMigrate(MadeUpFormats.migrations)
        try withFileSystem(ofSize: 2 << 20) { place in
            let store = place + "/test.store"
            try FileManager.default.copyItem(atPath: path, toPath: store)
            try leave(120_000, in: place)
            assertThrows(.diskFull) { try ItemStore.open(at: store, options: options) }
            XCTAssertEqual(try PlainDatabase(store).rows("PRAGMA user_version"), [["0"]])
            try FullDisk.empty(place)
            XCTAssertEqual(try itemsOfIntactStore(at: store, options), expected)
        }
    }

    // MARK: - A change of keys

    /// A store of a hundred items, reopened so that its journal is empty.
    private func makeStoreOfMany(in place: String) throws -> ItemStore {
        let path = place + "/test.store"
        try ItemStore.create(at: path, options: options).transaction { changes throws in
            for number in 0..<100 { try changes.add(password("\(number)"), secret: secret("kept")) }
        }
        return try ItemStore.open(at: path, options: options)
    }

    func test_rotateKeys_onFullDisk_throwsDiskFullAndGoesOnWhenThereIsSpace() throws {
        var refused: Set<Int> = []
        for space in stride(from: 0, through: 640 << 10, by: Effort.isWhole ? 64 << 10 : 128 << 10) {
            try withFileSystem(ofSize: 4 << 20) { place in
                let store = try makeStoreOfMany(in: place)
                let before = try ReadItem.all(of: store)
                FullDisk.fill(place, leaving: space)
                do { try store.rotateKeys() } catch {
                    XCTAssertEqual((error as? StoreError)?.status, .diskFull, "\(error)")
                    refused.insert(try keysets(at: place + "/test.store").count)
                }
                XCTAssertEqual(try ReadItem.all(of: store), before, "\(space)")
                try FullDisk.empty(place)
                try store.rotateKeys()
                XCTAssertEqual(try ReadItem.all(of: store), before, "\(space)")
                XCTAssertTrue(try store.verify().isIntact)
            }
        }
        // Before it began, and in the middle.
        XCTAssertEqual(refused, [1, 2])
    }

    // MARK: - Room to delete

    /// Adds until the disk is full; the journal has room for some.
    private func addUntilRefused(_ store: ItemStore) throws -> Int {
        for number in 0..<10_000 {
            do { try store.add(password("\(number)"), secret: secret("kept")) } catch {
                XCTAssertEqual((error as? StoreError)?.status, .diskFull, "\(error)")
                return number
            }
        }
        XCTFail("the disk is never full")
        return 0
    }

    func test_everyRelief_onDiskThatTheStoreFilled_succeeds() throws {
        let rows: [(name: String, left: (Int) -> Int, call: (ItemStore, Int) throws -> Void)] = [
            ("delete each", { _ in 0 }, { for number in 0..<$1 { try $0.delete(query("\(number)")) } }),
            ("delete all", { _ in 0 }, { XCTAssertEqual(try $0.deleteAll(of: GenericPassword.self), $1) }),
            ("compact", { $0 }, { store, _ in try store.compact() }),
            ("update", { $0 }, { store, _ in try store.set(password("0"), secret: secret("anew")) }),
        ]
        for row in rows {
            for reopens in [false, true] {
                let name = row.name + (reopens ? ", reopened" : "")
                try withFileSystem(ofSize: 1 << 19) { place in
                    let path = place + "/test.store"
                    var store = try ItemStore.create(at: path, options: options)
                    let count = try addUntilRefused(store)
                    XCTAssertGreaterThan(count, 50, name)
                    if reopens { store = try ItemStore.open(at: path, options: options) }
                    XCTAssertNoThrow(try row.call(store, count), name)
                    XCTAssertEqual(try store.itemCount(), row.left(count), name)
                    XCTAssertTrue(try store.verify().isIntact, name)
                }
            }
        }
    }

    func test_delete_onDiskThatTheStoreFilled_leavesRoom() throws {
        try withFileSystem(ofSize: 1 << 19) { place in
            let store = try ItemStore.create(at: place + "/test.store", options: options)
            let count = try addUntilRefused(store)
            for number in 0..<count { try store.delete(query("\(number)")) }
            XCTAssertGreaterThan(try addUntilRefused(store), count / 2)
        }
    }

    func test_delete_onDiskThatOthersFilled_succeeds() throws {
        try withFileSystem(ofSize: 4 << 20) { place in
            let store = try ItemStore.create(at: place + "/test.store", options: options)
            for number in 0..<50 { try store.add(password("\(number)"), secret: secret("kept")) }
            FullDisk.fill(place)
            for number in 0..<50 { try store.delete(query("\(number)")) }
            XCTAssertTrue(try store.verify().isIntact)
        }
    }

    // MARK: - Read only

    /// Asserts that nothing can be written to a place that has a backup of the store, nor anything is.
    private func assertRefusesWrites(_ place: String, _ store: ItemStore) throws {
        for row in copies where row.name != "create" {
            assertThrows(.wrPerm, row.name) { try row.call(store, place) }
        }
        assertThrows(.wrPerm, "restore anew") {
            try ItemStore.restore(from: self.backupPath, to: place + "/new.store", options: self.options)
        }
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), ["test.store"])
    }

    func test_anyCopy_toReadOnlyFileSystem_throwsWrPermAndChangesNothing() throws {
        let expected = try makeOlderStore(0, items: 3)
        let options = optionsThatMigrate(MadeUpFormats.migrations)
        try withFileSystem(ofSize: 1 << 20) { place in
            let older = place + "/test.store"
            try FileManager.default.copyItem(atPath: path, toPath: older)
            let store = try ItemStore.open(at: path, options: options)
            try store.backup(to: backupPath)
            XCTAssertEqual(unsafe mount(nil, place, nil, UInt(MS_REMOUNT | MS_RDONLY), nil), 0)
            try assertRefusesWrites(place, store)
            assertThrows(.wrPerm, "migrate") { try ItemStore.open(at: older, options: options) }
            // A backup may well lie where nothing can be written.
            let other = directory + "/other.store"
            let restored = try ItemStore.restore(from: older, to: other, options: options)
            XCTAssertEqual(try items(of: restored.store), expected)
        }
    }

    func test_anyCopy_toReadOnlyDirectory_throwsWrPermAndChangesNothing() throws {
        _ = try makeStore()
        try openStore().backup(to: backupPath)
        let place = directory + "/place"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: backupPath, toPath: place + "/test.store")
        try asOrdinaryUser {
            setMode(0o500, of: place)
            defer { setMode(0o700, of: place) }
            try assertRefusesWrites(place, try openStore())
        }
    }

    func test_rotateKeys_ofStoreThatMayOnlyBeRead_isRefusedAndChangesNothing() throws {
        do {
            let store = try makeStore()
            try store.add(password("maria"), secret: secret("kept"))
        }
        for mode in [mode_t(0o500), 0o700] {
            setMode(mode, of: directory)
            setMode(mode == 0o500 ? 0o600 : 0o400, of: path)
            try asOrdinaryUser {
                let before = try contents()
                assertThrows(.wrPerm, "\(mode)") { try self.openStore().rotateKeys() }
                XCTAssertEqual(try contents(), before)
            }
        }
        setMode(0o700, of: directory)
    }
}
