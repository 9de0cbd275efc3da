import CSecureStoreSQLite
import XCTest

@testable import SecureStore

final class ConnectionTests: StoreTestCase {
    func test_execute_whileAnotherWrites_waitsAsLongAsItWasLastTold() throws {
        _ = try makeStore()
        let first = try Connection(path: path, role: .writing)
        let second = try Connection(path: path, role: .writing, patience: .seconds(60))
        try first.execute("BEGIN IMMEDIATE")
        second.waitAtMost(.milliseconds(50))
        let start = ContinuousClock.now
        assertThrows(.databaseLocked) { try second.execute("BEGIN IMMEDIATE") }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(30))
    }

    func test_pause_ofWhoeverWaitsLonger_isShorter() {
        let second: UInt64 = 1_000_000_000
        let pauses = [5, 3, 2, 1, 0].map { BusyDeadline.longestPause(left: $0 * second, of: 5 * second) }
        XCTAssertEqual(pauses, [4_000, 1_440, 640, 160, 100])
        XCTAssertEqual(BusyDeadline.longestPause(left: 2 * second, of: second), 4_000)
        XCTAssertEqual(BusyDeadline.longestPause(left: 0, of: 0), 100)
    }

    func test_init_inEveryRole_makesZerosOfWhatIsDeleted() throws {
        _ = try makeStore()
        for role in [Connection.Role.reading, .walking, .writing] {
            let connection = try Connection(path: path, role: role)
            XCTAssertEqual(try connection.number("PRAGMA secure_delete"), 1, "\(role)")
        }
    }

    func test_code_ofALockThatIsNotGivenInTime_isABusyStore() {
        for code in [SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL].map(SQLiteCode.init) {
            XCTAssertEqual(code.status, .databaseLocked, "\(code)")
            XCTAssertEqual(code.ownWords?.contains("busy"), true, "\(code)")
        }
    }
}
