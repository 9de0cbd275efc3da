import Foundation
import XCTest

@testable import SecureStore

/// Conditions on the beginning of random values, against a filter that looks at each item.
final class PrefixModelTests: StoreTestCase {
    private var random = SeededGenerator(seed: 0)
    /// The items that were added, in that order.
    private var items: [(reference: ItemReference, attributes: ItemAttributes)] = []

    private static let pieces = [
        "a", "b", "tenant-7", "/", "/", ":", ".", "//", "://", ".:", "caf\u{e9}", "cafe\u{301}", "@",
    ]

    private func piece() -> String { Self.pieces.randomElement(using: &random) ?? "" }

    private func text() -> String {
        (0..<Int.random(in: 0...6, using: &random)).map { _ in piece() }.joined()
    }

    /// Text, or bytes that are none.
    private func value() -> AttributeValue {
        Int.random(in: 0..<8, using: &random) > 0 ? .string(text()) : .data(Data(text().utf8) + [0xff, 0x2f])
    }

    private func attributes() throws -> ItemAttributes {
        var values: [AttributeName: AttributeValue] = [.account: value(), .service: value()]
        if Bool.random(using: &random) { values[.label] = value() }
        return try ItemAttributes(.genericPassword, values)
    }

    private func add(_ count: Int, in store: ItemStore) throws {
        for _ in 0..<count {
            let attributes = try attributes()
            do throws(StoreError) {
                let found = try store.committer.commit { session throws(StoreError) in
                    try session.add(attributes, nil)
                }
                items.append((found.row.reference, attributes))
            } catch { guard error.status == .duplicateItem else { throw error } }
        }
    }

    /// A beginning of a value that there is, mostly; or a little more than the value.
    private func beginning(_ name: AttributeName) -> String {
        let value = items.randomElement(using: &random)?.attributes[name]?.text ?? text()
        let more = value + (Bool.random(using: &random) ? "" : piece())
        let count = Int.random(in: 0...more.utf8.count, using: &random)
        return String(decoding: more.utf8.prefix(count), as: UTF8.self)
    }

    private func query() -> (Query<GenericPassword>, [ItemReference]) {
        let pairs: [(Attribute<GenericPassword, String>, AttributeName)] = [
            (.account, .account), (.service, .service), (.label, .label),
        ]
        var (query, expected) = (Query<GenericPassword>(), items)
        let count = Int.random(in: 1...2, using: &random)
        for (attribute, name) in pairs.shuffled(using: &random).prefix(count) {
            let text = beginning(name)
            query = query.where(attribute, startsWith: text)
            expected = expected.filter {
                text.isEmpty || $0.attributes[name]?.text?.utf8.starts(with: text.utf8) ?? false
            }
        }
        return (query, expected.map(\.reference))
    }

    private func paged(_ query: Query<GenericPassword>, _ store: ItemStore) throws -> [ItemReference] {
        var (found, cursor): ([ItemReference], PageCursor?) = ([], nil)
        repeat {
            let page = try store.page(query, after: cursor, limit: .random(in: 1...9, using: &random))
            found += page.matches.map(\.reference)
            cursor = page.next.flatMap { PageCursor($0.description) }
        } while cursor != nil
        return found
    }

    private func assertSame(_ store: ItemStore, line: UInt = #line) throws {
        var found = 0
        for _ in 0..<60 {
            let (query, expected) = query()
            XCTAssertEqual(try store.all(query).map(\.reference), expected, "\(query)", line: line)
            XCTAssertEqual(try store.count(query), expected.count, "\(query)", line: line)
            XCTAssertEqual(try store.first(query)?.reference, expected.first, "\(query)", line: line)
            XCTAssertEqual(try paged(query, store), expected, "\(query)", line: line)
            found += expected.count
        }
        XCTAssertGreaterThan(found, 200)
    }

    func test_startsWith_ofRandomValues_findsWhatAFilterFinds() throws {
        for seed in 0..<UInt64(Effort.rounds(8)) {
            (random, items) = (SeededGenerator(seed: seed), [])
            let store = try makeStore()
            try add(200, in: store)
            try assertSame(store)
            try assertSame(openStore())
            try removeStore()
        }
    }

    func test_startsWith_whileKeysAreReplaced_findsItemsUnderBothKeySets() throws {
        let store = try makeStore()
        try add(150, in: store)
        try store.beginRotation { $0 % 3 > 0 }
        try add(50, in: store)
        try assertSame(store)
        try store.rotateKeys()
        try assertSame(store)
    }

    func test_startsWith_inTransaction_findsWhatItHasChanged() throws {
        let store = try makeStore()
        try add(150, in: store)
        try store.transaction { changes throws(StoreError) in
            for place in 0..<60 {
                let reference = items[place].reference
                let own = Query<GenericPassword>().reference(reference)
                guard place % 3 > 0 else {
                    try changes.delete(own)
                    continue
                }
                let account = "\(text())#\(place)"
                try changes.update(own, Changes().set(.account, to: account))
                try items[place].attributes.set(.account, to: .string(account))
            }
            items = items.enumerated().filter { $0.offset >= 60 || $0.offset % 3 > 0 }.map(\.element)
            for _ in 0..<60 {
                let (query, expected) = query()
                XCTAssertEqual(try changes.all(query).map(\.reference), expected, "\(query)")
            }
        }
        try assertSame(store)
    }

    func test_listStartingWith_overEachDamagedLeaf_isWholeOrThrows() throws {
        let store = try makeStore()
        try add(200, in: store)
        try store.beginRotation { $0 > 150 }
        var whole = 0
        for leaf in try PlainDatabase(path).rows(
            "SELECT number, hex(content) FROM node WHERE substr(content, 1, 1) = x'00'")
        {
            try tamper("UPDATE node SET content = x'00' WHERE number = \(leaf[0])")
            for _ in 0..<4 {
                let (query, expected) = query()
                let (found, error) = try listed(query)
                XCTAssertTrue(error == nil ? found == expected : Set(found).isSubset(of: expected), leaf[0])
                XCTAssertTrue(error == nil || error?.status == .invalidKeychain, "\(error as Any)")
                whole += error == nil ? 1 : 0
            }
            try tamper("UPDATE node SET content = x'\(leaf[1])' WHERE number = \(leaf[0])")
        }
        XCTAssertGreaterThan(whole, 20)
    }

    private func listed(_ query: Query<GenericPassword>) throws -> ([ItemReference], StoreError?) {
        var found: [ItemReference] = []
        let store = try openStore()
        do throws(StoreError) {
            try store.list(query, returning: .attributes) { match throws(StoreError) in
                found.append(match.reference)
            }
        } catch { return (found, error) }
        return (found, nil)
    }
}
