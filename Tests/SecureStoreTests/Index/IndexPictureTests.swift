import XCTest

@testable import SecureStore

/// A picture of an index tells what has become of a token's rows since an earlier one, and of no others.
final class IndexPictureTests: XCTestCase {
    private typealias Rows = [Int64: Bytes16?]

    private func rows(_ entries: [IndexKey: Bytes16?], _ token: Bytes16) -> Rows {
        var rows: Rows = [:]
        for (key, digest) in entries where key.token == token { rows.updateValue(digest, forKey: key.number) }
        return rows
    }

    /// The rows of the first that the second does not have, or has otherwise.
    private func without(_ first: Rows, _ second: Rows) -> Rows {
        first.filter { second[$0.key] != .some($0.value) }
    }

    private func follow(_ samples: IndexSamples, seed: UInt64) throws {
        var index = try ChangedIndex(samples, seed: seed)
        let token = try XCTUnwrap(index.keys.randomElement()).token
        var (picture, known): (IndexPicture, Rows) = (IndexPicture(), [:])
        for round in 0..<40 {
            try index.made.apply(index.change(round))
            let (next, difference) = try index.made.reader.picture(token, since: picture)
            let now = rows(index.entries, token)
            XCTAssertEqual(difference.gone, without(known, now), "\(samples) \(seed) \(round)")
            XCTAssertEqual(
                difference.came.mapValues(\.digest), without(now, known), "\(samples) \(seed) \(round)")
            (picture, known) = (next, now)
        }
    }

    func test_picture_afterChangesAtRandom_tellsWhatIsDifferent() throws {
        for samples in IndexSamples.allCases {
            for seed in 0..<Effort.rounds(40) { try follow(samples, seed: UInt64(seed)) }
        }
    }

    func test_picture_ofOneChangeAmongMany_readsOnlyNodesOnTheWay() throws {
        let token = Bytes16(high: 1, low: 1)
        let made = try MadeIndex((1...20_000).map { IndexEntry(key: IndexKey(token, $0), digest: token) })
        let whole = try made.reader.picture(token, since: IndexPicture()).picture
        try made.connection.execute("CREATE TEMP TABLE old AS SELECT content FROM node")
        let changes = IndexChanges()
        changes.insert(IndexEntry(key: IndexKey(token, 20_001), digest: token))
        try made.apply(changes)
        try made.connection.execute("DELETE FROM node WHERE content IN (SELECT content FROM old)")
        let (_, difference) = try made.reader.picture(token, since: whole)
        XCTAssertEqual(Array(difference.came.keys), [20_001])
        XCTAssertTrue(difference.gone.isEmpty)
    }

    func test_picture_ofNodeThatIsGone_throwsInvalidKeychain() throws {
        let token = Bytes16(high: 1, low: 1)
        let made = try MadeIndex((1...2_000).map { IndexEntry(key: IndexKey(token, $0), digest: token) })
        try made.connection.execute("DELETE FROM node WHERE number != \(made.root?.node ?? 0)")
        assertThrows(.invalidKeychain) { _ = try made.reader.picture(token, since: IndexPicture()) }
    }
}
