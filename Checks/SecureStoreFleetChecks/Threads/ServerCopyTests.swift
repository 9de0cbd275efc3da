import Foundation
import SecureStore
import XCTest

@testable import SecureStoreFleet

/// Rows that somebody damaged on a real server.
final class ServerCopyTests: ReplicaTestCase {
    /// Each leaves the item of the fleet damaged for whoever joins.
    private let damages = [
        "UPDATE securestore.item SET content = set_byte(content, 70, get_byte(content, 70) # 1)",
        "UPDATE securestore.item SET content = ''", "UPDATE securestore.item SET content = NULL",
        "UPDATE securestore.item SET stamp = stamp + 100", "UPDATE securestore.item SET stamp = 0",
        "DELETE FROM securestore.item",
    ]

    func test_repair_ofEachDamage_letsANewHostJoin() throws {
        let a = try begin()
        for (index, damage) in damages.enumerated() {
            try postgres.run("\(damage) WHERE fleet = '\(own.identifier)'")
            let found = try own.verify(over: a)
            XCTAssertEqual(found.missing.count + found.changed.count, 1, damage)
            XCTAssertThrowsError(try join("damaged\(index)", over: a), damage)
            XCTAssertFalse(try own.repair(over: a).isWhole)
            XCTAssertTrue(try own.verify(over: a).isWhole, damage)
            XCTAssertEqual(try read(try join("whole\(index)", over: a)), try secret("one"))
        }
    }

    func test_repair_ofRowOfNobody_letsANewHostJoin() throws {
        let a = try begin()
        try postgres.run(
            """
            INSERT INTO securestore.item SELECT fleet, 9000, stamp, content FROM securestore.item
            WHERE fleet = '\(own.identifier)'
            """)
        XCTAssertEqual(try own.verify(over: a).surplusCount, 1)
        XCTAssertThrowsError(try join("b", over: a))
        try own.repair(over: a)
        XCTAssertEqual(try read(try join("c", over: a)), try secret("one"))
    }

    func test_verifyAndRepair_onHostThatIsBehind_takeInWhatIsNewFirst() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try b.set(item, secret: secret("two"))
        XCTAssertTrue(try own.verify(over: a).isWhole)
        try b.set(item, secret: secret("three"))
        XCTAssertTrue(try own.repair(over: a).isWhole)
        XCTAssertEqual(try read(a), try secret("three"))
    }
}
