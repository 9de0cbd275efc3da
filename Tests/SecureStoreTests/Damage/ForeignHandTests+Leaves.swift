import XCTest

@testable import SecureStore

/// One damaged leaf of the index: every other item is still handed out and checked, and the error names the
/// gap.
extension ForeignHandTests {
    private func listed(_ store: ItemStore) throws -> (count: Int, error: StoreError?) {
        var count = 0
        do throws(StoreError) {
            try store.list(Query<GenericPassword>(), returning: .attributes) { _ in count += 1 }
        } catch { return (count, error) }
        return (count, nil)
    }

    /// Asserts what each call says of a store of 300 items that has a gap.
    private func assertGap(_ leaf: String, _ count: Int, _ error: StoreError) throws {
        let store = try openStore()
        XCTAssertEqual(error.status, .invalidKeychain, leaf)
        XCTAssertTrue(error.reason.hasPrefix("items are missing, from number"), error.reason)
        XCTAssertTrue(268..<300 ~= count, "leaf \(leaf): \(count)")
        let report = try store.verify()
        XCTAssertEqual(report.checked, count, leaf)
        XCTAssertTrue(report.problems.contains(error.reason), "\(report.problems)")
        XCTAssertEqual(report.damaged.map(\.reason), [], leaf)
        assertThrows(.invalidKeychain, leaf) { try store.count(Query<GenericPassword>()) }
        let file = directory + "/items.export"
        let export = try store.export(to: file, passphrase: secret("p"), cost: .cheapest)
        XCTAssertEqual(export.exported, count, leaf)
        XCTAssertFalse(export.isComplete, leaf)
        try remove("items.export")
    }

    func test_everyCall_overEachDamagedLeaf_givesAllOthersAndNamesTheNumbers() throws {
        let store = try makeStore()
        try store.transaction { changes in for number in 0..<300 { try changes.add(password("\(number)")) } }
        let leaves = try PlainDatabase(path).rows(
            "SELECT number, hex(content) FROM node WHERE substr(content, 1, 1) = x'00'")
        var gaps = 0
        for leaf in leaves {
            let set = "UPDATE node SET content = "
            try tamper(set + "zeroblob(\(leaf[1].count / 2)) WHERE number = \(leaf[0])")
            let (count, error) = try listed(openStore())
            if let error {
                gaps += 1
                try assertGap(leaf[0], count, error)
            } else {
                XCTAssertEqual(count, 300, "leaf \(leaf[0])")
            }
            try tamper(set + "x'\(leaf[1])' WHERE number = \(leaf[0])")
        }
        XCTAssertGreaterThan(gaps, 8)
    }
}
