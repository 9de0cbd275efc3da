import Foundation
import StoreExerciser
import SecureStoreTesting
import XCTest

@testable import SecureStore

/// Older formats, of which two are made up.
final class MigrationTests: StoreTestCase {
    private func version() throws -> String? {
        try PlainDatabase(path).rows("PRAGMA user_version").first?.first
    }

    func test_open_ofOlderFormatByEightProcesses_migratesOnce() throws {
        let expected = try makeOlderStore(0, items: 100)
        let processes = try (0..<Effort.rounds(8)).map { number in
            try Exerciser("migrate", self, name: "p\(number)", count: 2)
        }
        for process in processes { process.waitUntilReady() }
        for process in processes { try process.go() }
        for process in processes { XCTAssertEqual(process.lines(), ["0", "1"]) }
        let there = try itemsOfIntactStore(at: path)
        XCTAssertEqual(there.count, expected.count + 2 * processes.count)
        XCTAssertTrue(expected.allSatisfy { there[$0.key] == $0.value })
    }

    func test_open_ofOlderFormatKilled_leavesTheOldFormatOrTheNew() throws {
        let expected = try makeOlderStore(0, items: 60)
        try FileManager.default.moveItem(atPath: path, toPath: backupPath)
        var versions: [String: Int] = [:]
        // Follows the speed of the machine, so that some processes finish and some do not.
        var longest = 20_000.0
        for _ in 0..<Effort.rounds(200) {
            try replaceStore()
            let killed = try Exerciser("migrate", self, name: "killed")
            let other = try Exerciser("migrate", self, name: "other", count: 3)
            for process in [killed, other] { process.waitUntilReady() }
            try killed.go()
            usleep(UInt32.random(in: 0..<UInt32(longest)))
            killed.kill()
            let found = try version() ?? ""
            versions[found, default: 0] += 1
            longest = min(max(longest * (found == "0" ? 1.25 : 0.8), 1_000), 2_000_000)
            try other.go()
            XCTAssertEqual(other.lines(), ["0", "1", "2"])
            let there = try itemsOfIntactStore(at: path)
            XCTAssertTrue(expected.allSatisfy { there[$0.key] == $0.value })
        }
        XCTAssertEqual(versions.keys.sorted(), ["0", "4"], "\(versions)")
    }

    private func replaceStore() throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
        try FileManager.default.copyItem(atPath: backupPath, toPath: path)
    }
}
