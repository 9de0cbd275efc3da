import Foundation
import XCTest

@testable import SecureStore

extension StoreTestCase {
    /// Where backups of the test's store go.
    var backupPath: String { directory + "/test.backup" }

    /// A store whose file has some hundred pages, so that work on it takes several steps.
    func makeLargeStore(_ count: Int = 12) throws -> ItemStore {
        let store = try makeStore()
        try store.transaction { changes throws(StoreError) in
            for number in 0..<count {
                try changes.add(password("large \(number)"), secret: SecretBytes.random(count: 100_000))
            }
        }
        return store
    }

    /// Every generic password, by service and account, with its secret.
    func items(of store: ItemStore) throws -> [String: SecretBytes] {
        let all = try store.copyMatching(Query<GenericPassword>())
        return Dictionary(
            uniqueKeysWithValues: all.compactMap { match in
                match.secret.map { ("\(match.item.service) \(match.item.account)", $0) }
            })
    }

    /// The items of a store that is whole in every respect.
    func itemsOfIntactStore(
        at path: String, _ options: StoreOptions? = nil, file: StaticString = #filePath, line: UInt = #line
    ) throws -> [String: SecretBytes] {
        let store = try ItemStore.open(at: path, options: options ?? self.options)
        let report = try store.verify()
        XCTAssertTrue(report.isIntact, "\(report)", file: file, line: line)
        return try items(of: store)
    }

    /// The files of the test's directory, without what SQLite keeps beside a store that is open.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
    }

    /// Starts the work over and over, and kills each process at a random instant.
    ///
    /// What each process has said by then goes to `check`. The time within which the instants lie follows the speed
    /// of the machine, so that some processes finish something and some do not, and asserts that.
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
            longest = min(max(longest * (said.isEmpty ? 1.25 : 0.8), 1_000), 2_000_000)
            try check(said)
        }
        let few = times / 20...times * 19 / 20
        XCTAssertTrue(few.contains(finished), "\(finished) of \(times) finished", file: file, line: line)
    }

    /// Runs `body` while a process writes the same twenty items by turns, and asserts that none of its writes failed.
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

    /// Asserts that the items which ``whileAnotherProcessWrites(file:line:_:)`` wrote are those of one moment: the
    /// latest turns without a gap, as many as there are items.
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

/// Asserts that work reports how far it came, up to its end, and never goes back.
func assertProgress(
    file: StaticString = #filePath, line: UInt = #line,
    _ work: (@escaping WorkProgress.Observer) throws -> Void
) rethrows {
    let seen = Locked<[WorkProgress]>([])
    try work {
        seen.update { [progress = $0] in $0.append(progress) }
        return .proceed
    }
    let steps = seen.value
    XCTAssertGreaterThan(steps.count, 2, file: file, line: line)
    XCTAssertEqual(steps.map(\.done), steps.map(\.done).sorted(), file: file, line: line)
    XCTAssertTrue(steps.allSatisfy { $0.done <= $0.total }, "\(steps)", file: file, line: line)
}
