import XCTest

@testable import SecureStore

/// The directory in which SQLite puts a copy of the store, to write the whole file again.
final class TemporaryFileTests: StoreTestCase {
    func test_compact_withoutRoomForTemporaryFiles_namesTheirDirectoryAndChangesNothing() throws {
        let store = try makeStore()
        let large = String(repeating: "a", count: 1 << 19)
        // More than SQLite keeps in memory of a temporary file.
        for number in 0..<64 { try store.add(password("\(number)"), secret: secret(large)) }
        let before = try items(of: store)
        // A setting of the process, which no connection of a store can change.
        let other = try PlainDatabase(directory + "/other.sqlite")
        defer { _ = try? other.rows("PRAGMA temp_store_directory = ''") }
        try withFileSystem(ofSize: 1 << 20) { place in
            for (directory, status) in [(place, StoreStatus.diskFull), ("/proc", .io)] {
                _ = try other.rows("PRAGMA temp_store_directory = '\(directory)'")
                assertThrows(status, reason: "TMPDIR") { try store.compact() }
            }
            _ = try other.rows("PRAGMA temp_store_directory = ''")
        }
        XCTAssertEqual(try items(of: store), before)
        XCTAssertNoThrow(try store.compact())
    }
}
