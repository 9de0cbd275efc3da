import Foundation
import XCTest

@testable import SecureStore

/// One damaged leaf of the index: every other item is still handed out and checked, and the error names the gap.
final class DamagedLeafTests: ExportTestCase {
    /// The rows and contents of all leaves.
    private func leaves() throws -> [(number: String, content: String)] {
        try PlainDatabase(path).rows(
            "SELECT number, hex(content) FROM node WHERE substr(content, 1, 1) = x'00'"
        )
        .map { ($0[0], $0[1]) }
    }

    private func listed() throws -> (accounts: Set<String>, error: StoreError?) {
        let store = try openStore()
        var accounts: Set<String> = []
        do throws(StoreError) {
            try store.list(Query<GenericPassword>(), returning: .attributes) { match throws(StoreError) in
                accounts.insert(match.item.account)
            }
        } catch { return (accounts, error) }
        return (accounts, nil)
    }

    /// Damages one leaf after the other, and calls `body` for each that makes a listing incomplete.
    private func eachGap(_ body: (Set<String>, StoreError) throws -> Void) throws -> Int {
        _ = try makeStore(ofItems: 300)
        var count = 0
        for leaf in try leaves() {
            try tamper(
                "UPDATE node SET content = zeroblob(\(leaf.content.count / 2)) WHERE number = \(leaf.number)")
            let (accounts, error) = try listed()
            if let error {
                count += 1
                try body(accounts, error)
            } else {
                XCTAssertEqual(accounts.count, 300, "leaf \(leaf.number)")
            }
            try tamper("UPDATE node SET content = x'\(leaf.content)' WHERE number = \(leaf.number)")
        }
        return count
    }

    func test_list_overOneDamagedLeaf_handsOutAllOthersAndNamesTheNumbers() throws {
        let count = try eachGap { accounts, error in
            XCTAssertEqual(error.status, .invalidKeychain)
            XCTAssertTrue(error.reason.hasPrefix("items are missing, from number"), error.reason)
            XCTAssertTrue(268..<300 ~= accounts.count, "\(accounts.count)")
        }
        XCTAssertGreaterThan(count, 8)
    }

    func test_verify_overOneDamagedLeaf_checksAllOthersAndNamesTheNumbers() throws {
        let count = try eachGap { accounts, error in
            let report = try openStore().verify()
            XCTAssertEqual(report.checked, accounts.count)
            XCTAssertTrue(report.problems.contains(error.reason), "\(report.problems)")
            XCTAssertEqual(report.damaged.map(\.reason), [])
        }
        XCTAssertGreaterThan(count, 8)
    }

    func test_count_overOneDamagedLeaf_throws() throws {
        _ = try eachGap { _, _ in
            assertThrows(.invalidKeychain) { try openStore().count(Query<GenericPassword>()) }
        }
    }

    func test_export_overOneDamagedLeaf_saysThatItIsNotWhole() throws {
        _ = try eachGap { accounts, error in
            let report = try export(openStore())
            XCTAssertEqual(report.exported, accounts.count)
            XCTAssertFalse(report.isComplete)
            try FileManager.default.removeItem(atPath: exportPath)
        }
    }
}
