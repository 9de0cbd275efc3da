import Foundation
import XCTest

@testable import SecureStore

/// Tests of what is not put back, what is not overwritten, and what becomes of a file that nobody can open.
final class RestoreRefusedTests: StoreTestCase {
    override func setUpWithError() throws {
        try super.setUpWithError()
        let store = try makeStore()
        try store.add(password("old"), secret: secret("old"))
        try store.backup(to: backupPath)
        try store.add(password("new"), secret: secret("new"))
    }

    private func restore(_ credential: Credential = .deviceKey) throws -> Restoration {
        try ItemStore.restore(from: backupPath, to: path, unlockingWith: credential, options: options)
    }

    private func overwrite(_ path: String, at place: UInt64, with bytes: [UInt8]) throws {
        let file = try XCTUnwrap(FileHandle(forUpdatingAtPath: path))
        try file.seek(toOffset: place)
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    private typealias Row = PreparedRow<RestoreRefusedTests>

    private let refused: [Row] = [
        Row("missing", .noSuchKeychain) { try FileManager.default.removeItem(atPath: $0.backupPath) },
        Row("cut off", .invalidKeychain) { test in
            let file = try XCTUnwrap(FileHandle(forUpdatingAtPath: test.backupPath))
            try file.truncate(atOffset: 9_000)
        },
        Row("no store", .invalidKeychain) { try $0.overwrite($0.backupPath, at: 0, with: [1, 2, 3]) },
        Row("another database", .invalidKeychain) {
            try $0.tamper("PRAGMA application_id = 1", at: $0.backupPath)
        },
        Row("of a later format", .wrongSecVersion) {
            try $0.tamper("PRAGMA user_version = 5", at: $0.backupPath)
        },
        Row("without an item", .invalidKeychain) { try $0.tamper("DELETE FROM item", at: $0.backupPath) },
        Row("with an item changed", .invalidKeychain) {
            try $0.tamper("UPDATE item SET attributes = randomblob(length(attributes))", at: $0.backupPath)
        },
        Row("without its index", .invalidKeychain) { try $0.tamper("DELETE FROM node", at: $0.backupPath) },
        Row("with another slot", .invalidKeychain) {
            try $0.tamper("UPDATE keyset SET main = randomblob(length(main))", at: $0.backupPath)
        },
        Row("with a rollback journal", .invalidDBLocation) {
            XCTAssertTrue(
                FileManager.default.createFile(atPath: $0.backupPath + "-journal", contents: Data([1])))
        },
        Row("with a pipe for its journal", .invalidDBLocation) {
            XCTAssertEqual(unsafe mkfifo($0.backupPath + "-wal", 0o600), 0)
        },
        Row("the store itself", .param) {
            try FileManager.default.removeItem(atPath: $0.backupPath)
            try FileManager.default.createSymbolicLink(atPath: $0.backupPath, withDestinationPath: $0.path)
        },
        Row("a directory", .invalidDBLocation) {
            try FileManager.default.removeItem(atPath: $0.backupPath)
            try FileManager.default.createDirectory(atPath: $0.backupPath, withIntermediateDirectories: false)
        },
    ]

    /// Otherwise it could have the file of before a fold, and the journal of after it.
    func test_restore_ofStoreThatIsChangedMeanwhile_throwsAndChangesNothing() throws {
        let (path, other, options) = (path, directory + "/other.store", options)
        let source = try ItemStore.create(at: other, options: options)
        let add = { _ = try source.add(password("there"), secret: secret("x")) }
        let changes: [() throws -> Void] = [add, { try source.compact() }]
        for change in changes {
            var isDone = false
            assertThrows(.databaseLocked) {
                try ItemStore.restore(from: other, to: path, options: options) { _ in
                    if !isDone { do { try change() } catch { XCTFail("\(error)") } }
                    isDone = true
                    return .proceed
                }
            }
        }
        XCTAssertEqual(try openStore().count(Query<GenericPassword>()), 2)
        _ = try ItemStore.restore(from: other, to: path, options: options)
        XCTAssertEqual(try openStore().only(Query<GenericPassword>()).secret?.text, "x")
    }

    func test_restore_ofBackupThatDoesNotVerify_throwsItsStatusAndChangesNothing() throws {
        let sound = FileManager.default.contents(atPath: backupPath)
        for row in refused {
            try row.prepare(self)
            let before = try contents()
            assertThrows(row.status, row.name, line: row.line) { try self.restore() }
            XCTAssertEqual(try contents(), before, row.name, line: row.line)
            for suffix in ["", "-wal", "-journal"] {
                try? FileManager.default.removeItem(atPath: backupPath + suffix)
            }
            XCTAssertTrue(FileManager.default.createFile(atPath: backupPath, contents: sound))
        }
        XCTAssertEqual(try items(of: restore().store).count, 1)
    }

    func test_restore_withWrongCredential_throwsAuthFailedAndChangesNothing() throws {
        let before = try contents()
        assertThrows(.authFailed) { try self.restore(.passphrase(secret("wrong"))) }
        XCTAssertEqual(try contents(), before)
    }

    func test_restore_withDeviceKeyOfBackupWithPassphrase_throwsAuthFailedAndChangesNothing() throws {
        let store = try openStore()
        try store.setPassphrase(secret("pass"), cost: .cheapest)
        try FileManager.default.removeItem(atPath: backupPath)
        try store.backup(to: backupPath)
        assertThrows(.authFailed) { try self.restore() }
        XCTAssertEqual(try names(), ["device.key", "test.backup", "test.store"])
    }

    // MARK: - What is there

    func test_restore_overAnotherDatabase_isRefused() throws {
        try tamper("PRAGMA application_id = 1")
        let before = try contents()
        assertThrows(.invalidKeychain) { try self.restore() }
        XCTAssertEqual(try contents(), before)
    }

    func test_restore_overStoreOfLaterProgram_isRefused() throws {
        try tamper("PRAGMA user_version = 5")
        assertThrows(.wrongSecVersion) { try self.restore() }
        XCTAssertEqual(try PlainDatabase(path).rows("SELECT count(*) FROM item"), [["2"]])
    }

    func test_restore_overStoreWithDamagedRows_replacesIt() throws {
        try tamper("UPDATE item SET attributes = randomblob(9)")
        XCTAssertEqual(try restore().setAside, [])
        XCTAssertEqual(try itemsOfIntactStore(at: path).keys.sorted(), ["mail old"])
    }

    func test_restore_overStoreWhoseKeysAreDamaged_keepsItUnderAnotherName() throws {
        let damages = ["DELETE FROM store", "UPDATE slot SET sealed = zeroblob(10)", "DELETE FROM keyset"]
        for (number, damage) in damages.enumerated() {
            try tamper(damage)
            let aside = "\(path).damaged-\(number + 1)"
            XCTAssertEqual(try restore().setAside, [aside], damage)
            XCTAssertEqual(try PlainDatabase(aside).rows("SELECT count(*) FROM item"), [["2"]], damage)
            let store = try openStore()
            try store.add(password("new"), secret: secret("new"))
        }
    }

    func test_restore_overFileThatCannotBeOpened_keepsItUnderAnotherName() throws {
        for (number, place) in [UInt64(0), 100].enumerated() {
            try overwrite(path, at: place, with: Array(repeating: 0xff, count: 60))
            let damaged = try contents()[path.lastPart]
            let aside = "\(path).damaged-\(number + 1)"
            XCTAssertEqual(try restore().setAside, [aside])
            XCTAssertEqual(try contents()[aside.lastPart], damaged)
            XCTAssertEqual(try itemsOfIntactStore(at: path).keys.sorted(), ["mail old"])
        }
    }

    func test_restore_whereOnlyAJournalIs_keepsItUnderAnotherName() throws {
        try FileManager.default.removeItem(atPath: path)
        XCTAssertTrue(FileManager.default.createFile(atPath: path + "-wal", contents: Data([1])))
        XCTAssertEqual(try restore().setAside, [path + ".left-1-wal"])
        XCTAssertEqual(FileManager.default.contents(atPath: path + ".left-1-wal"), Data([1]))
        XCTAssertEqual(try itemsOfIntactStore(at: path).keys.sorted(), ["mail old"])
    }

    func test_restore_afterOneThatWasKilled_removesWhatThatKept() throws {
        let kept = HiddenFile.name(beside: "test.store", end: "replaced")
        XCTAssertTrue(FileManager.default.createFile(atPath: "\(directory)/\(kept)", contents: Data()))
        assertThrows(.authFailed) { try self.restore(.passphrase(secret("wrong"))) }
        XCTAssertTrue(try names().contains(kept))
        _ = try restore()
        XCTAssertFalse(try names().contains(kept))
    }
}
