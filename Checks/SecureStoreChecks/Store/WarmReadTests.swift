import CSecureStoreSQLite
import Foundation
import XCTest

@testable import SecureStore

/// Look-ups of what was looked up before: without SQLite as long as nothing was committed, and never out of
/// date.
final class WarmReadTests: StoreTestCase {
    func test_find_afterEachChangeOfAnotherProcess_answersAtLeastIt() throws {
        let store = try makeStore()
        let writer = try Exerciser("churn", self, name: "mail", count: 400)
        writer.waitUntilReady()
        try writer.go()
        for line in writer.lines() {
            for account in 0..<20 {
                let found = try store.first(query("\(account)"))?.secret?.text
                let (seen, written) = (Int(found ?? "") ?? -1, (Int(line) ?? 0) - 19 + account)
                XCTAssertGreaterThanOrEqual(seen, written)
            }
        }
    }
}
