import Foundation
import XCTest

@testable import SecureStore

/// An index of the journal that somebody has forged, with a good checksum: it must not lead SQLite beyond its
/// memory.
final class ForgedJournalIndexTests: StoreTestCase {
    /// Writes both copies of the header with another number of frames, and the checksum that belongs to it.
    private func forge(frames: UInt32) throws {
        let index = try XCTUnwrap(FileHandle(forUpdatingAtPath: path + "-shm"))
        defer { try? index.close() }
        let header = [UInt8](try XCTUnwrap(index.read(upToCount: 48)))
        var words = stride(from: 0, to: 48, by: 4).map { start in
            header[start..<(start + 4)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        words[4] = frames
        (words[10], words[11]) = (0, 0)
        for pair in stride(from: 0, to: 10, by: 2) {
            words[10] &+= words[pair] &+ words[11]
            words[11] &+= words[pair + 1] &+ words[10]
        }
        try index.seek(toOffset: 0)
        for word in words + words {
            try index.write(contentsOf: Data((0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }))
        }
    }

    /// As another process does between the look at the index and that at the journal.
    func test_check_ofIndexThatWasEmptiedMeanwhile_throwsNothing() throws {
        let store = try makeStore()
        for number in 0..<20 { try store.add(password("\(number)")) }
        let connection = try Connection(path: path, role: .reading)
        _ = try connection.number("PRAGMA schema_version")
        let header = try XCTUnwrap(JournalIndex(of: connection)?.header)
        try PlainDatabase(path).run("PRAGMA wal_checkpoint(TRUNCATE)")
        XCTAssertEqual(FileStatus(at: path + "-wal")?.size, 0)
        XCTAssertNoThrow(try connection.checkJournalIndex(header))
    }

    func test_calls_overForgedNumberOfFrames_loseNothing() throws {
        let store = try makeStore()
        for number in 0..<20 { try store.add(password("\(number)"), secret: secret("\(number)")) }
        let sound = try Data(contentsOf: URL(filePath: path + "-shm"))
        for frames in [UInt32.max, 0x8000_0000, 100_000] {
            try forge(frames: frames)
            assertThrows(.invalidKeychain, "\(frames)") { try store.add(password("new")) }
            assertThrows(.invalidKeychain, "\(frames)") { try store.deleteAll(of: GenericPassword.self) }
            // A read is right, or an error.
            if let found = try? store.secret(of: password("3")) { XCTAssertEqual(found, try secret("3")) }
        }
        // In place: cut short, it would end every process that has it mapped.
        let index = try XCTUnwrap(FileHandle(forUpdatingAtPath: path + "-shm"))
        try index.write(contentsOf: sound)
        try index.close()
        try store.add(password("new"))
        XCTAssertEqual(try store.itemCount(), 21)
    }
}
