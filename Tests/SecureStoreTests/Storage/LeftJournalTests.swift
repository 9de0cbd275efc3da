import Foundation
import XCTest

@testable import SecureStore

/// Files with the names of SQLite's beside a name that is free: what an interrupted deletion left goes, and
/// what may be another program's stays.
final class LeftJournalTests: StoreTestCase {
    private typealias Row = PreparedRow<LeftJournalTests>

    /// The beginning of SQLite's index of a journal: its version, 3007000.
    private static let index = [0x18, 0xe2, 0x2d, 0, 0, 0, 0, 0] as [UInt8]

    private func plant(_ suffix: String, _ bytes: [UInt8] = []) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path + suffix))
    }

    func test_create_afterInterruptedDeletion_removesItsFiles() throws {
        for (journal, index) in [(true, [UInt8]?.none), (false, []), (true, Self.index), (false, Self.index)]
        {
            if journal { try plant("-wal") }
            if let index { try plant("-shm", index) }
            _ = try makeStore()
            try FileManager.default.removeItem(atPath: path)
        }
    }

    private let foreign: [Row] = [
        Row("words", .duplicateKeychain) { try $0.plant("-shm", Array("precious words".utf8)) },
        Row("a beginning", .duplicateKeychain) {
            try $0.plant("-shm", Array(LeftJournalTests.index.prefix(3)))
        },
        Row("a journal", .duplicateKeychain) { try $0.plant("-wal", [1]) },
        Row("an empty rollback journal", .duplicateKeychain) { try $0.plant("-journal") },
        Row("a rollback journal beside an index", .duplicateKeychain) {
            try $0.plant("-shm")
            try $0.plant("-journal", [1])
        },
        Row("words beside an empty journal", .duplicateKeychain) {
            try $0.plant("-wal")
            try $0.plant("-shm", [1])
        },
        Row("a link", .duplicateKeychain) {
            try FileManager.default.createSymbolicLink(
                atPath: $0.path + "-shm", withDestinationPath: $0.directory + "/nowhere")
        },
        Row("a pipe", .duplicateKeychain) { XCTAssertEqual(unsafe mkfifo($0.path + "-shm", 0o600), 0) },
        Row("of another user", .duplicateKeychain) {
            try $0.plant("-wal")
            try $0.own($0.path + "-wal", by: 65_534)
        },
    ]

    func test_anyNewStore_besideWhatMayBeAnothers_isRefusedAndKeepsIt() throws {
        let (path, backup, options) = (path, backupPath, options)
        try makeStore().backup(to: backup)
        let calls: [() throws -> Void] = [
            { _ = try self.makeStore() },
            { _ = try ItemStore.salvage(from: backup, to: path, options: options) },
        ]
        for row in foreign {
            try FileManager.default.removeItem(atPath: path)
            try row.prepare(self)
            let before = try contents()
            let there = try XCTUnwrap(StoreFile.companions.last { PrivateFile.exists(path + $0) })
            for call in calls { assertThrows(row.status, row.name, line: row.line, call) }
            XCTAssertEqual(try contents(), before, row.name, line: row.line)
            let restored = try ItemStore.restore(from: backup, to: path, options: options)
            XCTAssertTrue(restored.setAside.contains(path + ".left-1" + there), row.name, line: row.line)
            for name in restored.setAside { try FileManager.default.removeItem(atPath: name) }
        }
    }
}
