import Foundation
import XCTest

@testable import SecureStore

/// A header of the journal's index that a killed process left half written, and that the next one makes
/// again.
final class TornHeaderTests: StoreTestCase {
    /// Leaves the header as a process does that is killed between its two copies.
    private func tearHeader() throws {
        let index = try XCTUnwrap(FileHandle(forUpdatingAtPath: path + "-shm"))
        try index.seek(toOffset: 48 + 32)
        try index.write(contentsOf: Data([1, 2, 3, 4]))
    }

    func test_find_afterHeaderWasMadeAnewFromAnEmptyJournal_answersTheLastCommit() throws {
        try makeStore().add(password("maria"), secret: secret("one"))
        let store = try openStore()
        for _ in 0..<3 { _ = try store.first(query("maria")) }
        let other = try openStore()
        try other.set(password("maria"), secret: secret("two"))
        let database = try PlainDatabase(path)
        // The second finds the journal empty, and writes the header before it is killed.
        try database.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_checkpoint(TRUNCATE)")
        try tearHeader()
        XCTAssertEqual(try other.itemCount(), 1)
        XCTAssertEqual(try store.first(query("maria"))?.secret?.text, "two")
    }
}
