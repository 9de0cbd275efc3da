import CSecureStoreSQLite
import Foundation
import XCTest

@testable import SecureStore

/// The journal is folded into the file by the store alone, and only under its guard.
final class FoldingTests: StoreTestCase {
    /// The number of frames in the journal, and of those that are in the file: the index of the journal says
    /// so.
    private func frames() throws -> (all: UInt32, folded: UInt32) {
        let index = try Data(contentsOf: URL(fileURLWithPath: path + "-shm"))
        func number(at offset: Int) -> UInt32 {
            index[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        return (number(at: 16), number(at: 96))
    }

    /// Commits that many frames, at least, in one change.
    private func add(_ frames: Int, to store: ItemStore) throws {
        try store.transaction { changes throws(StoreError) in
            for number in 0..<frames {
                try changes.set(password("\(number)"), secret: try SecretBytes.random(count: 3_000))
            }
        }
    }

    /// The size of the journal's file.
    private func journalByteCount() throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? -1
    }

    func test_change_thatLeavesAShortJournal_foldsNothing() throws {
        let store = try makeStore()
        try add(100, to: store)
        XCTAssertGreaterThan(try frames().all, 100)
        XCTAssertEqual(try frames().folded, 0)
    }

    func test_change_thatLeavesALongJournal_foldsAllOfIt() throws {
        let store = try makeStore()
        try add(1_000, to: store)
        XCTAssertGreaterThan(try frames().all, 1_000)
        XCTAssertEqual(try frames().folded, try frames().all)
        try store.set(password("more"), secret: secret("x"))
        XCTAssertLessThan(try frames().all, 20)
    }

    func test_change_whileAnOldStateIsRead_foldsUpToThat() throws {
        let store = try makeStore()
        try add(100, to: store)
        let before = try frames().all
        let reader = try store.engine.database.connection(.walking)
        try reader.readSnapshot { () throws(StoreError) in
            _ = try reader.number("PRAGMA schema_version")
            do { try add(1_000, to: store) } catch { XCTFail("\(error)") }
        }
        XCTAssertEqual(try frames().folded, before)
        try store.set(password("more"), secret: secret("x"))
        XCTAssertEqual(try frames().folded, try frames().all)
        XCTAssertEqual(try store.verify().isIntact, true)
    }

    func test_connections_ofEveryRole_foldNothingByThemselves() throws {
        let store = try makeStore()
        for role in [Connection.Role.reading, .walking, .writing, .folding] {
            let connection = try store.engine.database.connection(role)
            XCTAssertEqual(try connection.number("PRAGMA wal_autocheckpoint"), 0, "\(role)")
        }
    }

    func test_foldJournal_whileNobodyUsesIt_leavesNone() throws {
        let store = try makeStore()
        try add(100, to: store)
        try store.engine.database.leaseWriter().value?.foldJournal()
        XCTAssertEqual(try journalByteCount(), 0)
        XCTAssertEqual(try store.itemCount(), 100)
    }

    func test_foldJournal_whileSomebodyWritesOrReads_throwsDatabaseLocked() throws {
        let store = try makeStore()
        try add(100, to: store)
        for lock in ["BEGIN IMMEDIATE", "BEGIN; SELECT * FROM state"] {
            let other = try PlainDatabase(path)
            try other.run(lock)
            assertThrows(.databaseLocked, lock) {
                let writer = try store.engine.database.leaseWriter()
                writer.value?.waitAtMost(.milliseconds(20))
                try writer.value?.foldJournal()
            }
            XCTAssertGreaterThan(try journalByteCount(), 100, lock)
        }
    }

    // MARK: - Why a read guards a checkpoint

    /// Reads over one connection of the store, while `body` uses another one that folds.
    private func whileReading(
        _ store: ItemStore, folded isFolded: Bool, _ body: (Connection) throws -> Void
    ) throws {
        let (reader, folder) = (
            try store.engine.database.connection(.writing), try store.engine.database.connection(.folding)
        )
        if isFolded { try reader.fold(over: folder) }
        folder.waitAtMost(.zero)
        try reader.execute("BEGIN; SELECT * FROM state")
        try body(folder)
        try reader.execute("ROLLBACK")
    }

    func test_checkpoint_whileSomebodyReadsTheFileAlone_marksNothingAsFolded() throws {
        let (store, other) = (try makeStore(), try PlainDatabase(path))
        try add(100, to: store)
        try whileReading(store, folded: true) { folder in
            try other.run("UPDATE state SET keys = keys + 1")
            XCTAssertEqual(try frames().all, 1, "the journal did not begin again")
            XCTAssertEqual(try folder.number("PRAGMA wal_checkpoint(PASSIVE)"), 0)
            try other.run("BEGIN IMMEDIATE")
            XCTAssertEqual(try folder.number("PRAGMA wal_checkpoint(TRUNCATE)"), 1)
            XCTAssertEqual(try frames().folded, 0)
        }
    }

    func test_journal_whileSomebodyReadsIt_doesNotBeginAgain() throws {
        let (store, other) = (try makeStore(), try PlainDatabase(path))
        try add(100, to: store)
        let before = try frames().all
        try whileReading(store, folded: false) { folder in
            XCTAssertEqual(try folder.number("PRAGMA wal_checkpoint(PASSIVE)"), 0)
            XCTAssertEqual(try frames().folded, before)
            try other.run("UPDATE state SET keys = keys + 1")
            XCTAssertEqual(try frames().all, before + 1)
        }
    }

    func test_sources_checkpointInOnePlaceAlone() throws {
        let files = try SourceFile.all(in: "Sources").filter { file in
            file.code.strings.contains { $0.contains("wal_checkpoint") }
        }
        XCTAssertEqual(files.map(\.path), ["Sources/SecureStore/Storage/Connection+Folding.swift"])
    }
}
