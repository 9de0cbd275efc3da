import XCTest

@testable import SecureStore

/// A sequence over a damaged index gives every other item before its error.
final class DamagedSequenceTests: ExportTestCase {
    private func read() async throws -> (count: Int, error: StoreError?) {
        var count = 0
        do {
            for try await _ in try openStore().items(Query<GenericPassword>(), returning: .attributes) {
                count += 1
            }
        } catch let error as StoreError { return (count, error) }
        return (count, nil)
    }

    func test_items_overOneDamagedLeaf_giveAllOthersAndNameTheNumbers() async throws {
        _ = try makeStore(ofItems: 300)
        let leaves = try PlainDatabase(path).rows(
            "SELECT number, hex(content) FROM node WHERE substr(content, 1, 1) = x'00'")
        for leaf in leaves {
            try tamper("UPDATE node SET content = zeroblob(8) WHERE number = \(leaf[0])")
            let (count, error) = try await read()
            if let error {
                XCTAssertTrue(error.reason.hasPrefix("items are missing, from number"), error.reason)
                return XCTAssertTrue(268..<300 ~= count, "\(count)")
            }
            try tamper("UPDATE node SET content = x'\(leaf[1])' WHERE number = \(leaf[0])")
        }
        XCTFail("no leaf of the index leads to items")
    }
}
