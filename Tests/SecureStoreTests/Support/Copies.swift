import Foundation
import XCTest

@testable import SecureStore

extension StoreTestCase {
    /// The path of backups of the test's store.
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
