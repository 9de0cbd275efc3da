import CSecureStoreSQLite
import Foundation
import XCTest

@testable import SecureStore

/// Look-ups of what was looked up before: without SQLite as long as nothing was committed, and never out of
/// date.
final class WarmReadTests: StoreTestCase {
    /// A store with one item that was looked up until nothing more was to be learned.
    private func makeWarmStore() throws -> ItemStore {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        try warm(store)
        return store
    }

    private func warm(_ store: ItemStore) throws { for _ in 0..<3 { _ = try store.first(query("maria")) } }

    private func find(_ store: ItemStore) throws -> String? {
        try store.first(query("maria"))?.secret?.text
    }

    /// The number of statements that SQLite runs for one look-up.
    private func statements(_ store: ItemStore, of account: String = "maria") throws -> Int {
        let count = { unsafe statementsRun(try XCTUnwrap(store.engine.database.leaseReader().value).handle) }
        let before = try count()
        _ = try store.first(query(account))
        return try count() - before
    }

    // MARK: - What nothing happened to

    func test_find_again_runsNoStatement() throws {
        let store = try makeWarmStore()
        XCTAssertEqual(try statements(store), 0)
        XCTAssertEqual(try find(store), "one")
    }

    func test_find_againInStoreThatNobodyHasChangedSinceItsOpening_runsNoStatement() throws {
        _ = try makeWarmStore()
        let store = try openStore()
        try warm(store)
        XCTAssertEqual(try statements(store), 0)
    }

    func test_miss_again_runsNoStatement() throws {
        let store = try makeWarmStore()
        _ = try store.first(query("nobody"))
        XCTAssertEqual(try statements(store, of: "nobody"), 0)
    }

    func test_find_withoutCache_readsTheRow() throws {
        var options = options
        options.cacheByteCount = 0
        _ = try makeWarmStore()
        let store = try ItemStore.open(at: path, options: options)
        try warm(store)
        XCTAssertEqual(try statements(store), 2)
    }

    func test_find_afterOneOfAnotherItem_readsItInTheSameState() throws {
        let store = try makeWarmStore()
        try store.add(password("other"), secret: secret("two"))
        try warm(store)
        XCTAssertEqual(try statements(store, of: "other"), 2)
    }

    func test_find_afterChangeThatWasUndone_runsNoStatement() throws {
        let store = try makeWarmStore()
        assertThrows(.duplicateItem) {
            try store.transaction { changes throws(StoreError) in
                try changes.add(password("new"))
                try changes.add(password("maria"))
            }
        }
        XCTAssertEqual(try statements(store), 0)
    }

    // MARK: - What shows

    func test_find_afterOwnChange_answersIt() throws {
        let store = try makeWarmStore()
        for text in ["two", "three"] {
            try store.set(password("maria"), secret: secret(text))
            XCTAssertEqual(try find(store), text)
        }
        try store.delete(query("maria"))
        XCTAssertNil(try find(store))
    }

    func test_find_afterChangeOfAnotherObject_answersIt() throws {
        let (store, other) = (try makeWarmStore(), try openStore())
        for turn in 0..<50 {
            try other.set(password("maria"), secret: secret("\(turn)"))
            XCTAssertEqual(try find(store), "\(turn)")
        }
    }

    func test_find_ofStoreOpenForReadingOnly_answersEachChange() throws {
        let writer = try makeWarmStore()
        var options = options
        options.access = .readOnly
        let store = try ItemStore.open(at: path, options: options)
        for turn in 0..<10 {
            try writer.set(password("maria"), secret: secret("\(turn)"))
            XCTAssertEqual(try find(store), "\(turn)")
            try warm(store)
            XCTAssertEqual(try statements(store), 0)
        }
    }

    func test_find_afterTheJournalWasTruncated_looksAgain() throws {
        let store = try makeWarmStore()
        try tamper("PRAGMA wal_checkpoint(TRUNCATE)")
        XCTAssertEqual(try statements(store), 1)
        XCTAssertEqual(try statements(store), 0)
    }

