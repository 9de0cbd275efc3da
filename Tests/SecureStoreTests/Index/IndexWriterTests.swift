import XCTest

@testable import SecureStore

/// An index is a function of its entries, whatever way they came in; and what it answers is what is in it.
final class IndexWriterTests: XCTestCase {
    /// Changes indexes of every kind at random, and hands out each after each of the changes.
    private func each(
        rounds: Int, _ body: (inout ChangedIndex, String) throws -> Void
    ) throws {
        for samples in IndexSamples.allCases {
            for seed in 0..<UInt64(Effort.rounds(4)) {
                var index = try ChangedIndex(samples, seed: seed)
                for round in 0..<rounds {
                    try index.made.apply(index.change(round))
                    try body(&index, "\(samples), seed \(seed), round \(round)")
                }
            }
        }
    }

    func test_apply_inAnyOrderAndNumber_givesTheIndexOfTheSameEntriesAtOnce() throws {
        var largest = 0
        try each(rounds: 24) { index, name in
            let atOnce = try MadeIndex(index.sorted)
            XCTAssertEqual(index.made.root?.digest, atOnce.root?.digest, name)
            XCTAssertEqual(index.made.root?.count, atOnce.root?.count, name)
            XCTAssertEqual(try index.made.rows(), try atOnce.rows(), name)
            largest = max(largest, try atOnce.rows().count)
        }
        XCTAssertGreaterThan(largest, 10)
    }

    func test_apply_ofRandomChanges_leavesNoRowThatNothingNames() throws {
        try each(rounds: 24) { index, name in
            var entries: [IndexEntry] = []
            let walk = try index.made.reader.walk { entries.append($0) }
            XCTAssertEqual(walk.damaged, [], name)
            XCTAssertEqual(walk.rows.count, try index.made.rows().count, name)
            XCTAssertEqual(entries, index.sorted, name)
        }
    }

    func test_apply_thatRemovesEverything_leavesNothing() throws {
        for samples in IndexSamples.allCases {
            var random = SeededGenerator(seed: 1)
            let keys = samples.keys(300, &random)
            let made = try MadeIndex(keys.map { IndexEntry(key: $0, digest: nil) })
            let changes = IndexChanges()
            for key in keys { changes.remove(key) }
            try made.apply(changes)
            XCTAssertNil(made.root)
            XCTAssertEqual(try made.rows(), [])
        }
    }

    func test_apply_ofChangeThatDoesNotFit_throwsInternalError() throws {
        let there = IndexEntry(key: IndexKey(Bytes16(high: 1, low: 1), 1), digest: nil)
        let missing = IndexEntry(key: IndexKey(Bytes16(high: 1, low: 1), 2), digest: nil)
        let rows: [(name: String, change: (IndexChanges) -> Void)] = [
            ("inserted twice", { $0.insert(there) }), ("removed, not there", { $0.remove(missing.key) }),
            ("replaced, not there", { $0.replace(missing) }),
        ]
        for row in rows {
            let (made, changes) = (try MadeIndex([there]), IndexChanges())
            row.change(changes)
            assertThrows(.internalError, row.name) { try made.apply(changes) }
        }
    }

    /// Two processes that write by turns: each remembers nodes whose places the other may have changed since.
    func test_apply_byTwoWhoRememberNodes_keepsTheIndexWhole() throws {
        for samples in IndexSamples.allCases {
            for seed in 0..<UInt64(Effort.rounds(16)) {
                var random = SeededGenerator(seed: seed)
                let entries = samples.keys(400, &random).shuffled(using: &random).map {
                    IndexEntry(key: $0, digest: nil)
                }
                let (made, writers) = (
                    try MadeIndex(Array(entries[..<200])),
                    [ProvenNodes(mostBytes: 1 << 20), ProvenNodes(mostBytes: 1 << 20)]
                )
                for round in 0..<80 {
                    let changes = IndexChanges()
                    // Entries that came in one round go in the next, so that the same nodes come again in
                    // other places.
                    for entry in entries[200...].prefix(1 + round / 2 % 12) {
                        if round % 2 == 0 { changes.insert(entry) } else { changes.remove(entry.key) }
                    }
                    let writer = writers[Int.random(in: 0...1, using: &random)]
                    writer.beginPeriod()
                    try made.apply(changes, writer)
                    XCTAssertEqual(try made.reader.walk { _ in }.damaged, [], "\(samples), seed \(seed)")
                }
            }
        }
    }

    /// A node that somebody moved to where a new one is to lie is not written over.
    func test_apply_whereAnotherNodeLiesInTheNewOnesPlace_losesNothing() throws {
        for samples in IndexSamples.allCases {
            var random = SeededGenerator(seed: 5)
            let entries = samples.keys(300, &random).shuffled(using: &random).map {
                IndexEntry(key: $0, digest: nil)
            }
            let (first, more) = (Array(entries[..<150]), entries[150...])
            let twin = try MadeIndex(first)
            let before = Set(try twin.rowNumbers())
            try twin.apply(IndexChanges(inserting: more))
            for new in Set(try twin.rowNumbers()).subtracting(before) {
                let made = try MadeIndex(first)
                try made.moveNode(try XCTUnwrap(before.randomElement(using: &random)), to: new)
                try made.apply(IndexChanges(inserting: more))
                XCTAssertEqual(try made.everyEntry().count, entries.count, "\(samples), row \(new)")
                XCTAssertEqual(try made.rows(), try twin.rows(), "\(samples), row \(new)")
            }
        }
    }

