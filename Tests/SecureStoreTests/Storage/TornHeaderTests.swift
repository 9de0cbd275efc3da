import Foundation
import XCTest

@testable import SecureStore

/// Headers of the journal's index that a killed process left half written, and that the next process makes anew.
final class TornHeaderTests: StoreTestCase {
    /// Leaves the header as a process does that is killed between its two copies.
    private func tearHeader() throws {
        let index = try XCTUnwrap(FileHandle(forUpdatingAtPath: path + "-shm"))
        try index.seek(toOffset: 48 + 32)
        try index.write(contentsOf: Data([1, 2, 3, 4]))
    }

    private func answer(forgetting: Bool) throws -> String? {
        try makeStore().add(password("maria"), secret: secret("one"))
        let store = try openStore()
        for _ in 0..<3 { _ = try store.first(query("maria")) }
        let other = try openStore()
        try other.set(password("maria"), secret: secret("two"))
        let plain = try PlainDatabase(path)
        try plain.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_checkpoint(TRUNCATE)")
        try tearHeader()
        _ = try plain.rows("SELECT count(*) FROM item")
        if forgetting { try store.engine.database.read { $0.remembered = nil } }
        return try store.first(query("maria"))?.secret?.text
    }

    func test_find_afterHeaderWasMadeAnewFromAnEmptyJournal_answersTheLastCommit() throws {
        XCTAssertEqual(try answer(forgetting: false), "two")
    }

    func test_find_afterHeaderWasMadeAnewWithoutMemory_answersTheLastCommit() throws {
        XCTAssertEqual(try answer(forgetting: true), "two")
    }
}
