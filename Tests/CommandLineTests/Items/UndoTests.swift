import Foundation
import XCTest

/// What `undo` promises of the secret that it replaces, whatever its size.
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

    func test_undo_ofLargeSecret_keepsIt() throws {
        try set([5, 17_000])
        _ = try run("undo", "mail")
        XCTAssertEqual(try sizes(), [5, 17_000])
    }

    func test_undo_betweenLargeSecrets_dropsNone() throws {
        try set([9_000, 3, 9_000])
        _ = try run("undo", "mail")
        XCTAssertEqual(try sizes().sorted(), [3, 9_000, 9_000])
    }
}
