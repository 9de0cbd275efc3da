import Foundation
import XCTest

@testable import SecureStore

/// Opening a store whose journal holds changes that were on the disk, and is damaged.
final class DamagedJournalTests: SalvageTestCase {
    /// A store whose first item lies in its file, and two later changes in the journal.
    private func makeJournal() throws -> [UInt8] {
        let store = try makeStore(ofItems: 1)
        try tamper("PRAGMA wal_checkpoint(TRUNCATE)")
        for account in ["second", "third"] { try store.add(password(account), secret: secret("x")) }
        try copyFiles(of: store)
        return try damagedBytes("-wal")
    }

    private func open() throws -> ItemStore { try ItemStore.open(at: damagedPath, options: options) }

    private func writeJournal(_ bytes: [UInt8]) throws {
        try writeDamaged(bytes, "-wal")
        setMode(0o600, of: damagedPath + "-wal")
    }

    private func assertRefused(_ journal: [UInt8], _ name: String) throws {
        try writeJournal(journal)
        for _ in 1...2 {
            assertThrows(.invalidKeychain, name) { _ = try self.open() }
            XCTAssertEqual(try damagedBytes("-wal"), journal, name)
        }
        XCTAssertGreaterThanOrEqual(try salvage().recovered, 2, name)
        try FileManager.default.removeItem(atPath: targetPath)
    }

    func test_open_ofJournalWithDamagedHeader_throwsAndKeepsIt() throws {
        let journal = try makeJournal()
        for byte in stride(from: 0, to: 32, by: Effort.step) {
            var damaged = journal
            damaged[byte] ^= 1
            try assertRefused(damaged, "byte \(byte)")
        }
        try assertRefused(zeros(32) + journal[32...], "zeros")
    }

    func test_open_ofJournalWithDamageBeforeItsLastChange_throwsAndKeepsIt() throws {
        let journal = try makeJournal()
        for byte in [60, 300, 32 + 24 + 4_096 + 60] {
            var damaged = journal
            damaged[byte] ^= 1
            try assertRefused(damaged, "byte \(byte)")
        }
    }

    func test_open_ofJournalWithoutItsEnd_givesWhatItHas() throws {
        let size = 24 + 4_096
        for end in 0..<3 {
            let journal = try makeJournal()
            let last = (journal.count - 32) / size * size + 32 - size
            let ends = [journal.dropLast(), journal.prefix(last), journal.prefix(last) + zeros(size)]
            try writeJournal(Array(ends[end]))
            XCTAssertEqual(try open().count(Query<GenericPassword>()), 2, "\(end)")
            try removeStore()
        }
    }

    /// Leaves what a writer leaves that is killed before its change counts: frames behind those that do.
    private func leaveChange(ofItems count: Int, behind end: Int, of store: ItemStore) throws {
        try copyFiles(of: store)
        try damage("-wal") { $0 = Array($0.prefix(end)) }
        let copy = try open()
        try copy.transaction { changes in
            for number in 0..<count { try changes.add(password("lost \(number)"), secret: secret("x")) }
        }
        let journal = try withExtendedLifetime(copy) { try damagedBytes("-wal") }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path + "-wal"))
        try file.seek(toOffset: UInt64(end))
        try file.write(contentsOf: journal[end...])
        try file.close()
    }

    /// Their frames fit each other, and none fits the change that is written over the first of them.
    func test_open_afterWritersWereKilledBesideAnother_hasWhatCounted() throws {
        let store = try makeStore(ofItems: 1)
        try tamper("PRAGMA wal_checkpoint(TRUNCATE)")
        try store.add(password("second"), secret: secret("x"))
        let end = try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).count
        for count in [60, 20] { try leaveChange(ofItems: count, behind: end, of: store) }
        try store.add(password("third"), secret: secret("x"))
        try copyFiles(of: store)
        let opened = try open()
        XCTAssertEqual(try opened.count(Query<GenericPassword>()), 3)
        XCTAssertTrue(try opened.verify().isIntact)
    }

    private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// Its commits do not wait for the disk, so that a power cut may take several.
    func test_synchronize_ofReplicasDamagedJournal_goesOn() throws {
        let store = try makeStore(ofItems: 1)
        try tamper("UPDATE store SET writer = zeroblob(32); PRAGMA wal_checkpoint(TRUNCATE)")
        for count in [41, 42] { try tamper("UPDATE item SET seal = zeroblob(\(count))") }
        try copyFiles(of: store)
        var journal = try damagedBytes("-wal")
        journal[60] ^= 1
        try writeJournal(journal)
        let connection = try Connection(path: damagedPath, role: .writing)
        XCTAssertNoThrow(try connection.synchronizeJournal())
    }

    func test_open_besideAFileThatIsNoJournal_keepsIt() throws {
        _ = try makeJournal()
        let words = Array("precious words of somebody's".utf8)
        try writeJournal(words)
        assertThrows(.invalidDBLocation) { _ = try self.open() }
        XCTAssertEqual(try damagedBytes("-wal"), words)
    }

    func test_restore_ofBackupWithDamagedJournal_throwsAndLeavesTheStore() throws {
        var journal = try makeJournal()
        journal[20] ^= 1
        try writeJournal(journal)
        assertThrows(.invalidKeychain) {
            try ItemStore.restore(from: self.damagedPath, to: self.targetPath, options: self.options)
        }
        XCTAssertEqual(try damagedBytes("-wal"), journal)
        XCTAssertFalse(FileManager.default.fileExists(atPath: targetPath))
    }

    func test_restore_overStoreWithDamagedJournal_setsBothAside() throws {
        var journal = try makeJournal()
        journal[20] ^= 1
        try writeJournal(journal)
        let backup = try ItemStore.create(at: targetPath, options: options)
        try backup.backup(to: directory + "/backup")
        let aside = try ItemStore.restore(
            from: directory + "/backup", to: damagedPath, options: options
        ).setAside
        XCTAssertEqual(
            try Data(contentsOf: URL(fileURLWithPath: XCTUnwrap(aside.first { $0.hasSuffix("-wal") }))),
            Data(journal))
        XCTAssertEqual(try open().count(Query<GenericPassword>()), 0)
    }
}
