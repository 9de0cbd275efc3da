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
