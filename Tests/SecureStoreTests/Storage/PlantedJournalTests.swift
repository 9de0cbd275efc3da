import Foundation
import XCTest

@testable import SecureStore

/// A rollback journal beside a store is never the store's: one that somebody planted is not run, and deletes
/// nothing.
final class PlantedJournalTests: StoreTestCase {
    private var victim: String { directory + "/victim" }

    override func setUpWithError() throws {
        try super.setUpWithError()
        try Data("precious".utf8).write(to: URL(fileURLWithPath: victim))
    }

    func test_journal_thatIsAPipe_holdsUpNobody() {
        XCTAssertEqual(unsafe mkfifo(path, 0o600), 0)
        JournalFile.reserve(path, byteCount: 1)
        XCTAssertNoThrow(try JournalFile.synchronize(path, evenIfEmpty: false))
    }

    /// Writes a journal that needs to be run, and that names the victim as the journal of several databases.
    private func plantJournal(beside store: String) throws {
        let name = Array(victim.utf8)
        let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }
        // No records, any seed, one page, in sectors of 512 bytes and pages of 4,096.
        let header = magic + word(0) + word(0) + word(1) + word(512) + word(4_096)
        let sum = name.reduce(0) { $0 + Int($1) }
        // The name stands on a page of its own, which is none of the database.
        let end = word(1 << 18 + 1) + name + word(name.count) + word(sum) + magic
        let journal = header + [UInt8](repeating: 0, count: 512 - header.count) + end
        try Data(journal).write(to: URL(fileURLWithPath: store + "-journal"))
        setMode(0o600, of: store + "-journal")
    }

    private func assertVictimIsThere(_ name: String = "", line: UInt = #line) {
        XCTAssertEqual(FileManager.default.contents(atPath: victim), Data("precious".utf8), name, line: line)
    }

    /// The calls that read a store's file, each with the words that name it.
    private var calls: [(name: String, call: () throws -> Void)] {
        let (path, backup, options) = (path, backupPath, options)
        return [
            ("open", { _ = try ItemStore.open(at: path, options: options) }),
            ("information", { _ = try ItemStore.information(at: path, options: options) }),
            ("restore to it", { _ = try ItemStore.restore(from: backup, to: path, options: options) }),
            ("restore from it", { _ = try ItemStore.restore(from: path, to: path + "2", options: options) }),
            ("salvage", { _ = try ItemStore.salvage(from: path, to: path + "3", options: options) }),
        ]
    }

    func test_anyCall_besidePlantedJournal_isRefusedAndDeletesNothing() throws {
        try makeStore().backup(to: backupPath)
        for (name, call) in calls {
            try plantJournal(beside: path)
            let before = try contents()
            assertThrows(.invalidDBLocation, name) { try call() }
            assertVictimIsThere(name)
            XCTAssertEqual(try contents(), before, name)
        }
    }

    func test_open_besidePlantedJournal_saysWhatToDo() throws {
        _ = try makeStore()
        try plantJournal(beside: path)
        XCTAssertThrowsError(try openStore()) { error in
            let reason = (error as? StoreError)?.reason ?? ""
            XCTAssertTrue(reason.contains("test.store-journal") && reason.contains("move it away"), reason)
        }
    }

    // MARK: - Planted later

    func test_connection_besideJournalPlantedAfterTheCheck_deletesNothing() throws {
        _ = try makeStore()
        try plantJournal(beside: path)
        for role in [Connection.Role.reading, .walking, .writing] {
            let connection = try Connection(path: path, role: role)
            XCTAssertEqual(try connection.number("SELECT count(*) FROM store"), 1)
            assertVictimIsThere("\(role)")
        }
    }

    func test_rawDatabase_besidePlantedJournal_deletesNothing() throws {
        _ = try makeStore()
        try plantJournal(beside: path)
        XCTAssertEqual(try RawDatabase(path: path).bytes(at: 0, count: 6), Array("SQLite".utf8))
        assertVictimIsThere()
    }

    func test_everyCall_ofOpenStoreBesidePlantedJournal_goesOnAndDeletesNothing() throws {
        let store = try makeStore()
        try plantJournal(beside: path)
        try store.add(password("one"), secret: secret("kept"))
        try store.compact()
        try store.rotateKeys()
        XCTAssertTrue(try store.verify().isIntact)
        XCTAssertEqual(try store.only(Query(identityOf: password("one"))).secret?.text, "kept")
        assertVictimIsThere()
    }

    func test_backup_ofOpenStoreBesidePlantedJournal_deletesNothing() throws {
        let store = try makeStore()
        try plantJournal(beside: path)
        try store.backup(to: backupPath)
        assertVictimIsThere()
        XCTAssertTrue(try ItemStore.open(at: backupPath, options: options).verify().isIntact)
    }

    func test_fileSystem_whenSQLiteWantsRollbackJournal_refuses() throws {
        _ = try makeStore()
        try tamper("PRAGMA journal_mode = DELETE")
        let database = try PlainDatabase(path, through: StoreFileSystem.name)
        XCTAssertThrowsError(try database.run("UPDATE state SET keys = 2"))
        XCTAssertEqual(try names(), ["device.key", "test.store", "victim"])
    }

    // MARK: - Out of the mode that needs no such journal

    /// Writes the two bytes of the closed store's header that say how it is written.
    private func setVersions(_ write: UInt8, _ read: UInt8, at path: String) throws {
        let file = try XCTUnwrap(FileHandle(forUpdatingAtPath: path))
        try file.seek(toOffset: 18)
        try file.write(contentsOf: Data([write, read]))
        try file.close()
    }

    func test_open_ofStoreWhoseHeaderNamesAnotherMode_throwsInvalidKeychain() throws {
        for (write, read) in [(1, 1), (1, 2), (2, 1), (0, 0), (3, 3)] as [(UInt8, UInt8)] {
            _ = try makeStore()
            try setVersions(write, read, at: path)
            let before = try contents()
            assertThrows(.invalidKeychain, "\(write) \(read)") { try self.openStore() }
            assertThrows(.invalidKeychain) { try ItemStore.information(at: self.path) }
            XCTAssertEqual(try contents(), before)
            try FileManager.default.removeItem(atPath: path)
        }
    }

    func test_restore_fromBackupWhoseHeaderNamesAnotherMode_throwsInvalidKeychain() throws {
        try makeStore().backup(to: backupPath)
        try setVersions(1, 1, at: backupPath)
        assertThrows(.invalidKeychain) {
            try ItemStore.restore(from: self.backupPath, to: self.path, options: self.options)
        }
    }

    func test_restore_overStoreWhoseHeaderNamesAnotherMode_setsItAside() throws {
        try makeStore().backup(to: backupPath)
        try setVersions(1, 1, at: path)
        let restoration = try ItemStore.restore(from: backupPath, to: path, options: options)
        XCTAssertEqual(restoration.setAside.count, 1)
        XCTAssertTrue(try restoration.store.verify().isIntact)
    }

    func test_connection_toStoreInAnotherMode_throwsInvalidKeychain() throws {
        _ = try makeStore()
        try setVersions(1, 1, at: path)
        for role in [Connection.Role.reading, .walking, .writing] {
            assertThrows(.invalidKeychain, "\(role)") { try Connection(path: self.path, role: role) }
        }
    }

    func test_verify_ofOpenStoreWhoseHeaderWasChanged_throwsInvalidKeychain() throws {
        let store = try makeStore()
        try setVersions(1, 1, at: path)
        assertThrows(.invalidKeychain) { try store.verify() }
    }

    func test_verify_ofOpenStoreWhoseJournalCoversTheHeader_namesIt() throws {
        let store = try makeLargeStore(1)
        try setVersions(1, 1, at: path)
        let report = try store.verify()
        XCTAssertEqual(report.problems, ["SQLite: the header of the file does not name the journal's mode"])
    }
}
