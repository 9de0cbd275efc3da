import KeychainServices
import XCTest

@testable import SecureStore

/// Whatever somebody does to a store's file without its keys: each call answers rightly or throws.
final class ForeignHandTests: DefaultStoreTestCase {
    override func tearDownWithError() throws {
        KeychainStore.useDefault()
        try super.tearDownWithError()
    }

    /// Every call throws the status, in a row and in the other order of reads and writes.
    func assertEach(
        _ calls: [StoreCall], throws status: StoreStatus, _ store: ItemStore, _ name: String = "",
        line: UInt = #line
    ) {
        for call in calls + calls.reversed() {
            assertThrows(status, "\(name): \(call.name)", line: line) { try call.call(store) }
        }
    }

    // MARK: - Rows

    /// Lays every hand on a closed store of its own; the samples are rows 1 to 5.
    private func forEach(
        _ hands: [ForeignHand], _ body: (TamperSamples, ItemStore, ForeignHand) throws -> Void
    ) throws {
        for hand in hands {
            try startAgain()
            let samples = try TamperSamples(in: try makeStore())
            try tamper(hand.sql)
            try body(samples, openStore(), hand)
        }
    }

    func test_everyRead_ofTouchedRow_throwsDecode() throws {
        try forEach(ForeignHand.ofFirstRow + ForeignHand.ofNumber) { _, store, hand in
            assertEach(StoreCall.reads, throws: .decode, store, hand.name, line: hand.line)
        }
    }

    func test_find_ofOthersBesideTouchedRow_isUnchanged() throws {
        try forEach(ForeignHand.ofFirstRow + ForeignHand.ofNumber) { samples, store, hand in
            for item in samples.items.dropFirst() {
                XCTAssertNil(try item.fault(store), hand.name, line: hand.line)
            }
        }
    }

    func test_find_afterTokensOrTheSetWereTouched_isErrorOrUnchanged() throws {
        try forEach(ForeignHand.ofTokens + ForeignHand.ofTheSet) { samples, _, hand in
            XCTAssertNil(samples.fault(at: path, options), hand.name, line: hand.line)
        }
    }

    func test_verify_afterRowWasTouched_namesItemByIdAndClass() throws {
        try forEach(ForeignHand.ofFirstRow + ForeignHand.ofTokens) { samples, store, hand in
            let damaged = try store.verify().damaged.map(\.reference)
            XCTAssertEqual(damaged, [samples.items[0].reference], hand.name, line: hand.line)
        }
    }

    func test_verify_afterTheSetWasTouched_isNotIntact() throws {
        try forEach(ForeignHand.ofNumber + ForeignHand.ofTheSet) { _, store, hand in
            XCTAssertFalse(try store.verify().isIntact, hand.name, line: hand.line)
        }
        try startAgain()
        _ = try TamperSamples(in: try makeStore())
        XCTAssertTrue(try openStore().verify().isIntact, "untouched")
    }

    // MARK: - A row that is gone

    /// A store that is open without the row of `maria`; `marta`'s is there.
    private func storeWithDroppedRow() throws -> ItemStore {
        let store = try makeStore()
        for account in ["maria", "marta"] { try store.add(password(account), secret: secret(account)) }
        try tamper("DELETE FROM item WHERE number = 1")
        return store
    }

    func test_everyCall_onDroppedItem_throwsDecodeAndDoesNotMakeItAgain() throws {
        for store in [try storeWithDroppedRow(), try openStore()] {
            assertEach(StoreCall.reads + StoreCall.changes, throws: .decode, store)
            assertThrows(.decode) { try store.list(Query<GenericPassword>()) { _ in } }
            try store.transaction { changes in
                assertThrows(.decode) { try changes.copyMatching(Query<GenericPassword>()) }
            }
            XCTAssertEqual(try store.itemCount(), 2)
        }
    }