    /// Looking for a free row ends soon, however many rows somebody puts in the way.
    func test_apply_whereManyRowsLieInTheWay_looksAtFew() throws {
        let made = try MadeIndex()
        for row in Int64(63)...5_063 { try made.connection.writeNode(row, [0]) }
        let entry = IndexEntry(key: IndexKey(Bytes16(high: 1, low: 1), 1), digest: nil)
        try made.apply(IndexChanges(inserting: [entry]))
        XCTAssertGreaterThan(try XCTUnwrap(made.root).node, 5_064)
        XCTAssertEqual(try made.everyEntry().count, 1)
    }

    // MARK: - Answers

    func test_entries_ofAnyToken_areThoseOfASortedArray() throws {
        try each(rounds: 12) { index, name in
            let all = index.sorted
            for _ in 0..<20 {
                let (key, most) = (index.anyKey(), index.anyCount())
                let expected = all.filter { $0.key.token == key.token && $0.key.number > key.number }
                let found = try index.made.reader.entries(key.token, after: key.number, most: most)
                XCTAssertEqual(found, Array(expected.prefix(most)), name)
            }
        }
    }

    func test_count_ofAnyToken_isThatOfASortedArray() throws {
        try each(rounds: 12) { index, name in
            let all = index.sorted
            for _ in 0..<20 {
                let token = index.anyKey().token
                let expected = all.count { $0.key.token == token }
                XCTAssertEqual(try index.made.reader.count(token), expected, name)
            }
        }
    }

    func test_visit_ofAnyRange_handsOutThoseOfASortedArray() throws {
        try each(rounds: 12) { index, name in
            let all = index.sorted
            XCTAssertEqual(try index.made.everyEntry(), all, name)
            for _ in 0..<20 {
                let keys = [index.anyKey(), index.anyKey()].sorted()
                let expected = all.filter { keys[0] <= $0.key && $0.key <= keys[1] }
                XCTAssertEqual(try index.made.entries(in: keys[0]...keys[1]), expected, name)
            }
        }
    }

    func test_entries_withChangesNotYetWritten_areThoseOfASortedArray() throws {
        try each(rounds: 12) { index, name in
            let changes = index.change(0)
            let all = index.sorted
            for _ in 0..<20 {
                let (key, most) = (index.anyKey(), index.anyCount())
                let expected = all.filter { $0.key.token == key.token && $0.key.number > key.number }
                let found = try changes.entries(
                    key.token, after: key.number, most: most, in: index.made.reader)
                XCTAssertEqual(found, Array(expected.prefix(most)), name)
            }
            try index.made.apply(changes)
        }
    }

    func test_undoToMark_ofRandomChanges_leavesThoseBefore() throws {
        try each(rounds: 8) { index, name in
            let (changes, before) = (index.change(0), index.sorted)
            var copy = index
            changes.mark()
            for (key, change) in copy.change(4).take() {
                switch change {
                case .inserted(let digest): changes.insert(IndexEntry(key: key, digest: digest))
                case .replaced(let digest): changes.replace(IndexEntry(key: key, digest: digest))
                case .removed: changes.remove(key)
                }
            }
            changes.undoToMark()
            try index.made.apply(changes)
            XCTAssertEqual(try index.made.everyEntry(), before, name)
        }
    }

    func test_apply_ofTokensThatBeginAlike_givesTheirNodesRowsByTheirKeys() throws {
        var random = SeededGenerator(seed: 1)
        for shared in [24, 44, 64] {
            let mask = shared == 64 ? 0 : UInt64.max >> UInt64(shared)
            let entries = (Int64(1)...4_000).map { number in
                let half = 0x5555_5555_5555_5555 & ~mask | random.next() & mask
                let token = Bytes16(high: half, low: random.next())
                return IndexEntry(key: IndexKey(token, number), digest: nil)
            }
            // A random row has other bits at its beginning.
            let rows = try MadeIndex(entries).rowNumbers()
            XCTAssertEqual(Set(rows.map { $0 >> 39 }), [0x55_5555], "\(shared)")
        }
    }

    func test_apply_ofTwoKeySetsInTurn_numbersTheirNodesApart() throws {
        let keys = try ChangedIndex(.alike, seed: 3).keys
        let entries = keys.map { IndexEntry(key: $0, digest: nil) }
        for keyset in UInt32(1)...4 {
            let rows = try MadeIndex(entries, keyset: keyset).rowNumbers()
            XCTAssertGreaterThan(rows.count, 5)
            XCTAssertEqual(Set(rows.map { $0 < 0 }), [keyset.isMultiple(of: 2)], "\(keyset)")
        }
    }

    // MARK: - Damage

    func test_visit_ofIndexWithAChangedByte_throwsInvalidKeychain() throws {
        let keys = try ChangedIndex(.alike, seed: 3).keys
        let made = try MadeIndex(keys.map { IndexEntry(key: $0, digest: nil) })
        let rows = try made.rowNumbers()
        XCTAssertGreaterThan(rows.count, 5)
        for number in rows {
            let content = try XCTUnwrap(try made.connection.node(number, mostBytes: IndexNode.mostBytes))
            for place in stride(from: 0, to: content.count, by: 29 * Effort.step) {
                var changed = content
                changed[place] ^= 1
                try made.connection.writeNode(number, changed)
                assertThrows(.invalidKeychain, "byte \(place) of node \(number)") { try made.everyEntry() }
            }
            try made.connection.writeNode(number, content)
        }
        XCTAssertEqual(try made.everyEntry().map(\.key), keys)
    }
}

extension IndexChanges {
    fileprivate convenience init(inserting entries: some Sequence<IndexEntry>) {
        self.init()
        for entry in entries { insert(entry) }
    }
}