    func test_find_afterLock_throwsInteractionNotAllowed() throws {
        let store = try makeWarmStore()
        store.lock()
        assertThrows(.interactionNotAllowed) { _ = try self.find(store) }
    }

    func test_find_afterLockAndUnlock_readsItemAndIndexAgain() throws {
        let store = try makeWarmStore()
        store.lock()
        try store.unlock()
        XCTAssertEqual(try statements(store), 3)
    }

    func test_find_afterChangeOfKeysByAnother_answersUnderTheNew() throws {
        let store = try makeWarmStore()
        try openStore().rotateKeys()
        try openStore().set(password("maria"), secret: secret("two"))
        XCTAssertEqual(try find(store), "two")
    }

    func test_find_afterRestore_answersTheBackup() throws {
        let store = try makeWarmStore()
        try store.backup(to: backupPath)
        try store.set(password("maria"), secret: secret("two"))
        try warm(store)
        _ = try ItemStore.restore(from: backupPath, to: path, options: options)
        XCTAssertEqual(try find(store), "one")
    }

    func test_find_inForkedChild_throwsNotAvailable() throws {
        let store = try makeWarmStore()
        let end = try endOfForkedChild {
            do { _ = try store.first(query("maria")) } catch {
                return (error as? StoreError)?.status == .notAvailable ? 1 : 2
            }
            return 0
        }
        XCTAssertEqual(end, .exit(1))
    }

    func test_find_aSecondAfterTheFileWasDeleted_throwsNotAvailable() throws {
        let store = try makeWarmStore()
        XCTAssertEqual(unsafe unlink(path), 0)
        try store.engine.database.read { $0.lastLook = 0 }
        assertThrows(.notAvailable) { _ = try self.find(store) }
    }

    func test_find_afterTheFileWentBack_throwsInvalidKeychain() throws {
        let store = try makeWarmStore()
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.set(password("maria"), secret: secret("two"))
        try warm(store)
        let old = "ATTACH '\(directory)/old.store' AS old"
        try tamper("\(old); REPLACE INTO main.state SELECT * FROM old.state")
        assertThrows(.invalidKeychain) { _ = try self.find(store) }
    }

    func test_close_afterLookUps_freesWhatWasKept() throws {
        weak var kept: AnyObject?
        try {
            let store = try makeWarmStore()
            kept = try store.engine.database.read { connection in connection.companion }
            XCTAssertNotNil(kept)
        }()
        XCTAssertNil(kept)
    }

    // MARK: - What is changed behind its back

    func test_find_afterItsRowWasDamaged_answersTheProvenValue() throws {
        let store = try makeWarmStore()
        try tamper("UPDATE item SET secret = zeroblob(32)")
        XCTAssertEqual(try find(store), "one")
        assertThrows(.decode) { _ = try self.openStore().first(query("maria")) }
    }

    func test_change_afterItsRowWasDropped_throwsDecode() throws {
        let store = try makeWarmStore()
        try tamper("DELETE FROM item")
        assertThrows(.decode) { try store.set(password("maria"), secret: secret("two")) }
    }

    func test_find_whenAnotherCommitsBetweenStateAndRow_answersOneState() throws {
        let (store, other) = (try makeWarmStore(), try openStore())
        try other.add(password("later"), secret: secret("one"))
        try warm(store)
        var turn = 0
        let found = try store.read { snapshot throws(StoreError) -> [Int] in
            // The first time the state comes from memory, and is overtaken before a row is read.
            turn += 1
            if turn == 1 { try other.delete(query("later")) }
            let both = Query<GenericPassword>().selection
            return [try snapshot.finder(store.engine.settings).find(both, .read(secrets: true)).count, turn]
        }
        XCTAssertEqual(found, [1, 2])
    }
}

/// The number of statements that a connection has run, up to now.
private func statementsRun(_ connection: OpaquePointer) -> Int {
    var (count, statement) = (0, unsafe sqlite3_next_stmt(connection, nil))
    while let each = unsafe statement {
        count += Int(unsafe sqlite3_stmt_status(each, SQLITE_STMTSTATUS_RUN, 0))
        unsafe statement = sqlite3_next_stmt(connection, each)
    }
    return count
}
