import Foundation
import XCTest

@testable import SecureStore

/// Tests of what was acknowledged, or handed out, is on the disk: a loss of power brings nothing back and
/// takes nothing away.
final class SyncTests: StoreTestCase {
    /// Asserts that calls with these beginnings and ends come in this order.
    private func assertOrder(_ wanted: [(call: String, end: String)], in calls: [String], line: UInt = #line)
    {
        var rest = calls[...]
        for step in wanted {
            guard
                let place = rest.firstIndex(where: { $0.contains(" \(step.call)(") && $0.contains(step.end) })
            else {
                return XCTFail(
                    "no \(step.call) of \(step.end) in \(calls.joined(separator: "\n"))", line: line)
            }
            rest = rest[(place + 1)...]
        }
    }

    func test_delete_ofStoreThatIsOpen_removesTheFileFirstAndWaitsForTheDisk() throws {
        let store = try makeStore()
        try store.add(password("one"), secret: secret("one"))
        let file = try StoreFile(checking: path)
        let calls = try SystemCalls.on(directory) {
            try withExtendedLifetime(store) { try file.delete() }
        }
        assertOrder(
            [
                ("fsync", "\(directory)>"), ("unlink", "test.store\""), ("fsync", "\(directory)>"),
                ("unlink", "test.store-wal\""), ("fsync", "\(directory)>"),
            ], in: calls)
        XCTAssertEqual(try names(), ["device.key"])
    }

    func test_delete_whenKilledBeforeTheFileGoes_leavesTheStoreAsItWas() throws {
        let store = try makeStore()
        try store.add(password("one"), secret: secret("one"))
        let kept = path + ".kept"
        XCTAssertEqual(unsafe link(path, kept), 0)
        try withExtendedLifetime(store) {
            let file = try StoreFile(checking: path)
            try file.delete()
        }
        // A copy, because the store still has the file itself open.
        try FileManager.default.copyItem(atPath: kept, toPath: path)
        XCTAssertEqual(try itemsOfIntactStore(at: path).count, 1)
    }

    func test_create_whereADeletionWasKilledAfterTheFileWent_succeeds() throws {
        for suffix in ["-wal", "-shm"] {
            XCTAssertTrue(FileManager.default.createFile(atPath: path + suffix, contents: Data()))
        }
        // An index begins with its version, 3007000.
        let index = Data([0x18, 0xe2, 0x2d, 0]) + Data(repeating: 7, count: 32_764)
        try index.write(to: URL(fileURLWithPath: path + "-shm"))
        let store = try makeStore()
        try store.add(password("one"), secret: secret("one"))
        XCTAssertEqual(try itemsOfIntactStore(at: path).count, 1)
    }

    func test_create_besideAnIndexWhileOthersWorkInTheDirectory_isRefused() throws {
        let file = try StoreFile(checking: path)
        try file.claimingDirectory { () throws(StoreError) in
            XCTAssertTrue(FileManager.default.createFile(atPath: path + "-shm", contents: Data()))
            assertThrows(.duplicateKeychain) { try self.makeStore() }
        }
    }

    /// A store that another process makes in that place meanwhile would lose its journal to the deletion.
    func test_delete_whileAStoreIsMadeInItsDirectory_waits() throws {
        _ = try makeStore()
        let (path, file) = (path, try StoreFile(checking: path))
        let descriptor = unsafe Glibc.open(directory, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        XCTAssertEqual(flock(descriptor, LOCK_SH), 0)
        let deleting = JoinableThread { do { try file.delete() } catch { XCTFail("\(error)") } }
        // Were it not to wait, it would be done by then.
        usleep(100_000)
        XCTAssertTrue(PrivateFile.exists(path))
        XCTAssertEqual(flock(descriptor, LOCK_UN), 0)
        deleting.join()
        XCTAssertFalse(PrivateFile.exists(path))
    }

    /// A store with changes in its journal whose writer was killed: nobody else has it open.
    private func storeOfKilledWriter() throws -> String {
        let store = try makeStore()
        try store.add(password("one"), secret: secret("one"))
        let copy = directory + "/killed.store"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        return copy
    }

    func test_open_afterAWriterWasKilled_waitsForTheDisk() throws {
        let (path, options) = (try storeOfKilledWriter(), options)
        let calls = try SystemCalls.on(directory) { _ = try ItemStore.open(at: path, options: options) }
        assertOrder([("fdatasync", "killed.store-wal>")], in: calls)
    }

    func test_information_afterAWriterWasKilled_waitsForTheDisk() throws {
        let (path, options) = (try storeOfKilledWriter(), options)
        let calls = try SystemCalls.on(directory) {
            _ = try ItemStore.information(at: path, options: options)
        }
        assertOrder([("fdatasync", "killed.store-wal>")], in: calls)
    }

    /// The first one may have been killed before it had waited.
    func test_open_besideOneThatFoundTheJournal_waitsForTheDiskToo() throws {
        let (path, options) = (try storeOfKilledWriter(), options)
        let first = try ItemStore.open(at: path, options: options)
        let calls = try SystemCalls.on(directory) {
            try withExtendedLifetime(first) { _ = try ItemStore.open(at: path, options: options) }
        }
        assertOrder([("fdatasync", "killed.store-wal>")], in: calls)
    }

    func test_open_besideOneThatCommittedSince_waitsForNothing() throws {
        let (path, options) = (try storeOfKilledWriter(), options)
        let first = try ItemStore.open(at: path, options: options)
        try first.add(password("two"), secret: secret("two"))
        let calls = try SystemCalls.on("sync(") {
            try withExtendedLifetime(first) { _ = try ItemStore.open(at: path, options: options) }
        }
        XCTAssertEqual(calls, [])
    }

    func test_open_ofStoreThatNobodyHas_waitsForNothing() throws {
        _ = try makeStore()
        XCTAssertEqual(try SystemCalls.on("sync(") { _ = try self.openStore() }, [])
    }

    func test_changesOfKeys_always_waitUntilTheJournalIsCut() throws {
        let store = try makeStore()
        try store.setPassphrase(secret("one"), cost: .cheapest)
        let changes: [() throws -> Void] = [
            { try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest) },
            { try store.compact() }, { try store.rotateKeys() },
        ]
        for change in changes {
            let calls = try SystemCalls.on("test.store-wal") { try change() }
            assertOrder([("ftruncate", ", 0)"), ("fsync", "test.store-wal>")], in: calls)
        }
    }

    func test_restore_overDamagedStore_setsTheFileAsideBeforeItsJournal() throws {
        let (path, backup, options) = (try storeOfKilledWriter(), backupPath, options)
        try openStore().backup(to: backup)
        let journal = try FileHandle(forUpdating: URL(fileURLWithPath: path + "-wal"))
        try journal.write(contentsOf: Data("damaged".utf8))
        try journal.close()
        let calls = try SystemCalls.on("killed.store.damaged-1") {
            _ = try ItemStore.restore(from: backup, to: path, options: options)
        }
        assertOrder([("renameat2", "damaged-1\""), ("renameat2", "damaged-1-wal")], in: calls)
    }

    func test_deviceKey_whenItIsMade_neverHasTwoNames() throws {
        let key = directory + "/some.key"
        let calls = try SystemCalls.on(directory) {
            _ = try [UInt8](repeating: 7, count: 32).withRawBytes { try PrivateFile.create(key, $0) }
        }
        assertOrder([("renameat2", "some.key"), ("fsync", "\(directory)>")], in: calls)
        XCTAssertFalse(calls.contains { $0.contains(" link") }, "\(calls)")
    }
}
