import CSecureStoreSQLite
import Foundation
import XCTest

@testable import SecureStore

/// Somebody removes the journal of a store that is open, or its index.
final class RemovedJournalTests: StoreTestCase {
    private static let ends = [["-wal"], ["-shm"], ["-wal", "-shm"]]

    /// A store with an item in its journal alone, which somebody has then removed.
    private func makeStore(without ends: [String]) throws -> ItemStore {
        let store = try makeStore()
        try store.add(password("one"), secret: secret("one"))
        for end in ends { try FileManager.default.removeItem(atPath: path + end) }
        return store
    }

    private func assertIsWhole(_ store: ItemStore, _ count: Int, _ ends: [String]) throws {
        let other = try openStore()
        XCTAssertEqual(try other.itemCount(), count, "\(ends)")
        XCTAssertEqual(try other.secret(of: password("one")), try secret("one"), "\(ends)")
        try other.add(password("other"), secret: secret("other"))
        XCTAssertEqual(try store.itemCount(), count + 1, "\(ends)")
        XCTAssertTrue(try store.verify().isIntact, "\(ends)")
    }

    func test_open_besideAStoreWithoutItsJournal_isRefused() throws {
        for ends in Self.ends {
            var store = Optional(try makeStore(without: ends))
            var hasty = options
            hasty.patience = .milliseconds(50)
            assertThrows(.databaseLocked, "\(ends)") { try ItemStore.open(at: path, options: hasty) }
            _ = store.take()
            try assertIsWhole(openStore(), 1, ends)
            try removeStore()
        }
    }

    func test_add_toAStoreWithoutItsJournal_savesThatFirst() throws {
        for ends in Self.ends {
            let store = try makeStore(without: ends)
            try store.add(password("two"), secret: secret("two"))
            try assertIsWhole(store, 2, ends)
            try removeStore()
        }
    }

    func test_firstRead_ofAStoreWithoutItsJournal_savesThatFirst() throws {
        for ends in Self.ends {
            let store = try makeStore(without: ends)
            XCTAssertEqual(try store.itemCount(), 1)
            try assertIsWhole(store, 1, ends)
            try removeStore()
        }
    }

    func test_open_ofAFileThatReplacedAnOpenOne_givesItAnIndexOfItsOwn() throws {
        let store = try makeStore()
        try store.add(password("one"), secret: secret("one"))
        try store.backup(to: backupPath)
        let index = try FileIdentity(at: path + "-shm")
        XCTAssertEqual(unsafe rename(backupPath, path), 0)
        let new = try openStore()
        XCTAssertNotEqual(try FileIdentity(at: path + "-shm"), index)
        assertThrows(.notAvailable) { try store.add(password("two"), secret: secret("two")) }
        try assertIsWhole(new, 1, [])
    }

    /// The reader keeps SQLite from folding the journal with the last close, and cannot fold it itself.
    func test_close_ofAStoreWithoutItsJournal_besideAReader_savesThat() throws {
        for ends in Self.ends {
            var (store, reading) = (Optional(try makeStore()), options)
            try store?.add(password("one"), secret: secret("one"))
            reading.access = .readOnly
            var reader = Optional(try ItemStore.open(at: path, options: reading))
            XCTAssertEqual(try reader?.itemCount(), 1, "\(ends)")
            for end in ends { try FileManager.default.removeItem(atPath: path + end) }
            _ = store.take()
            _ = reader.take()
            try assertIsWhole(openStore(), 1, ends)
            try removeStore()
        }
    }

    /// The journal can go after the look at it, and before SQLite opens it.
    func test_read_ofAFileWhoseJournalHasGone_makesNoneWithoutTheExclusiveLock() throws {
        _ = try makeStore()
        var handle: OpaquePointer?
        let code = try unsafe sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, StoreFileSystem.name)
        defer { _ = unsafe sqlite3_close_v2(handle) }
        XCTAssertEqual(code, SQLITE_OK)
        XCTAssertEqual(unsafe sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil), SQLITE_LOCKED)
        for end in ["-wal", "-shm"] {
            XCTAssertFalse(FileManager.default.fileExists(atPath: path + end), end)
        }
    }

    /// Reads look for the journal once a second; until then its index must not seem to be forged.
    func test_read_justAfterTheJournalWasRemoved_isAnswered() throws {
        let (store, other) = (try makeStore(), try openStore())
        XCTAssertEqual(try store.itemCount(), 0)
        try other.add(password("one"), secret: secret("one"))
        for end in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + end) }
        XCTAssertEqual(try store.itemCount(), 1)
    }

    func test_add_whileAnotherStoreHasTheRemovedJournal_isRefusedUntilThatIsClosed() throws {
        var hasty = options
        hasty.patience = .milliseconds(50)
        let store = try ItemStore.create(at: path, options: hasty)
        var other = Optional(try openStore())
        try store.add(password("one"), secret: secret("one"))
        for end in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + end) }
        assertThrows(.databaseLocked) { try store.add(password("two"), secret: secret("two")) }
        _ = other.take()
        try store.add(password("two"), secret: secret("two"))
        try assertIsWhole(store, 2, [])
    }
}
