import Foundation
import XCTest

/// Tests of what `undo` promises of the secret that it replaces, whatever its size.
final class UndoTests: CommandTestCase {
    private func set(_ sizes: [Int]) throws {
        for (index, size) in sizes.enumerated() {
            let secret = String(repeating: "\(index)", count: size)
            XCTAssertEqual(try run("set", "mail", "--stdin", input: Data(secret.utf8)).code, 0)
        }
    }

    private func sizes() throws -> [Int] {
        let earlier = try run("history", "mail", "--null").text.split(separator: "\0")
        let places = stride(from: 2, to: earlier.count, by: 3)
        return try [run("get", "mail").output.count] + places.compactMap { Int(earlier[$0]) }
    }

    func test_undo_ofLargeSecret_isRefused() throws {
        try set([5, 17_000])
        XCTAssertEqual(try run("undo", "mail").code, 1)
        XCTAssertEqual(try sizes(), [17_000, 5])
    }

    func test_undo_beyondTheHistory_hintsAtItOnlyIfThereIsOne() throws {
        try set([5])
        let first = try run("undo", "mail")
        XCTAssertTrue(first.errors.hasSuffix("the item has no earlier secrets\n"), first.errors)
        try set([6])
        let second = try run("undo", "mail", "--earlier", "2")
        XCTAssertTrue(second.errors.contains("hint: securestore history shows them"), second.errors)
    }

    func test_set_overLargeSecret_saysThatItIsGone() throws {
        try set([17_000])
        let outcome = try run("set", "mail", "--stdin", input: Data("new".utf8))
        XCTAssertTrue(outcome.errors.contains("17000 bytes, too many to be kept"), outcome.errors)
    }

    func test_undo_betweenLargeSecrets_dropsNone() throws {
        try set([9_000, 3, 9_000])
        _ = try run("undo", "mail")
        XCTAssertEqual(try sizes().sorted(), [3, 9_000, 9_000])
    }
}
