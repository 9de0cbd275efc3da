import Foundation
import XCTest

@testable import SecureStore

/// Files with holes: some pages on the disk, and a size that no memory and no disk has room for.
final class SparseFileTests: SalvageTestCase {
    /// In memory, where more than a gigabyte of a hole is read in a tenth of the system's time.
    override class var parent: String { memory }

    private static let count = 20
    private static let pageSize = 4_096

    /// Makes a file end after so many pages, and its header say so.
    private func stretch(_ path: String, toPages pages: Int) throws {
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { handle.closeFile() }
        try handle.seek(toOffset: 24)
        let counter = try XCTUnwrap(try handle.read(upToCount: 4))
        try handle.seek(toOffset: 28)
        try handle.write(contentsOf: Data([24, 16, 8, 0].map { UInt8(pages >> $0 & 255) }))
        // The number of pages counts if it is as old as the last change.
        try handle.seek(toOffset: 92)
        try handle.write(contentsOf: counter)
        try handle.truncate(atOffset: UInt64(pages * Self.pageSize))
    }

    private static let terabytes = 1 << 29

    private func makeSparse(pages: Int = terabytes) throws {
        _ = try makeStore(ofItems: Self.count)
        try copyClosedFile()
        setMode(0o600, of: damagedPath)
        try stretch(damagedPath, toPages: pages)
    }

    // MARK: - Salvage

    /// In one test: a salvage reads through more than a gigabyte of the hole.
    func test_salvage_ofFileWithHoleOfTerabytes_savesEverythingAndNamesIt() throws {
        try makeSparse()
        let report = try salvage()
        XCTAssertEqual(report.recovered, Self.count)
        XCTAssertEqual(report.completeness, .confirmed)
        XCTAssertTrue(report.problems.contains { $0.contains("takes up on the disk") }, "\(report)")
    }

    func test_salvage_ofJournalWithHoleOfTerabytes_savesEverything() throws {
        try copyFiles(of: try makeStore(ofItems: Self.count))
        let journal = try FileHandle(forWritingTo: URL(fileURLWithPath: damagedPath + "-wal"))
        try journal.truncate(atOffset: 1 << 41)
        journal.closeFile()
        XCTAssertEqual(try salvage().recovered, Self.count)
    }

    func test_salvage_ofFileWithSmallHole_namesNothing() throws {
        try makeSparse(pages: 20_000)
        XCTAssertEqual(try salvage().problems, [])
    }

    // MARK: - Copies

    private func openSparse() throws -> ItemStore { try ItemStore.open(at: damagedPath, options: options) }

    func test_backup_ofFileWithHoleOfTerabytes_isRefused() throws {
        try makeSparse()
        let store = try openSparse()
        assertThrows(.invalidKeychain) { try store.backup(to: self.backupPath) }
        XCTAssertEqual(try names(), ["damaged.store", "device.key", "test.store"])
    }

    /// As on a file system that compresses what was cleared.
    func test_problem_ofFileWithHoleOfAGigabyte_isNone() throws {
        try Data(repeating: 1, count: 65_536).write(to: URL(fileURLWithPath: path))
        XCTAssertNil(PlausibleSize.problem(1 << 30 + 16 * 65_536, at: path))
        XCTAssertNotNil(PlausibleSize.problem(1 << 30 + 17 * 65_536, at: path))
    }

    func test_restore_fromFileWithHoleOfTerabytes_isRefused() throws {
        try makeSparse()
        assertThrows(.invalidKeychain) {
            try ItemStore.restore(from: self.damagedPath, to: self.targetPath, options: self.options)
        }
        XCTAssertEqual(try names(), ["damaged.store", "device.key", "test.store"])
    }

    func test_restore_besideJournalWithHoleOfTerabytes_isRefused() throws {
        try copyFiles(of: try makeStore(ofItems: Self.count))
        let journal = try FileHandle(forWritingTo: URL(fileURLWithPath: damagedPath + "-wal"))
        try journal.truncate(atOffset: 1 << 41)
        journal.closeFile()
        assertThrows(.invalidKeychain) {
            try ItemStore.restore(from: self.damagedPath, to: self.targetPath, options: self.options)
        }
    }

    // MARK: - Verify and compact

    func test_verify_ofFileWithHoleOfTerabytes_namesIt() throws {
        try makeSparse()
        let problems = try openSparse().verify().problems
        XCTAssertTrue(problems.contains { $0.contains("takes up on the disk") }, "\(problems)")
    }

    func test_compact_ofFileWithHoleOfTerabytes_closesIt() throws {
        try makeSparse()
        let store = try openSparse()
        try store.compact()
        XCTAssertEqual(try store.verify().problems, [])
        try store.backup(to: backupPath)
    }
}
