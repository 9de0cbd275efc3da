import XCTest

@testable import SecureStore

/// Look-ups with nodes that were kept while the state has changed.
final class IndexReaderTests: XCTestCase {
    private var random = SeededGenerator(seed: 1)
    private let nodes = ProvenNodes(mostBytes: 1 << 20)

    /// An index of three levels and more.
    private func index() throws -> (MadeIndex, [IndexEntry]) {
        let entries = IndexSamples.random.keys(4_000, &random).map { IndexEntry(key: $0, digest: nil) }
        return (try MadeIndex(entries), entries)
    }

    private func find(_ entry: IndexEntry, _ index: MadeIndex) throws -> Bool {
        try index.reader(nodes).entry(entry.key) == entry
    }

    func test_entry_inNewStateOfTheSameNodes_readsNothing() throws {
        let (index, entries) = try index()
        for entry in entries { XCTAssertTrue(try find(entry, index)) }
        try index.connection.execute("DELETE FROM node")
        nodes.beginPeriod()
        XCTAssertTrue(try entries.allSatisfy { try find($0, index) })
    }

    func test_count_inNewStateOfTheSameNodes_readsNothing() throws {
        let (index, entries) = try index()
        let token = Bytes16(high: entries[0].key.word(0), low: entries[0].key.word(1))
        XCTAssertEqual(try index.reader(nodes).count(token), 1)
        try index.connection.execute("DELETE FROM node")
        nodes.beginPeriod()
        XCTAssertEqual(try index.reader(nodes).count(token), 1)
    }

    func test_entry_afterEveryNodeButTheTopHasMoved_isFound() throws {
        let (index, entries) = try index()
        XCTAssertTrue(try find(entries[0], index))
        for (place, number) in try index.rowNumbers().enumerated() where number != index.root?.node {
            try index.moveNode(number, to: Int64.max - Int64(place))
        }
        nodes.beginPeriod()
        XCTAssertTrue(try entries.allSatisfy { try find($0, index) })
    }

    func test_entry_ofNodeThatIsGone_throwsInvalidKeychainAlsoInNewStates() throws {
        let (index, entries) = try index()
        XCTAssertTrue(try find(entries[0], index))
        try index.connection.execute("DELETE FROM node")
        for _ in 0..<3 {
            nodes.beginPeriod()
            assertThrows(.invalidKeychain) { _ = try self.find(entries[3_000], index) }
        }
    }

    func test_numbersAndCount_ofAnyRange_areThoseOfItsEntries() throws {
        let (index, entries) = try index()
        for _ in 0..<200 {
            let ends = [entries.randomElement(using: &random), entries.randomElement(using: &random)]
            let keys = ends.compactMap { $0?.key }.sorted()
            let expected = entries.filter { keys[0]...keys[1] ~= $0.key }.map(\.key.number)
            XCTAssertEqual(try index.reader(nodes).entries(keys[0]...keys[1]).map(\.key.number), expected)
            XCTAssertEqual(try index.reader(nodes).count(keys[0]...keys[1]), expected.count)
        }
    }

    func test_visit_inNewState_readsBlocksAgain() throws {
        let (index, entries) = try index()
        XCTAssertTrue(try find(entries[0], index))
        try index.connection.execute("DELETE FROM node")
        nodes.beginPeriod()
        assertThrows(.invalidKeychain) {
            try index.reader(nodes).visit(entries[0].key...entries[0].key) { _ in true }
        }
    }
}
