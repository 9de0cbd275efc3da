import XCTest

@testable import SecureStore

/// Tests of what a salvage calls certain: what the state, or what is left of the index, proves to be the
/// latest.
final class SalvageProofTests: SalvageTestCase {
    /// A damaged store of 40 items, whose eighth row was put back to what it was before its last change.
    private func makeRolledBack(_ more: String) throws -> ItemReference {
        let store = try makeStore(ofItems: 40)
        try tamper("VACUUM INTO '\(directory)/old.store'")
        let changed = try store.set(password("7"), secret: secret("changed"))
        try copyClosedFile()
        let putBack = "REPLACE INTO main.item SELECT * FROM old.item WHERE number = 8"
        try tamper("ATTACH '\(directory)/old.store' AS old; \(putBack); \(more)", at: damagedPath)
        return changed
    }

    func test_salvage_ofRowPutBack_callsItUncertain() throws {
        let changed = try makeRolledBack("SELECT 1")
        let report = try salvage()
        XCTAssertEqual(report.uncertain, [changed])
        XCTAssertEqual(report.completeness, .incomplete(expected: 40))
    }

    func test_salvage_ofRowPutBackBesideDamagedOne_callsOnlyThatOneUncertain() throws {
        let changed = try makeRolledBack("UPDATE item SET secret = zeroblob(32) WHERE number = 3")
        let report = try salvage()
        XCTAssertEqual(report.uncertain, [changed])
        XCTAssertEqual([report.recovered, report.lost.count], [39, 1])
    }

    func test_salvage_withOlderStateBesideTheLatest_callsTheDeletedItemUncertain() throws {
        let store = try makeStore(ofItems: 5)
        let deleted = try store.only(query("3")).reference
        try tamper("VACUUM INTO '\(directory)/old.store'")
        try store.delete(query("3"))
        try copyClosedFile()
        let plant = """
            PRAGMA ignore_check_constraints = ON; ATTACH '\(directory)/old.store' AS old;
            INSERT INTO main.state SELECT 2, keys, sealed FROM old.state;
            INSERT INTO main.item SELECT * FROM old.item WHERE number = 4;
            INSERT INTO main.node SELECT number + 50, content FROM old.node
            """
        try tamper(plant, at: damagedPath)
        XCTAssertEqual(try salvage().uncertain, [deleted])
    }

    func test_salvage_ofRowPutBackWithoutIndex_callsEverythingUncertain() throws {
        _ = try makeRolledBack("DELETE FROM node")
        let report = try salvage()
        XCTAssertEqual([report.recovered, report.uncertain.count], [40, 40])
    }
}
