import Foundation
import XCTest

@testable import SecureStore

/// Tests of what FileFormat.md says of looking up, held against the library.
final class LookUpRuleTests: StoreTestCase {
    /// The references of `a` and `b`, which are rows 1 and 2.
    private func makeStoreOfTwo() throws -> [ItemReference] {
        let store = try makeStore()
        return try ["a", "b"].map { try store.add(password($0), secret: secret($0)) }
    }

    private func find(_ reference: ItemReference) throws -> ItemMatch<GenericPassword> {
        try openStore().only(Query<GenericPassword>().reference(reference))
    }

    // MARK: - By id

    func test_findById_ofListedNumberWithUnfitRow_throwsDecode() throws {
        let changes = [
            "DELETE FROM item WHERE number = 1", "UPDATE item SET class = 2 WHERE number = 1",
            "UPDATE item SET id = randomblob(16) WHERE number = 1",
            "UPDATE item SET number = 9 WHERE number = 1", "UPDATE item SET keyset = 7 WHERE number = 1",
        ]
        for change in changes {
            let first = try makeStoreOfTwo()[0]
            try tamper(change)
            assertThrows(.decode, change) { try self.find(first) }
            try removeStore()
        }
    }

    func test_findById_ofOtherClassOrOtherId_throwsItemNotFound() throws {
        let first = try makeStoreOfTwo()[0]
        let store = try openStore()
        let other = ItemReference(.internetPassword, first.id)
        assertThrows(.itemNotFound) { try store.only(Query<InternetPassword>().reference(other)) }
        let stranger = Bytes16(high: first.id.high ^ 1, low: first.id.low)
        assertThrows(.itemNotFound) { try self.find(ItemReference(.genericPassword, stranger)) }
        for number in [0, UInt64.max, 99] {
            let id = Bytes16(high: 1, low: number)
            assertThrows(.itemNotFound) { try self.find(ItemReference(.genericPassword, id)) }
        }
    }

    func test_findById_overDamagedWayOfTheId_isRefusedThoughTheNumberLeadsThere() throws {
        let store = try makeStore()
        let references = try (0..<200).map { try store.add(password("\($0)"), secret: secret("\($0)")) }
        let leaves = try PlainDatabase(path).rows(
            "SELECT number, hex(content) FROM node WHERE substr(content, 1, 1) = x'00'")
        var refused = [0, 0, 0, 0]
        for leaf in leaves {
            try tamper("UPDATE node SET content = x'00' WHERE number = \(leaf[0])")
            for index in refused.indices {
                do {
                    let secret = try find(references[index]).secret
                    XCTAssertEqual(secret?.text, "\(index)")
                } catch let error as StoreError where error.status == .invalidKeychain {
                    refused[index] += 1
                }
            }
            try tamper("UPDATE node SET content = x'\(leaf[1])' WHERE number = \(leaf[0])")
        }
        // Chance may put an id's token into the leaf of the list, but not the tokens of all four.
        XCTAssertEqual(refused.min().map { (1...2).contains($0) }, true, "\(refused)")
        XCTAssertEqual(refused.max(), 2, "the leaf of the list, and the one where the id's token would lie")
    }

    // MARK: - What is opened

    func test_list_ofAttributes_opensNoSecret() throws {
        _ = try makeStoreOfTwo()
        try tamper("UPDATE item SET secret = zeroblob(32) WHERE number = 1")
        let store = try openStore()
        let found = try store.copyMatching(Query<GenericPassword>(), limit: 9, returning: .attributes)
        XCTAssertEqual(found.map(\.item.account), ["a", "b"])
        assertThrows(.decode) { try store.only(query("a")) }
    }

    func test_find_ofItemWhoseTokensDiffer_passesItUnopened() throws {
        let store = try makeStore()
        for service in ["mail", "web"] {
            try store.add(GenericPassword(service: service, label: "Mine"), secret: secret(service))
        }
        try Forgery(store).changeItem(record: { _ in [0xff, 0, 0, 0] })
        let labelled = Query<GenericPassword>().where(.label, equals: "Mine")
        XCTAssertEqual(try store.copyMatching(labelled.where(.service, equals: "web")).count, 1)
        assertThrows(.decode) { try store.copyMatching(labelled) }
    }

    func test_earlierSecrets_of16384BytesWithTheirHeads_areRead() throws {
        let store = try makeStore()
        try store.add(password("a"), secret: secret("x"))
        let plain = ForgedPlaintext.padded([0x61], ForgedPlaintext.earlier(1, 16_384 - 13))
        try Forgery(store).changeItem(secret: { _ in plain })
        let earlier = try openStore().earlierSecrets(of: password("a"))
        XCTAssertEqual(earlier.map(\.secret.count), [16_384 - 13])
    }

    // MARK: - What is read of the header, and the slots

    func test_open_withNumbersThatOnlyTheJournalHas_believesTheJournal() throws {
        let rows: [(String, StoreStatus)] = [
            ("PRAGMA user_version = 5", .wrongSecVersion), ("PRAGMA application_id = 7", .invalidKeychain),
        ]
        for (change, status) in rows {
            _ = try makeStoreOfTwo()
            let other = try PlainDatabase(path)
            try other.run(change)
            let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(72)
            XCTAssertEqual(Array(header[60..<64] + header[68..<72]), [0, 0, 0, 4] + Array("SSTR".utf8))
            withExtendedLifetime(other) { assertThrows(status, change) { _ = try openStore() } }
            try removeStore()
        }
    }

    func test_unlock_withDeviceKey_triesHostSlotsAfterADamagedDeviceSlot() throws {
        let made = try VectorStore(try FormatPage())
        XCTAssertNoThrow(try made.unlock(.deviceKey))
        try made.connection.execute("UPDATE slot SET checksum = zeroblob(32) WHERE number = 1")
        XCTAssertNoThrow(try made.unlock(.deviceKey))
        try made.connection.execute("UPDATE slot SET checksum = zeroblob(32) WHERE number = 6")
        assertThrows(.invalidDatabaseBlob) { try made.unlock(.deviceKey) }
    }
}
