import Foundation
import XCTest

@testable import SecureStore

/// A store whose path leads elsewhere than when it was opened: nothing is acknowledged that nobody would
/// find.
extension ForeignHandTests {
    /// Puts an earlier copy of the store in its place, under whoever has it open.
    private func replaceStore() throws {
        try FileManager.default.copyItem(atPath: backupPath, toPath: path + ".copy")
        setMode(0o600, of: path + ".copy")
        XCTAssertEqual(unsafe rename(path + ".copy", path), 0)
    }

    /// An open store with one item, of which there is a copy.
    private func makeCopiedStore() throws -> ItemStore {
        try startAgain()
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        try store.backup(to: backupPath)
        return store
    }

    func test_everyChangeAndLongWork_afterThePathLedElsewhere_throwsNotAvailable() throws {
        let hands: [(name: String, act: () throws -> Void)] = [
            ("replaced", { try self.replaceStore() }),
            ("deleted", { XCTAssertEqual(unsafe unlink(self.path), 0) }),
            ("moved away", { XCTAssertEqual(unsafe rename(self.path, self.path + ".away"), 0) }),
        ]
        let calls =
            StoreCall.changes + StoreCall.writes + StoreCall.keys + StoreCall.slots + StoreCall.copies
            + StoreCall.looks.filter { $0.name == "verify" }
        for (name, act) in hands {
            let store = try makeCopiedStore()
            try act()
            assertEach(calls, throws: .notAvailable, store, name)
            if name == "replaced" { XCTAssertEqual(try itemsOfIntactStore(at: path).count, 1) }
        }
    }

    func test_add_afterTheFileWasReplaced_saysWhatToDo() throws {
        let store = try makeCopiedStore()
        try replaceStore()
        let reason = reason { try store.add(password("two")) }
        XCTAssertTrue(reason.contains(path) && reason.contains("open it again"), reason)
    }

    func test_transaction_duringWhichTheFileIsReplaced_throwsNotAvailable() throws {
        let store = try makeCopiedStore()
        assertThrows(.notAvailable) {
            try store.transaction { changes in
                try changes.add(password("two"), secret: try secret("two"))
                try self.replaceStore()
            }
        }
    }

    func test_add_afterTheFileCameBack_succeeds() throws {
        let store = try makeCopiedStore()
        XCTAssertEqual(unsafe rename(path, path + ".away"), 0)
        assertThrows(.notAvailable) { try store.add(password("two"), secret: try secret("two")) }
        XCTAssertEqual(unsafe rename(path + ".away", path), 0)
        try store.add(password("two"), secret: secret("two"))
        XCTAssertEqual(try itemsOfIntactStore(at: path).count, 2)
    }

    func test_open_afterTheFileWasReplaced_worksOnTheNewOne() throws {
        let store = try makeCopiedStore()
        try replaceStore()
        try openStore().add(password("two"), secret: secret("two"))
        assertThrows(.notAvailable) { try store.add(password("three"), secret: try secret("three")) }
        XCTAssertEqual(try itemsOfIntactStore(at: path).count, 2)
    }

    func test_close_afterAnotherStoreTookThePlace_leavesItsJournalAlone() throws {
        var old: ItemStore? = try makeCopiedStore()
        XCTAssertEqual(try old?.itemCount(), 1)
        try StoreFile(checking: path).delete()
        let new = try makeStore()
        try new.add(password("two"), secret: secret("two"))
        old = nil
        XCTAssertTrue(PrivateFile.exists(path + "-wal"))
        try withExtendedLifetime(new) {
            XCTAssertEqual(try itemsOfIntactStore(at: path).keys.sorted(), ["mail two"])
        }
    }

    // MARK: - Reading

    func test_firstRead_afterTheFileWasReplaced_throwsNotAvailable() throws {
        _ = try makeCopiedStore()
        let database = try Database(path: path, patience: .seconds(1))
        try replaceStore()
        assertThrows(.notAvailable) { try database.read { _ in } }
    }

    func test_read_withinASecondOfALook_doesNotLookAgain() throws {
        _ = try makeCopiedStore()
        let connection = try Connection(path: path, role: .reading)
        try connection.checkPath(at: 5_000_000_000)
        try replaceStore()
        XCTAssertNoThrow(try connection.checkPath(at: 5_999_999_999))
        for time in [6_000_000_000, 6_000_000_001] as [UInt64] {
            assertThrows(.notAvailable, "\(time)") { try connection.checkPath(at: time) }
        }
    }

