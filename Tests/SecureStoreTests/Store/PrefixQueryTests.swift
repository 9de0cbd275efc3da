import Foundation
import XCTest

@testable import SecureStore

/// Look-ups of values that begin alike: what they open, and what their tokens show.
final class PrefixQueryTests: FleetTestCase {
    private func fill(_ store: ItemStore) throws {
        try store.transaction { changes in
            for number in 0..<120 {
                let access = number < 3 ? Accessibility.afterFirstUnlock : .whenUnlocked
                try changes.add(password("tenant-\(number / 3)/user.\(number)", access), secret: secret("x"))
            }
        }
    }

    private func filledStore() throws -> ItemStore {
        let store = try makeStore()
        try fill(store)
        return store
    }

    private func of(_ text: String) -> Query<GenericPassword> { Query().where(.account, startsWith: text) }

    private func accounts(_ query: Query<GenericPassword>, _ store: ItemStore) throws -> [String] {
        try store.all(query).map { String($0.item.account.split(separator: ".")[1]) }
    }

    // MARK: - What is opened

    func test_startsWith_ofTextWithACut_opensNoItemOfAnotherBeginning() throws {
        _ = try filledStore()
        try tamper("UPDATE item SET attributes = randomblob(200) WHERE number NOT IN (4, 5, 6)")
        let store = try openStore()
        for text in ["tenant-1/", "tenant-1/user", "tenant-1/user."] {
            XCTAssertEqual(try accounts(of(text), store), ["3", "4", "5"], text)
            XCTAssertEqual(try store.count(of(text).where(.service, equals: "mail")), 3, text)
        }
        assertThrows(.decode) { try store.all(self.of("tenant-1")) }
    }

    func test_startsWith_inAClassOfOtherItems_findsNone() throws {
        let store = try filledStore()
        for number in 0..<8 {
            try store.add(InternetPassword(server: "s\(number)", account: "tenant-0/user.1"))
        }
        let others = Query<InternetPassword>()
        XCTAssertEqual(try store.count(others.where(.account, startsWith: "tenant-0/")), 8)
        XCTAssertEqual(try store.count(others.where(.server, startsWith: "tenant-0/")), 0)
        XCTAssertEqual(try store.count(of("tenant-0/")), 3)
    }

    func test_delete_byBeginningThatNoLockedItemHas_deletesThose() throws {
        let store = try filledStore()
        store.lock()
        XCTAssertEqual(try store.delete(of("tenant-0/")), 3)
        assertThrows(.itemNotFound) { try store.delete(self.of("tenant-0/").where(.service, equals: "mail")) }
        assertThrows(.interactionNotAllowed) { try store.delete(self.of("tenant-1/")) }
        assertThrows(.interactionNotAllowed) { try store.all(self.of("tenant-")) }
        XCTAssertEqual(try store.itemCount(), 117)
    }

    func test_startsWith_overDamageInItsPartOfTheIndex_goesOverTheClass() throws {
        _ = try filledStore()
        var whole = 0
        for leaf in try PlainDatabase(path).rows(
            "SELECT number, hex(content) FROM node WHERE substr(content, 1, 1) = x'00'")
        {
            try tamper("UPDATE node SET content = x'00' WHERE number = \(leaf[0])")
            // A leaf of the list proves 32 of the rows at most.
            if let found = try? accounts(of("tenant-7/"), openStore()) {
                XCTAssertEqual(found, ["21", "22", "23"])
                whole += 1
            }
            try tamper("UPDATE node SET content = x'\(leaf[1])' WHERE number = \(leaf[0])")
        }
        XCTAssertGreaterThan(whole, 8)
    }

    func test_startsWith_onAnotherHost_findsWhatItHasTakenIn() throws {
        let first = try begin()
        let second = try join("b", lettingIn: first)
        try fill(first)
        try second.catchUp()
        XCTAssertEqual(try accounts(of("tenant-5/"), second), ["15", "16", "17"])
        try second.update(of("tenant-5/user.16"), Changes().set(.account, to: "tenant-6/user.new"))
        try first.catchUp()
        XCTAssertEqual(try accounts(of("tenant-6/"), first), ["new", "18", "19", "20"])
    }

    // MARK: - What tokens show

    /// The numbers of the bits that the tokens of two accounts share, at most `most`.
    private func sharedBits(_ first: String, _ second: String) throws -> Int {
        let store = try makeStore()
        for account in [first, second] { try store.add(password(account)) }
        let tokens = try PlainDatabase(path).rows("SELECT hex(second) FROM item").map {
            IndexKey(Bytes16(hexadecimal: $0[0]) ?? Bytes16(high: 0, low: 0), 0)
        }
        try removeStore()
        return tokens[0].commonBits(with: tokens[1])
    }

    func test_tokens_ofValues_shareTheBitsOfTheBeginningsThatTheyShare() throws {
        let rows: [(first: String, second: String, bits: ClosedRange<Int>)] = [
            ("tenant-7", "tenant-8", 0...16), ("tenant-7", "tenant-7/", 0...16), ("/a", "/b", 0...16),
            ("tenant-7/a", "tenant-7/b", 24...36), ("tenant-7/a", "tenant-7//b", 24...36),
            ("a:b.c", "a:b/c", 24...36), ("a:b.c", "a:b.d", 44...56), ("a:b:", "a:b:c", 44...56),
            ("a://b.c/d", "a://b.c/e", 64...76), ("a/b/c/d", "a/b/c/d/e", 64...76),
        ]
        for row in rows {
            let bits = try sharedBits(row.first, row.second)
            XCTAssertTrue(row.bits ~= bits, "\(row.first) and \(row.second): \(bits)")
        }
    }
}
