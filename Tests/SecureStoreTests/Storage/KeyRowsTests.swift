import Foundation
import XCTest

@testable import SecureStore

/// The rows that lead to the keys are of known sizes and number, which are looked at before they are copied.
final class KeyRowsTests: StoreTestCase {
    /// Asserts that the changed store is refused, and that SQLite copied nothing large of it.
    private func assertRefused(_ sql: String, _ status: StoreStatus, _ words: String, line: UInt = #line)
        throws
    {
        _ = try makeStore()
        try tamper(sql)
        let most = try PlainDatabase.mostMemory {
            for call in [{ try self.openStore() }, { _ = try ItemStore.information(at: self.path) }]
                as [() throws -> Any]
            {
                XCTAssertThrowsError(try call(), sql, line: line) { error in
                    XCTAssertEqual((error as? StoreError)?.status, status, "\(sql): \(error)", line: line)
                    XCTAssertTrue("\(error)".contains(words), "\(sql): \(error)", line: line)
                }
            }
        }
        XCTAssertLessThan(most, 4 << 20, sql, line: line)
        try FileManager.default.removeItem(atPath: path)
    }

    func test_open_withHugeColumn_isRefusedBeforeItIsCopied() throws {
        let columns = [
            "slot SET salt", "slot SET recipient", "slot SET shield", "slot SET sealed", "slot SET checksum",
            "keyset SET main", "keyset SET device", "keyset SET passcode", "state SET sealed", "store SET id",
            "store SET commitment",
        ]
        for column in columns {
            try assertRefused("UPDATE \(column) = zeroblob(20000000)", .invalidKeychain, "too big")
        }
    }

    func test_open_withColumnOfAnotherSize_isRefused() throws {
        for column in ["salt", "recipient", "shield", "sealed", "checksum"] {
            for change in ["\(column) || x'00'", "zeroblob(0)"] {
                try assertRefused(
                    "UPDATE slot SET \(column) = CAST(\(change) AS BLOB)", .invalidDatabaseBlob, "slot 1")
            }
        }
        for column in ["main", "device"] {
            try assertRefused("UPDATE keyset SET \(column) = zeroblob(71)", .invalidKeychain, "key set")
        }
        try assertRefused("UPDATE store SET commitment = zeroblob(31)", .invalidKeychain, "header row")
        try assertRefused("UPDATE store SET id = zeroblob(17)", .invalidKeychain, "header row")
    }

    func test_open_withoutSlots_saysThatThereAreNone() throws {
        try assertRefused("DELETE FROM slot", .invalidKeychain, "no slots")
    }

    func test_verify_whenTheSlotsAreGone_saysThatThereAreNone() throws {
        let store = try makeStore()
        try tamper("DELETE FROM slot")
        XCTAssertTrue(try store.verify().problems.contains { $0.contains("no slots") })
    }

    func test_open_withKeySetsWithoutEnd_readsThree() throws {
        try assertRefused(
            """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
            INSERT INTO keyset SELECT i, main, device, passcode FROM keyset, n
            """, .invalidKeychain, "more than two key sets")
    }

    // MARK: - The sizes themselves

    func test_sizes_always_areThoseOfWhatIsSealed() {
        let sizes = SlotRow.byteCounts
        XCTAssertEqual(sizes.salt, saltByteCount)
        XCTAssertEqual(sizes.recipient, RecipientKey.publicByteCount)
        XCTAssertEqual(sizes.shield, SealingKey.boxByteCount)
        let (alone, withWriteKey) = SlotRow.sealedByteCounts
        XCTAssertEqual(alone, SealingKey.sealByteCount + RecipientKey.sealedByteCount)
        XCTAssertEqual(withWriteKey, alone + RecipientKey.sealedByteCount)
        XCTAssertEqual(sizes.checksum, digest32([]).count)
        XCTAssertEqual(KeysetRow.boxByteCount, SealingKey.boxByteCount)
    }

    func test_scannedSlot_withHugeColumn_isNone() throws {
        _ = try makeStore()
        let slots = { (path: String) throws -> [SlotRow] in
            let database = try DamagedDatabase(path)
            return database.versions(.current).flatMap { database.rows(on: $0) }.compactMap(\.slot)
        }
        XCTAssertEqual(try slots(path).count, 1)
        try tamper("UPDATE slot SET sealed = zeroblob(20000000)")
        XCTAssertEqual(try slots(path), [])
    }
}
