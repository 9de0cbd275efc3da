import Foundation
import XCTest

@testable import SecureStore

/// A store whose path leads elsewhere than when it was opened: nothing is acknowledged that nobody would find.
final class ReplacedStoreTests: StoreTestCase {
    /// A store with one item that is open, and of which there is a copy.
    private func makeCopiedStore() throws -> ItemStore {
        let store = try makeStore()
        try store.add(password("one"), secret: secret("one"))
        try store.backup(to: backupPath)
        return store
    }

    /// A restore writes into the file that is there.
    func test_add_afterAnotherProcessRestoredTheStore_succeeds() throws {
        let store = try makeCopiedStore()
        try store.add(password("two"), secret: secret("two"))
        let process = try Exerciser("restore", self, name: backupPath)
        process.waitUntilReady()
        try process.go()
        _ = process.nextLine()
        process.kill()
        XCTAssertEqual(try items(of: store).keys.sorted(), ["mail one"])
        try store.add(password("three"), secret: secret("three"))
        XCTAssertEqual(try itemsOfIntactStore(at: path).keys.sorted(), ["mail one", "mail three"])
    }
}
