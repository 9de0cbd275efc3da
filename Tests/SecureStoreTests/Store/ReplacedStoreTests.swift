import Foundation
import XCTest

@testable import SecureStore

/// A store whose path leads elsewhere than when it was opened: nothing is acknowledged that nobody would find.
final class ReplacedStoreTests: StoreTestCase {
    /// Puts an earlier copy of the store in its place, under whoever has it open.
    private func replaceStore() throws {
        try FileManager.default.copyItem(atPath: backupPath, toPath: path + ".copy")
        setMode(0o600, of: path + ".copy")
        XCTAssertEqual(unsafe rename(path + ".copy", path), 0)
    }

    /// A store with one item that is open, and of which there is a copy.
    private func makeCopiedStore() throws -> ItemStore {
        let store = try makeStore()
        try store.add(password("one"), secret: secret("one"))
        try store.backup(to: backupPath)
        return store
    }

    func test_add_afterTheFileWasReplaced_throwsNotAvailable() throws {
        let store = try makeCopiedStore()
        try replaceStore()
        assertThrows(.notAvailable) { try store.add(password("two"), secret: try secret("two")) }
        XCTAssertEqual(try itemsOfIntactStore(at: path).count, 1)
    }

    func test_add_afterTheFileWasDeleted_throwsNotAvailable() throws {
        let store = try makeCopiedStore()
        XCTAssertEqual(unsafe unlink(path), 0)
        assertThrows(.notAvailable) { try store.add(password("two"), secret: try secret("two")) }
    }

    func test_add_afterTheFileWasReplaced_saysWhatToDo() throws {
        let store = try makeCopiedStore()
        try replaceStore()
        XCTAssertThrowsError(try store.add(password("two"), secret: secret("two"))) { error in
            let reason = (error as? StoreError)?.reason ?? ""
            XCTAssertTrue(reason.contains(path) && reason.contains("open it again"), reason)
        }
    }

    func test_transaction_duringWhichTheFileIsReplaced_throwsNotAvailable() throws {
        let store = try makeCopiedStore()
        assertThrows(.notAvailable) {
            try store.transaction { changes in
                try changes.add(password("two"), secret: try secret("two"))
                try self.replaceStore()
            }
        }
    }

    func test_add_afterTheFileCameBack_succeeds() throws {
        let store = try makeCopiedStore()
        XCTAssertEqual(unsafe rename(path, path + ".away"), 0)
        assertThrows(.notAvailable) { try store.add(password("two"), secret: try secret("two")) }
        XCTAssertEqual(unsafe rename(path + ".away", path), 0)
        try store.add(password("two"), secret: secret("two"))
        XCTAssertEqual(try itemsOfIntactStore(at: path).count, 2)
    }

    func test_longWork_afterTheFileWasReplaced_throwsNotAvailable() throws {
        let store = try makeCopiedStore()
        try replaceStore()
        let calls: [(String, () throws -> Void)] = [
            ("verify", { _ = try store.verify() }),
            ("compact", { try store.compact() }),
            ("rotate", { try store.rotateKeys() }),
            ("backup", { try store.backup(to: self.path + ".second") }),
        ]
        for (name, call) in calls { assertThrows(.notAvailable, name, call) }
    }

    func test_open_afterTheFileWasReplaced_worksOnTheNewOne() throws {
        let store = try makeCopiedStore()
        try replaceStore()
        try openStore().add(password("two"), secret: secret("two"))
        assertThrows(.notAvailable) { try store.add(password("three"), secret: try secret("three")) }
        XCTAssertEqual(try itemsOfIntactStore(at: path).count, 2)
    }

    func test_close_afterAnotherStoreTookThePlace_leavesItsJournalAlone() throws {
        var old: ItemStore? = try makeCopiedStore()
        XCTAssertEqual(try old?.itemCount(), 1)
        try StoreFile(checking: path).delete()
        let new = try makeStore()
        try new.add(password("two"), secret: secret("two"))
        old = nil
        XCTAssertTrue(PrivateFile.exists(path + "-wal"))
        try withExtendedLifetime(new) {
            XCTAssertEqual(try itemsOfIntactStore(at: path).keys.sorted(), ["mail two"])
        }
    }

    // MARK: - Reading

    func test_firstRead_afterTheFileWasReplaced_throwsNotAvailable() throws {
        _ = try makeCopiedStore()
        let database = try Database(path: path, patience: .seconds(1))
        try replaceStore()
        assertThrows(.notAvailable) { try database.read { _ in } }
    }

    func test_read_withinASecondOfALook_doesNotLookAgain() throws {
        _ = try makeCopiedStore()
        let connection = try Connection(path: path, role: .reading)
        try connection.checkPath(at: 5_000_000_000)
        try replaceStore()
        XCTAssertNoThrow(try connection.checkPath(at: 5_999_999_999))
        assertThrows(.notAvailable) { try connection.checkPath(at: 6_000_000_000) }
    }

    func test_read_whoseLookFailed_looksAgainEachTime() throws {
        _ = try makeCopiedStore()
        let connection = try Connection(path: path, role: .reading)
        XCTAssertEqual(unsafe rename(path, path + ".away"), 0)
        assertThrows(.notAvailable) { try connection.checkPath(at: 5_000_000_000) }
        assertThrows(.notAvailable) { try connection.checkPath(at: 5_000_000_001) }
    }

    func test_find_afterTheFileWasReplaced_comesToThrowNotAvailable() throws {
        let store = try makeCopiedStore()
        let query = Query(identityOf: password("one"))
        _ = try store.first(query)
        try replaceStore()
        var thrown: StoreError?
        while thrown == nil {
            do throws(StoreError) { _ = try store.first(query) } catch { thrown = error }
        }
        XCTAssertEqual(thrown?.status, .notAvailable)
    }
}
