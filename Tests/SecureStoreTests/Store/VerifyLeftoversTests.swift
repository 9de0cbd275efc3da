import XCTest

@testable import SecureStore

/// Bytes in a store's file that no answer comes from: `verify` names them.
final class VerifyLeftoversTests: ExportTestCase {
    private func problems(after sql: String) throws -> [String] {
        try tamper(sql)
        return try openStore().verify().problems
    }

    private func numbersOfNodes() throws -> [Int] {
        try PlainDatabase(path).rows("SELECT number FROM node ORDER BY number").compactMap { Int($0[0]) }
    }

    func test_verify_ofNodeRowThatWasNeverGiven_namesIt() throws {
        _ = try makeStore(ofItems: 3)
        XCTAssertEqual(
            try problems(after: "INSERT INTO node SELECT 1000, content FROM node LIMIT 1"),
            ["row 1000 of the index holds no node of it"])
    }

    func test_verify_ofNodeRowThatWasTakenAway_namesIt() throws {
        let store = try makeStore(ofItems: 600)
        try store.deleteAll(of: GenericPassword.self)
        try store.add(password("last"))
        XCTAssertEqual(
            try problems(after: "INSERT OR IGNORE INTO node VALUES(3, x'00'), (4, x'00'), (5000, x'00')"),
            [3, 4, 5_000].map { "row \($0) of the index holds no node of it" })
    }

    func test_verify_ofManyRowsOfTheIndex_namesTwentyAndCountsTheOthers() throws {
        _ = try makeStore(ofItems: 3)
        let numbers = (1_000..<1_100).map { "(\($0), x'00')" }.joined(separator: ", ")
        let problems = try problems(after: "INSERT INTO node VALUES\(numbers)")
        XCTAssertEqual(problems.count, 21)
        XCTAssertEqual(problems.last, "80 more rows of the index hold no node of it")
    }

    /// Lets the second part of a block lie where the first one lies, and returns its number.
    private func exchangeParts() throws -> Int {
        let blocks = try PlainDatabase(path).rows(
            "SELECT number, hex(content) FROM node WHERE hex(content) LIKE '01%'")
        let (number, content) = (blocks[0][0], blocks[0][1])
        let count = try XCTUnwrap(Int(content.dropFirst(4).prefix(2), radix: 16))
        let numbers = content.suffix(16 * count)
        let parts = stride(from: 0, to: 32, by: 16).map { numbers.dropFirst($0).prefix(16) }
        let changed = content.dropLast(16 * count) + parts[0] + parts[0] + numbers.dropFirst(32)
        try tamper("UPDATE node SET content = x'\(changed)' WHERE number = \(number)")
        return try XCTUnwrap(UInt64(parts[0], radix: 16).map { Int($0.byteSwapped) })
    }

    func test_verify_ofTwoReferencesToOneNode_namesIt() throws {
        _ = try makeStore(ofItems: 600)
        let first = try exchangeParts()
        let problems = try openStore().verify().problems
        XCTAssertTrue(problems.contains("node \(first) of the index is led to twice"), "\(problems)")
    }

    func test_verify_ofSecretThatNothingSeals_namesTheItem() throws {
        let store = try makeStore()
        try store.add(password("none"))
        try store.add(password("empty"), secret: secret(""))
        for bytes in ["x'01'", "x''"] {
            try tamper("UPDATE item SET secret = \(bytes) WHERE number = 1")
            let damaged = try openStore().verify().damaged
            let reason = "item row 1 has a secret without a seal; \(NextStep.salvageOthers)"
            XCTAssertEqual(damaged.map(\.reason), [reason], bytes)
            XCTAssertNotNil(damaged.first?.reference)
        }
    }
}
