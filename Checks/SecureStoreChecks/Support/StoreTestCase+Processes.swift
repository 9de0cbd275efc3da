import Foundation
import XCTest

@testable import SecureStore

extension StoreTestCase {
    /// Starts the work over and over, and kills each process at a random instant.
    ///
    /// What each process has said by then goes to `check`. The time within which the instants lie follows the
    /// speed of the machine, so that some processes finish something and some do not, and asserts that.
    func killAtRandomInstants(
        _ work: String, name: String = "name", times: Int, file: StaticString = #filePath, line: UInt = #line,
        check: ([String]) throws -> Void
    ) throws {
        var (longest, finished) = (50_000.0, 0)
        for _ in 0..<times {
            let process = try Exerciser(work, self, name: name)
            process.waitUntilReady()
            try process.go()
            usleep(UInt32.random(in: 0..<UInt32(longest)))
            process.kill()
            let said = process.lines()
            if !said.isEmpty { finished += 1 }
            longest = min(max(longest * (said.isEmpty ? 1.5 : 0.5), 1_000), 2_000_000)
            try check(said)
        }
        let few = times / 20...times * 19 / 20
        XCTAssertTrue(few.contains(finished), "\(finished) of \(times) finished", file: file, line: line)
    }

    /// Runs `body` while a process writes the same twenty items by turns, and asserts that none of its writes
    /// failed.
    func whileAnotherProcessWrites(
        file: StaticString = #filePath, line: UInt = #line, _ body: (Exerciser) throws -> Void
    ) throws {
        let writer = try Exerciser("churn", self, name: "w")
        writer.waitUntilReady()
        try writer.go()
        XCTAssertEqual(writer.nextLine(), "19", file: file, line: line)
        try body(writer)
        writer.kill()
        XCTAssertEqual(writer.lines().filter { Int($0) == nil }, [], file: file, line: line)
    }

    /// Asserts that the items which ``whileAnotherProcessWrites(file:line:_:)`` wrote are those of one
    /// moment: the latest turns without a gap, as many as there are items.
    ///
    /// Returns the last turn.
    @discardableResult
    func assertOneMoment(
        of items: [String: SecretBytes], file: StaticString = #filePath, line: UInt = #line
    ) -> Int? {
        let turns = items.filter { $0.key.hasPrefix("w ") }.compactMap { Int($0.value.text) }.sorted()
        guard let first = turns.first, let last = turns.last else { return nil }
        XCTAssertEqual(turns, Array(first...last), file: file, line: line)
        return last
    }
}