    func test_everyRead_afterTheFileWasReplaced_comesToThrowNotAvailable() throws {
        let store = try makeCopiedStore()
        _ = try store.first(query("maria"))
        try replaceStore()
        var thrown: StoreError?
        // A look lasts a second, in which nobody makes so many finds.
        for _ in 0..<1_000_000 where thrown == nil {
            do throws(StoreError) { _ = try store.first(query("maria")) } catch { thrown = error }
        }
        XCTAssertEqual(thrown?.status, .notAvailable)
        assertEach(StoreCall.reads, throws: .notAvailable, store)
    }

    // MARK: - Ways in that come and go

    /// A store with the passphrase "new", and a copy from when it was "old".
    private func makeStoreWithPassphrase() throws -> ItemStore {
        try startAgain()
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("old"), cost: .cheapest), options: options)
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.changePassphrase(from: secret("old"), to: secret("new"), cost: .cheapest)
        return store
    }

    func test_everyChangeOfKeys_withSlotPutBackUnderIt_throwsAndVouchesForNothing() throws {
        let changes = StoreCall.keys.filter { $0.name != "passphrase" } + StoreCall.slots
        for change in changes {
            let store = try makeStoreWithPassphrase()
            try tamper("ATTACH '\(directory)/old.store' AS old; INSERT INTO main.slot SELECT * FROM old.slot")
            assertThrows(.invalidKeychain, change.name) { try change.call(store) }
            assertThrows(.invalidKeychain, change.name) { try openStore(.passphrase(secret("old"))) }
            XCTAssertFalse(try store.verify().isIntact, change.name)
        }
    }

    func test_open_withSlotsOrDeviceSlotPutBack_throwsInvalidKeychain() throws {
        _ = try makeStoreWithPassphrase()
        try tamper(
            """
            ATTACH '\(directory)/old.store' AS old;
            DELETE FROM main.slot; INSERT INTO main.slot SELECT * FROM old.slot
            """)
        assertThrows(.invalidKeychain, "slots") { try openStore(.passphrase(secret("old"))) }
        try startAgain()
        let store = try makeStore()
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.setPassphrase(try secret("phrase"), cost: .cheapest)
        try tamper("ATTACH '\(directory)/old.store' AS old; INSERT INTO main.slot SELECT * FROM old.slot")
        assertThrows(.invalidKeychain, "device slot") { try openStore() }
    }

    func test_everyLook_behindSlotOrStateThatWasTouched_throwsInvalidKeychain() throws {
        let hidden = try makeStoreWithPassphrase()
        try hidden.addPassphraseSlot(secret("second"), cost: .cheapest)
        try tamper("DELETE FROM slot WHERE number = (SELECT max(number) FROM slot)")
        let looks = (StoreCall.looks + StoreCall.copies).filter {
            ["protection", "backup"].contains($0.name)
        }
        assertEach(looks, throws: .invalidKeychain, hidden, "hidden slot")
        try startAgain()
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("one"))
        try tamper("UPDATE slot SET number = 9")
        XCTAssertFalse(try store.verify().isIntact)
        try tamper("DELETE FROM state")
        assertEach(StoreCall.reads, throws: .invalidKeychain, store, "no state")
    }

    /// A trigger would act in the owner's own transaction.
    func test_changes_withTriggerPlantedAfterOpening_throwAndKeepTheOldSlotOut() throws {
        let columns = "old.kind, old.salt, old.passes, old.memory, old.recipient, old.shield, old.sealed"
        let store = try makeStoreWithPassphrase()
        try tamper(
            "CREATE TRIGGER planted AFTER DELETE ON slot BEGIN "
                + "INSERT INTO slot SELECT old.number + 9, \(columns), old.checksum; END")
        assertEach(StoreCall.slots.filter { $0.name == "change passphrase" }, throws: .invalidKeychain, store)
        XCTAssertEqual(try PlainDatabase(path).rows("SELECT count(*) FROM slot"), [["1"]])
        try tamper("DROP TRIGGER planted")
        try tamper(
            "CREATE TRIGGER planted AFTER INSERT ON item BEGIN DELETE FROM item WHERE number < new.number; END"
        )
        assertThrows(.invalidKeychain) { try store.add(password("maria")) }
        try tamper("DROP TRIGGER planted")
        XCTAssertNoThrow(try store.add(password("maria")))
    }
}
