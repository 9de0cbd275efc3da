import Foundation
import SecureStoreTesting
import XCTest

@testable import SecureStore

/// The entries that rows leave in the index of the old keys when they are sealed again: none of them counts.
final class LeftEntryTests: StoreTestCase {
    /// Items `0` to `count`, of which the first `sealed` were sealed again; a copy of before is beside it.
    private func makeStore(of count: Int = 8, sealed: Int64, rowsPerStep: Int = 256) throws -> ItemStore {
        var options = StoreOptions(TestTerms(allowsAnyCost: true, rowsPerStep: rowsPerStep))
        options.deviceKey = self.options.deviceKey
        let store = try ItemStore.create(at: path, options: options)
        try store.transaction { changes in
            for number in 0..<count { try changes.add(password("\(number)"), secret: secret("\(number)")) }
        }
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.beginRotation { $0 <= sealed }
        return store
    }

    private func putBack(_ table: String, _ condition: String = "1") throws {
        try tamper(
            """
            ATTACH '\(directory)/old.store' AS old;
            REPLACE INTO main.\(table) SELECT * FROM old.\(table) WHERE \(condition)
            """)
    }

    /// The number of entries in the index of the old keys.
    private func leftCount(_ store: ItemStore) throws -> UInt32 {
        try store.read { $0.state.previousRoot?.count ?? 0 }
    }

    // MARK: - Put back by somebody

    func test_find_ofOldRowPutBackToItsOldEntries_throwsDecode() throws {
        let store = try makeStore(sealed: 4)
        try putBack("item", "number = 3")
        for store in [store, try openStore()] {
            assertThrows(.decode) { try store.copyMatching(query("2")) }
            XCTAssertEqual(try store.only(query("3")).secret?.text, "3")
            let report = try store.verify()
            XCTAssertEqual([report.damaged.count, report.problems.count], [1, 0], "\(report)")
        }
    }

    func test_find_ofDeletedItemWhoseOldRowIsPutBack_findsNothing() throws {
        let store = try makeStore(sealed: 4)
        let reference = try store.only(query("2")).reference
        try store.delete(query("2"))
        try putBack("item", "number = 3")
        for store in [store, try openStore()] {
            assertThrows(.itemNotFound) { try store.copyMatching(query("2")) }
            assertThrows(.itemNotFound) {
                try store.only(Query<GenericPassword>().reference(reference))
            }
            XCTAssertEqual(try store.copyMatching(Query<GenericPassword>()).count, 7)
            XCTAssertEqual(try store.verify().problems.count, 1)
        }
    }

    func test_find_afterOldNodesArePutBack_isRightOrRefused() throws {
        _ = try makeStore(of: 300, sealed: 200)
        try putBack("node")
        for number in [3, 150, 250] {
            do {
                let found = try openStore().only(query("\(number)"))
                XCTAssertEqual(found.secret?.text, "\(number)")
            } catch { XCTAssertEqual((error as? StoreError)?.status, .invalidKeychain) }
        }
        XCTAssertFalse(try openStore().verify().isIntact)
        assertThrows(.invalidKeychain) { try self.openStore().rotateKeys() }
    }

    // MARK: - What the store itself makes of them

    func test_changes_overTheEndOfARotation_tellOfItemsDeletedUnderTheOldKeys() throws {
        let store = try makeStore(sealed: 4)
        var latest = LatestChanges(of: [Query<GenericPassword>()], in: store)
        _ = try latest.take { _ in 0 }
        let reference = try store.only(query("7")).reference
        try store.delete(query("7"))
        try store.rotateKeys()
        let changes = try latest.take { _ in 0 }.map(\.change)
        XCTAssertEqual(changes.map(\.kind), [.deleted])
        XCTAssertEqual(changes.map(\.reference), [reference])
    }

    func test_find_ofItemSealedAgain_findsItOnce() throws {
        let store = try makeStore(sealed: 4)
        XCTAssertEqual(try leftCount(store), 8 * 4 - 4)
        for service in [store, try openStore()] {
            let all = try service.copyMatching(Query<GenericPassword>().where(.service, equals: "mail"))
            XCTAssertEqual(all.map(\.item.account), (0..<8).map { "\($0)" })
            XCTAssertEqual(try service.count(Query<GenericPassword>().where(.service, equals: "mail")), 8)
        }
    }

    func test_list_whosePageEndsAtARowOfTwoEntries_givesEachItem() throws {
        // One row of a single entry before them, so that a page of 512 entries ends between two of a row.
        let store = try makeStore(of: 600, sealed: 500)
        try store.delete(query("5"))
        var accounts: [String] = []
        try store.list(Query<GenericPassword>().where(.service, equals: "mail"), returning: .attributes) {
            accounts.append($0.item.account)
        }
        XCTAssertEqual(accounts, (0..<600).filter { $0 != 5 }.map { "\($0)" })
    }

    func test_add_ofIdentityThatOnlyLeftEntriesHave_succeeds() throws {
        let store = try makeStore(sealed: 4)
        try store.delete(query("1"))
        try store.update(query("2"), Changes().set(.account, to: "renamed"))
        for name in ["1", "2"] { try store.add(password(name), secret: secret("new")) }
        for name in ["1", "2"] { XCTAssertEqual(try store.only(query(name)).secret?.text, "new") }
        XCTAssertEqual(try store.only(query("renamed")).secret?.text, "2")
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_import_ofIdThatOnlyLeftEntriesHave_keepsTheId() throws {
        let source = try ItemStore.create(at: directory + "/source.store", options: options)
        for name in ["x", "y"] { try source.add(password(name), secret: secret(name)) }
        let file = directory + "/export"
        _ = try source.export(to: file, passphrase: secret("one"), cost: .cheapest)
        let store = try ItemStore.create(at: path, options: options)
        try store.add(password("0"))
        _ = try store.importItems(from: file, passphrase: secret("one"))
        let reference = try store.only(query("y")).reference
        try store.beginRotation { _ in true }
        try store.delete(query("y"))
        _ = try store.importItems(from: file, passphrase: secret("one"))
        XCTAssertEqual(try store.only(query("y")).reference, reference)
        XCTAssertTrue(try store.verify().isIntact)
    }

    // MARK: - The end

    func test_rotateKeys_withLeftEntries_removesThemInSteps() throws {
        let store = try makeStore(of: 300, sealed: 300, rowsPerStep: 1)
        let (left, before) = (try leftCount(store), try store.sequenceNumber())
        try ItemStore.open(at: path, options: store.options).rotateKeys()
        // One change ends the rotation.
        XCTAssertEqual(try store.sequenceNumber() - before, UInt64(left + 255) / 256 + 1)
        XCTAssertEqual(try leftCount(store), 0)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_rotateKeys_stoppedWhileEntriesAreRemoved_isFinishedByTheNext() throws {
        for most in [1, 40, 600] {
            let store = try makeStore(of: 300, sealed: 300)
            let before = try ReadItem.all(of: store)
            _ = try store.committer.commit { session throws(StoreError) in
                try session.removeLeftEntries(atMost: most)
            }
            XCTAssertEqual(try ReadItem.all(of: openStore()), before)
            XCTAssertTrue(try openStore().verify().isIntact)
            try openStore().rotateKeys()
            XCTAssertEqual(try keysets(), ["2"])
            XCTAssertEqual(try ReadItem.all(of: store), before)
            XCTAssertTrue(try store.verify().isIntact)
            try removeStore()
            try FileManager.default.removeItem(atPath: directory + "/old.store")
        }
    }
}
