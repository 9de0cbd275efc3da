import Foundation
import XCTest

@testable import SecureStore

/// Copies that are killed at any instant, while another process writes.
final class KilledCopiesTests: StoreTestCase {
    private let times = Effort.rounds(200)

    /// Asserts that a store is whole, has these items, and those of the writer as they were at one moment.
    private func check(_ path: String, has kept: [String: SecretBytes], line: UInt = #line) throws {
        let there = try itemsOfIntactStore(at: path, line: line)
        XCTAssertTrue(kept.allSatisfy { there[$0.key] == $0.value }, line: line)
        assertOneMoment(of: there, line: line)
    }

    func test_backup_killed_leavesNoBackupOrAWholeOne() throws {
        let store = try makeLargeStore(3)
        let large = try items(of: store)
        try whileAnotherProcessWrites { _ in
            try killAtRandomInstants("backup", times: times) { said in
                XCTAssertEqual(said.filter { Int($0) == nil }, [])
                let made = try names().filter { $0.hasPrefix("test.store.backup-") }
                XCTAssertGreaterThanOrEqual(made.count, said.count)
                for name in made {
                    try check("\(directory)/\(name)", has: large)
                    try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
                }
            }
        }
        try store.backup(to: path + ".backup-0")
        XCTAssertEqual(try names().filter { $0.hasPrefix(".test.store.backup-0") }, [])
    }

    func test_export_killed_leavesNoExportOrAWholeOneAndWhatTheNextSweeps() throws {
        let store = try makeLargeStore(3)
        let large = try items(of: store)
        let exportPath = directory + "/items.export"
        var left = 0
        // Where the machine writes an export in no time, the first rounds may kill none.
        for _ in 0..<10 where left == 0 {
            try killAtRandomInstants("exportAll", name: exportPath, times: Effort.rounds(80)) { said in
                XCTAssertEqual(said.filter { !$0.hasPrefix("exported 3 items") }, [])
                let unfinished = try names().count { $0.hasPrefix(".items.export.") }
                XCTAssertLessThanOrEqual(unfinished, 1)
                left += unfinished
                let isThere = FileManager.default.fileExists(atPath: exportPath)
                XCTAssertTrue(isThere || said.isEmpty)
                guard isThere else { return }
                let target = try ItemStore.inMemory()
                _ = try target.importItems(from: exportPath, passphrase: secret("the phrase of the export"))
                XCTAssertEqual(try items(of: target), large)
                try FileManager.default.removeItem(atPath: exportPath)
            }
        }
        XCTAssertGreaterThan(left, 0, "no export was killed while it wrote")
        _ = try store.export(to: exportPath, passphrase: secret("phrase"), cost: .cheapest)
        XCTAssertEqual(try names(), ["device.key", "items.export", "test.store"])
    }

    func test_restore_killed_leavesTheOldStoreOrTheNew() throws {
        let store = try makeLargeStore(3)
        let large = try items(of: store)
        try store.backup(to: backupPath)
        try whileAnotherProcessWrites { _ in
            try killAtRandomInstants("restore", name: backupPath, times: times) { said in
                XCTAssertEqual(said.filter { Int($0) == nil }, [])
                try check(path, has: large)
            }
        }
        _ = try ItemStore.restore(from: backupPath, to: path, options: options)
        XCTAssertEqual(try itemsOfIntactStore(at: path), large)
        XCTAssertEqual(try names(), ["device.key", "test.backup", "test.store"])
    }
}
