import Foundation
import XCTest

@testable import SecureStore

/// One damaged leaf of the index, where an item is found by another leaf or under another key set.
final class DamagedLeafTests: ExportTestCase {
    /// The rows and contents of all leaves.
    private func leaves() throws -> [(number: String, content: String)] {
        try PlainDatabase(path).rows(
            "SELECT number, hex(content) FROM node WHERE substr(content, 1, 1) = x'00'"
        )
        .map { ($0[0], $0[1]) }
    }

    private func listed(
        _ query: Query<GenericPassword> = Query()
    ) throws -> (accounts: Set<String>, error: StoreError?) {
        let store = try openStore()
        var accounts: Set<String> = []
        do throws(StoreError) {
            try store.list(query, returning: .attributes) { match throws(StoreError) in
                accounts.insert(match.item.account)
            }
        } catch { return (accounts, error) }
        return (accounts, nil)
    }

    func test_export_ofStoreWhoseIndexIsLost_saysSoAndCountsNoGapAsItem() throws {
        _ = try makeStore(ofItems: 300)
        try tamper("UPDATE node SET content = zeroblob(length(content))")
        let report = try export(try openStore())
        XCTAssertFalse(report.problems.isEmpty)
        XCTAssertEqual(report.problems.filter { $0.hasPrefix("there are ") }, [])
    }

    /// Damages one leaf after the other, and calls `body` for each that makes a listing incomplete.
    private func eachGap(
        in query: Query<GenericPassword> = Query(), isRotating: Bool = false,
        _ body: (Set<String>, StoreError) throws -> Void
    ) throws -> Int {
        let store = try makeStore(ofItems: 300)
        if isRotating { try store.beginRotation { $0 > 200 } }
        var count = 0
        for leaf in try leaves() {
            try tamper(
                "UPDATE node SET content = zeroblob(\(leaf.content.count / 2)) WHERE number = \(leaf.number)")
            let (accounts, error) = try listed(query)
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

    func test_list_ofOneService_overOneDamagedLeafOfTheClass_handsOutAllOthers() throws {
        let query = Query<GenericPassword>().where(.service, equals: "mail")
        let count = try eachGap(in: query) { accounts, error in
            XCTAssertEqual(error.status, .invalidKeychain)
            XCTAssertTrue(error.reason.hasPrefix("items are missing, from number"), error.reason)
            XCTAssertTrue(268..<300 ~= accounts.count, "\(accounts.count)")
        }
        XCTAssertGreaterThan(count, 16)
    }

    func test_list_overOneDamagedLeafWhileKeysAreReplaced_throwsUnlessItIsWhole() throws {
        let count = try eachGap(isRotating: true) { accounts, error in
            XCTAssertEqual(error.status, .invalidKeychain)
            XCTAssertTrue(268..<300 ~= accounts.count, "\(accounts.count)")
        }
        XCTAssertGreaterThan(count, 8)
    }

    func test_list_overSeveralDamagedLeaves_saysHowManyAndNamesTheFirst() throws {
        _ = try makeStore(ofItems: 300)
        let needed = try leaves().filter { leaf in
            let set = "UPDATE node SET content = "
            try tamper(set + "zeroblob(8) WHERE number = \(leaf.number)")
            defer { try? tamper(set + "x'\(leaf.content)' WHERE number = \(leaf.number)") }
            return try listed().error != nil
        }
        for (index, leaf) in needed.enumerated() where !index.isMultiple(of: 2) {
            try tamper("UPDATE node SET content = zeroblob(8) WHERE number = \(leaf.number)")
        }
        let (accounts, error) = try listed()
        let words = try XCTUnwrap(error?.reason).components(separatedBy: ": ")[0]
        let count = try XCTUnwrap(Int(words.split(separator: " ")[4]), words)
        XCTAssertEqual(error?.status, .invalidKeychain)
        XCTAssertGreaterThan(accounts.count, 0)
        XCTAssertEqual(words.components(separatedBy: ", from number ").count, 4, words)
        XCTAssertTrue(words.hasSuffix(", and \(count - 3) more"), words)
    }
}
