import Foundation
import StoreExerciser
import XCTest

@testable import SecureStore

/// Disks without space, and places that cannot be written: long work is refused and leaves everything as it was.
final class CopiesWithoutSpaceTests: StoreTestCase {
    /// Runs `body` over a store and a backup of it on a file system of 4 MiB, with about this many bytes left on it.
    private func withStore(leaving space: Int, _ body: (String, [String: SecretBytes]) throws -> Void) throws
    {
        let expected = try items(of: makeLargeStore())
        try openStore().backup(to: backupPath)
        try withFileSystem(ofSize: 4 << 20) { place in
            let store = place + "/test.store"
            try FileManager.default.copyItem(atPath: backupPath, toPath: store)
            // What one that is open needs besides, so that this is not what there is no space for.
            let open = try ItemStore.open(at: store, options: options)
            try leave(space, in: place)
            try body(store, expected)
            XCTAssertEqual(try items(of: open), expected)
            XCTAssertTrue(try open.verify().isIntact)
        }
    }

    private func leave(_ space: Int, in place: String) throws {
        var facts = statvfs()
        XCTAssertEqual(unsafe statvfs(place, &facts), 0)
        let count = Int(facts.f_bavail) * Int(facts.f_frsize) - space
        XCTAssertTrue(
            FileManager.default.createFile(
                atPath: place + "/filler", contents: Data(repeating: 1, count: max(0, count))))
    }

    private func makeReadOnly(_ place: String) {
        XCTAssertEqual(unsafe mount(nil, place, nil, UInt(MS_REMOUNT | MS_RDONLY), nil), 0)
    }

    private func names(in place: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: place)
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
    }

    func test_backup_toFullDisk_throwsDiskFullAndLeavesNothing() throws {
        for space in [0, 300_000] {
            try withStore(leaving: space) { store, _ in
                let place = store.dropLast("/test.store".count)
                let source = try self.openStore()
                assertThrows(.diskFull) { try source.backup(to: place + "/new.backup") }
                XCTAssertEqual(try self.names(in: String(place)), ["filler", "test.store"])
            }
            try startAfresh()
        }
    }

    func test_restore_toFullDisk_throwsDiskFullAndChangesNothing() throws {
        // Without space for the copy of the backup, for that of what is replaced, and for the journal.
        for space in [0, 600_000, 1_500_000, 2_600_000] {
            try withStore(leaving: space) { store, _ in
                let place = store.dropLast("/test.store".count)
                assertThrows(.diskFull, "\(space)") {
                    try ItemStore.restore(from: self.backupPath, to: store, options: self.options)
                }
                XCTAssertEqual(try self.names(in: String(place)), ["filler", "test.store"])
            }
            try startAfresh()
        }
    }

    func test_compact_onFullDisk_throwsDiskFullAndChangesNothing() throws {
        try withStore(leaving: 50_000) { store, _ in
            let opened = try ItemStore.open(at: store, options: self.options)
            assertThrows(.diskFull) { try opened.compact() }
        }
    }

    func test_migrate_onFullDisk_throwsDiskFullAndKeepsTheOldFormat() throws {
        let expected = try makeOlderStore(-1, items: 400)
        let options = optionsThatMigrate(MadeUpFormats.migrations)
        try withFileSystem(ofSize: 2 << 20) { place in
            let store = place + "/test.store"
            try FileManager.default.copyItem(atPath: path, toPath: store)
            try leave(120_000, in: place)
            assertThrows(.diskFull) { try ItemStore.open(at: store, options: options) }
            XCTAssertEqual(try PlainDatabase(store).rows("PRAGMA user_version"), [["-1"]])
            try FileManager.default.removeItem(atPath: place + "/filler")
            XCTAssertEqual(try itemsOfIntactStore(at: store, options), expected)
        }
    }

    // MARK: - Read only

    func test_anyCopy_toReadOnlyFileSystem_throwsWrPermAndChangesNothing() throws {
        let expected = try makeOlderStore(0, items: 3)
        let options = optionsThatMigrate(MadeUpFormats.migrations)
        try withFileSystem(ofSize: 1 << 20) { place in
            let older = place + "/test.store"
            try FileManager.default.copyItem(atPath: path, toPath: older)
            let store = try ItemStore.open(at: path, options: options)
            try store.backup(to: backupPath)
            makeReadOnly(place)
            assertThrows(.wrPerm, "backup") { try store.backup(to: place + "/new.backup") }
            for name in ["/test.store", "/new.store"] {
                assertThrows(.wrPerm, "restore") {
                    try ItemStore.restore(from: self.backupPath, to: place + name, options: options)
                }
            }
            assertThrows(.wrPerm, "migrate") { try ItemStore.open(at: older, options: options) }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), ["test.store"])
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
        let options = options
        try asOrdinaryUser {
            setMode(0o500, of: place)
            defer { setMode(0o700, of: place) }
            let store = try openStore()
            assertThrows(.wrPerm, "backup") { try store.backup(to: place + "/new.backup") }
            for name in ["/test.store", "/new.store"] {
                assertThrows(.wrPerm, "restore") {
                    try ItemStore.restore(from: self.backupPath, to: place + name, options: options)
                }
            }
            XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: place), ["test.store"])
        }
    }

    private func startAfresh() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
        }
    }
}
