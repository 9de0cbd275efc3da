import Foundation
import XCTest

@testable import SecureStore

/// Copies that are killed at any instant, while another process writes.
final class KilledCopiesTests: StoreTestCase {
    private let times = Effort.rounds(200)

    /// How long after its start a process is killed at most: a little more than its work takes here and now.
    private func range(of work: () throws -> Void) rethrows -> Duration {
        let start = ContinuousClock.now
        for _ in 0..<3 { try work() }
        return (ContinuousClock.now - start) * 2 / 5
    }

    /// Asserts that a store is whole, has these items, and those of the writer as they were at one moment.
    private func check(_ path: String, has kept: [String: SecretBytes], line: UInt = #line) throws {
        let there = try itemsOfIntactStore(at: path, line: line)
        XCTAssertTrue(kept.allSatisfy { there[$0.key] == $0.value }, line: line)
        assertOneMoment(of: there, line: line)
    }

    func test_backup_killed_leavesNoBackupOrAWholeOne() throws {
        let store = try makeLargeStore(3)
        let large = try items(of: store)
        let first = path + ".backup-0"
        var whole = 0
        try whileAnotherProcessWrites { _ in
            let longest = try range {
                try store.backup(to: first)
                try FileManager.default.removeItem(atPath: first)
            }
            try killAtRandomInstants("backup", times: times, within: longest) { said in
                XCTAssertEqual(said.filter { Int($0) == nil }, [])
                for name in try names() where name.hasPrefix("test.store.backup-") {
                    try check("\(directory)/\(name)", has: large)
                    try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
                    whole += 1
                }
            }
        }
        XCTAssertTrue((times / 20...times * 2).contains(whole), "\(whole) of \(times)")
        try store.backup(to: first)
        XCTAssertEqual(try names().filter { $0.hasPrefix(".test.store.backup-0") }, [])
    }

    func test_restore_killed_leavesTheOldStoreOrTheNew() throws {
        let store = try makeLargeStore(3)
        let large = try items(of: store)
        try store.backup(to: backupPath)
        let restore = {
            _ = try ItemStore.restore(from: self.backupPath, to: self.path, options: self.options)
        }
        var restored = 0
        try whileAnotherProcessWrites { _ in
            let longest = try range(of: restore)
            try killAtRandomInstants("restore", name: backupPath, times: times, within: longest) { said in
                XCTAssertEqual(said.filter { Int($0) == nil }, [])
                try check(path, has: large)
                restored += said.count
            }
        }
        XCTAssertTrue((times / 20...times * 2).contains(restored), "\(restored) of \(times)")
        try restore()
        XCTAssertEqual(try itemsOfIntactStore(at: path), large)
        XCTAssertEqual(try names(), ["device.key", "test.backup", "test.store"])
    }
}
