import XCTest

@testable import SecureStore

/// Tests of what `verify` looks at beyond the rows, and how it is told to stop.
final class VerifyTests: ExportTestCase {
    func test_verify_ofSoundStore_reportsProgressToTheEnd() throws {
        let store = try makeStore(ofItems: 600)
        var seen: [WorkProgress] = []
        let report = try store.verify(onProgress: { progress in
            seen.append(progress)
            return .proceed
        })
        XCTAssertTrue(report.isIntact)
        XCTAssertEqual(seen.map(\.done), [0, 256, 512, 600])
        XCTAssertEqual(Set(seen.map(\.total)), [600])
    }

    func test_verify_cancelled_throwsUserCanceled() throws {
        let store = try makeStore(ofItems: 600)
        assertThrows(.userCanceled) { try store.verify { $0.done < 512 ? .proceed : .cancel } }
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_verify_aroundRowThatCannotBeRead_namesItAndChecksTheRest() throws {
        let store = try makeStore(ofItems: 5)
        let reference = try store.only(query("1")).reference
        // More than a statement may read.
        try tamper("UPDATE item SET secret = zeroblob(26214400) WHERE number = 2")
        let report = try openStore().verify()
        XCTAssertEqual(report.damaged.map(\.reference), [reference])
        XCTAssertEqual(report.problems, [])
        XCTAssertEqual(report.checked, 5)
    }

    func test_verify_ofWhatWasChangedBehindAnOpenStore_namesIt() throws {
        struct Row {
            let sql: String
            let line: UInt
            init(_ sql: String, line: UInt = #line) { (self.sql, self.line) = (sql, line) }
        }
        let rows = [
            Row("CREATE TRIGGER t AFTER INSERT ON item BEGIN DELETE FROM item; END"),
            Row("CREATE TABLE more(x)"),
            Row("ALTER TABLE node RENAME COLUMN content TO bytes"),
            Row("UPDATE slot SET recipient = zeroblob(32)"),
            Row("UPDATE keyset SET device = zeroblob(72)"),
            Row("UPDATE store SET commitment = zeroblob(32)"),
            Row("PRAGMA user_version = 7"),
        ]
        for (number, row) in rows.enumerated() {
            let path = "\(directory)/\(number).store"
            let store = try ItemStore.create(at: path, options: options)
            try store.add(password("a"), secret: secret("x"))
            try tamper(row.sql, at: path)
            XCTAssertFalse(try store.verify().isIntact, row.sql, line: row.line)
        }
    }
}
