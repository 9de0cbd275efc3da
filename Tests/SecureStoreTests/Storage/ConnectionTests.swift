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

    func test_cursor_overRowsInAnotherOrder_throwsInvalidKeychain() throws {
        let connection = try Connection(path: nil, role: .writing)
        let sql = "SELECT 1, column1 FROM (VALUES (2), (3), (3))"
        try connection.once(sql) { statement throws(StoreError) in
            var rows = ItemCursor(statement, after: 1)
            XCTAssertEqual(try rows.next()?.number, 2)
            XCTAssertEqual(try rows.next()?.number, 3)
            do throws(StoreError) {
                _ = try rows.next()
                XCTFail("a row came twice")
            } catch {
                XCTAssertEqual(error.status, .invalidKeychain)
            }
        }
    }
}