    func test_anyCall_besideDroppedItem_works() throws {
        let store = try storeWithDroppedRow()
        XCTAssertEqual(try store.copyMatching(query("marta")).first?.secret?.text, "marta")
        XCTAssertEqual(try store.update(query("marta"), Changes().set(.label, to: "l")), 1)
        XCTAssertNoThrow(try store.set(password("marta"), secret: secret("new")))
        XCTAssertEqual(try store.copyMatching(query("marta")).first?.secret?.text, "new")
        XCTAssertNil(try store.first(query("nobody")))
        XCTAssertEqual(try store.delete(query("marta")), 1)
    }

    func test_list_whoseLossIsTaken_givesTheOthers() throws {
        let store = try storeWithDroppedRow()
        var (seen, losses): ([String], [StoreStatus]) = ([], [])
        try store.list(
            Query<GenericPassword>(),
            unreadable: { reference, error in
                XCTAssertNil(reference)
                losses.append(error.status)
            }
        ) { seen.append($0.item.account) }
        XCTAssertEqual(seen, ["marta"])
        XCTAssertEqual(losses, [.decode])
    }

    // MARK: - Rows that were genuine once

    func test_verify_afterOldRowOrStateCameBack_isNotIntact() throws {
        for table in ["item", "state"] {
            try startAgain()
            try makeStore().add(password("maria"), secret: secret("old"))
            try tamper("VACUUM INTO '\(directory)/old.store'")
            try openStore().set(password("maria"), secret: secret("new"))
            try tamper(
                """
                ATTACH '\(directory)/old.store' AS old;
                DELETE FROM main.\(table); INSERT INTO main.\(table) SELECT * FROM old.\(table)
                """)
            XCTAssertFalse(try openStore().verify().isIntact, table)
            if table == "item" { XCTAssertNil(try openStore().first(query("nobody"))) }
        }
    }

    func test_sequenceNumber_afterWholeFileWasPutBack_isBelowTheRememberedOne() throws {
        try makeStore().add(password("maria"), secret: secret("old"))
        let old = try Data(contentsOf: URL(fileURLWithPath: path))
        try openStore().set(password("maria"), secret: secret("new"))
        let remembered = try openStore().sequenceNumber()
        try old.write(to: URL(fileURLWithPath: path))
        XCTAssertLessThan(try openStore().sequenceNumber(), remembered)
    }

    // MARK: - Another store

    /// Two stores of one device key; the hand is laid on the first, with the second attached.
    private func mixStores(_ sql: String) throws {
        try startAgain()
        try makeStore().add(password("maria"), secret: secret("mine"))
        let other = try ItemStore.create(at: directory + "/other.store", options: options)
        try other.add(password("maria"), secret: secret("theirs"))
        try other.add(GenericPassword(service: "more"), secret: secret("theirs"))
        try tamper("ATTACH '\(directory)/other.store' AS other; \(sql)")
    }

    func test_everyRead_ofWhatCameFromAnotherStore_throwsDecode() throws {
        for hand in ForeignHand.fromAnother {
            try mixStores(hand.sql)
            assertEach(StoreCall.reads, throws: .decode, try openStore(), hand.name, line: hand.line)
        }
    }

    func test_verify_withRowAddedFromAnotherStore_countsIt() throws {
        try mixStores("INSERT INTO main.item SELECT * FROM other.item WHERE number = 2")
        let problems = try openStore().verify().problems
        XCTAssertEqual(problems, ["there are 2 items, and the store's state speaks of 1"])
    }

    // MARK: - The way in

    func test_everyDoor_afterTheWayInWasTouched_throws() throws {
        for (status, hands) in ForeignHand.ofTheWayIn {
            for hand in hands {
                try mixStores(hand.sql)
                assertThrows(status, hand.name, line: hand.line) { try openStore() }
                assertThrows(status, hand.name, line: hand.line) {
                    try ItemStore.openOrCreate(at: path, options: options)
                }
                set("SECURESTORE_PATH", path)
                set("SECURESTORE_DEVICE_KEY_FILE", directory + "/device.key")
                for door in [DefaultStoreDoor.read, .add, .find] {
                    assertThrows(status, "\(hand.name): \(door)", line: hand.line) { try door.call(self) }
                }
            }
        }
    }
}
