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

    func test_restore_overFileThatCannotBeOpenedButIsOpen_throwsDatabaseLocked() throws {
        let process = try Exerciser("add", self)
        process.waitUntilReady()
        try overwrite(path, at: 0, with: Array(repeating: 0xff, count: 60))
        assertThrows(.databaseLocked) { try self.restore() }
        XCTAssertEqual(try names(), ["device.key", "test.backup", "test.store"])
    }

    func test_restore_whileAnotherProcessWrites_throwsDatabaseLockedAndChangesNothing() throws {
        let writer = try Exerciser("hold", self)
        writer.waitUntilReady()
        try writer.go()
        XCTAssertEqual(writer.nextLine(), "holding")
        var hasty = options
        hasty.patience = .milliseconds(100)
        assertThrows(.databaseLocked) {
            try ItemStore.restore(from: self.backupPath, to: self.path, options: hasty)
        }
        writer.kill()
        XCTAssertEqual(try itemsOfIntactStore(at: path).count, 2)
        XCTAssertEqual(try names(), ["device.key", "test.backup", "test.store"])
    }
}
