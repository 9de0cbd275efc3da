import XCTest

@testable import SecureStore

/// What somebody can do with an older or another store at hand, and to the rows that lead to the keys.
final class TamperedStoreTests: StoreTestCase {
    private let mail = GenericPassword(service: "mail", account: "maria")

    // MARK: - Replay

    /// A store whose one row was put back to what it was before an update.
    private func makeReplayedStore(_ table: String = "item") throws {
        try makeStore().add(mail, secret: secret("old"))
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try openStore().set(mail, secret: secret("new"))
        try tamper(
            """
            ATTACH '\(directory)/old.store' AS old;
            DELETE FROM main.\(table); INSERT INTO main.\(table) SELECT * FROM old.\(table)
            """)
    }

    func test_verify_afterOldRowWasPutBack_isNotIntact() throws {
        try makeReplayedStore()
        XCTAssertFalse(try openStore().verify().isIntact)
    }

    func test_find_ofOtherItemAfterOldRowWasPutBack_isAnswered() throws {
        try makeReplayedStore()
        let store = try openStore()
        assertThrows(.itemNotFound) {
            try store.only(Query<GenericPassword>().where(.service, equals: "else"))
        }
    }

    func test_verify_afterOldStateWasPutBack_isNotIntact() throws {
        try makeReplayedStore("state")
        XCTAssertFalse(try openStore().verify().isIntact)
    }

    func test_sequenceNumber_afterWholeFileWasPutBack_isBelowTheRememberedOne() throws {
        try makeStore().add(mail, secret: secret("old"))
        let old = try Data(contentsOf: URL(fileURLWithPath: path))
        try openStore().set(mail, secret: secret("new"))
        let remembered = try openStore().sequenceNumber()
        try old.write(to: URL(fileURLWithPath: path))
        XCTAssertLessThan(try openStore().sequenceNumber(), remembered)
    }

    // MARK: - Another store

    /// Two stores of one device key; the SQL runs on the first, with the second attached as `other`.
    private func mixStores(_ sql: String) throws {
        try makeStore().add(mail, secret: secret("mine"))
        let other = try ItemStore.create(at: directory + "/other.store", options: options)
        try other.add(mail, secret: secret("theirs"))
        try other.add(GenericPassword(service: "more"), secret: secret("theirs"))
        try tamper("ATTACH '\(directory)/other.store' AS other; \(sql)")
    }

    func test_find_ofRowsFromAnotherStore_throwsDecode() throws {
        try mixStores("DELETE FROM main.item; INSERT INTO main.item SELECT * FROM other.item")
        let store = try openStore()
        assertThrows(.decode) { try store.only(Query(identityOf: self.mail)) }
    }

    func test_find_ofFieldsFromAnotherStore_throwsDecode() throws {
        try mixStores(
            """
            UPDATE main.item SET (attributes, seal, secret) =
                (SELECT attributes, seal, secret FROM other.item WHERE number = 1)
            """)
        let store = try openStore()
        assertThrows(.decode) { try store.only(Query(identityOf: self.mail)) }
    }

    func test_verify_withRowAddedFromAnotherStore_countsIt() throws {
        try mixStores("INSERT INTO main.item SELECT * FROM other.item WHERE number = 2")
        let problems = try openStore().verify().problems
        XCTAssertEqual(problems, ["there are 2 items, and the store's state speaks of 1"])
    }

    func test_open_withTableOfAnotherStore_throwsInvalidKeychain() throws {
        for table in ["store", "slot", "keyset", "state"] {
            try mixStores("DELETE FROM main.\(table); INSERT INTO main.\(table) SELECT * FROM other.\(table)")
            let leadsToKeys = table == "slot" || table == "store"
            assertThrows(leadsToKeys ? .invalidDatabaseBlob : .invalidKeychain, table) {
                try self.openStore()
            }
            for name in ["test", "other"] {
                try FileManager.default.removeItem(atPath: "\(directory)/\(name).store")
            }
        }
    }

    // MARK: - What leads to the keys

    func test_open_withTouchedHeaderSlotKeySetOrState_throws() throws {
        let rows: [(sql: String, status: Status, line: UInt)] = [
            ("DELETE FROM store", .invalidKeychain, #line),
            ("UPDATE store SET id = randomblob(16)", .invalidDatabaseBlob, #line),
            ("UPDATE store SET id = x''", .invalidKeychain, #line),
            ("UPDATE store SET commitment = randomblob(32)", .invalidKeychain, #line),
            ("UPDATE slot SET sealed = randomblob(120)", .invalidDatabaseBlob, #line),
            ("UPDATE slot SET shield = randomblob(72)", .invalidDatabaseBlob, #line),
            ("UPDATE slot SET recipient = randomblob(32)", .invalidDatabaseBlob, #line),
            ("UPDATE slot SET checksum = randomblob(32)", .invalidDatabaseBlob, #line),
            ("UPDATE slot SET salt = randomblob(16)", .invalidDatabaseBlob, #line),
            ("UPDATE slot SET number = 2", .invalidDatabaseBlob, #line),
            ("UPDATE slot SET kind = 1000", .invalidDatabaseBlob, #line),
            ("DELETE FROM keyset", .invalidKeychain, #line),
            ("UPDATE keyset SET number = 2", .invalidKeychain, #line),
            ("UPDATE keyset SET main = randomblob(72)", .invalidKeychain, #line),
            ("UPDATE keyset SET device = NULL", .invalidKeychain, #line),
            ("UPDATE keyset SET passcode = device", .invalidKeychain, #line),
            ("INSERT INTO keyset SELECT 2, main, device, passcode FROM keyset", .invalidKeychain, #line),
            ("DELETE FROM state", .invalidKeychain, #line),
            ("UPDATE state SET sealed = randomblob(277)", .invalidKeychain, #line),
            ("UPDATE state SET sealed = substr(sealed, 1, 228)", .invalidKeychain, #line),
            ("UPDATE state SET keys = 2", .invalidKeychain, #line),
        ]
        for row in rows {
            _ = try makeStore()
            try tamper(row.sql)
            assertThrows(row.status, row.sql, line: row.line) { try self.openStore() }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    func test_open_withRemovedDeviceSlotPutBack_throwsInvalidKeychain() throws {
        let store = try makeStore()
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.setPassphrase(try secret("phrase"), cost: .cheapest)
        try tamper("ATTACH '\(directory)/old.store' AS old; INSERT INTO main.slot SELECT * FROM old.slot")
        assertThrows(.invalidKeychain) { try self.openStore() }
    }

    func test_unlock_withSlotsPutBack_throwsInvalidKeychain() throws {
        let store = try makeStore()
        try store.setPassphrase(try secret("old"), cost: .cheapest)
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.changePassphrase(from: secret("old"), to: secret("new"), cost: .cheapest)
        try tamper(
            """
            ATTACH '\(directory)/old.store' AS old;
            DELETE FROM main.slot; INSERT INTO main.slot SELECT * FROM old.slot
            """)
        let old = try secret("old")
        assertThrows(.invalidKeychain) { try self.openStore(.passphrase(old)) }
    }

    func test_verify_withSlotChangedBehindTheOpenStore_isNotIntact() throws {
        let store = try makeStore()
        try tamper("UPDATE slot SET number = 9")
        XCTAssertFalse(try store.verify().isIntact)
    }

    func test_find_withStateRemovedBehindTheOpenStore_throwsInvalidKeychain() throws {
        let store = try makeStore()
        try store.add(mail, secret: secret("one"))
        try tamper("DELETE FROM state")
        assertThrows(.invalidKeychain) { try store.only(Query(identityOf: self.mail)) }
    }
}
