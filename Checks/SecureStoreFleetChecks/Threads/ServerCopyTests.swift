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

    func test_stamps_ofAnyNumber_keepNobodyOut() throws {
        let a = try begin()
        let b = try join("b", over: a)
        for (index, stamp) in ["0", "stamp + 100", "9223372036854775807"].enumerated() {
            try a.set(item, secret: secret("\(index)"))
            try postgres.run(
                "UPDATE securestore.item SET stamp = \(stamp) WHERE fleet = '\(own.identifier)'")
            try own.catchUp(b)
            for store in [b, try join("new\(index)", over: a)] {
                XCTAssertEqual(try read(store), try secret("\(index)"), stamp)
            }
            try own.repair(over: a)
            XCTAssertTrue(try own.verify(over: a).isWhole, stamp)
        }
    }

    // MARK: - The newest state

    private let heads = [
        "UPDATE securestore.fleet SET state = set_byte(state, 70, get_byte(state, 70) # 1)",
        "UPDATE securestore.fleet SET state = ''", "UPDATE securestore.fleet SET number = number + 1000",
        "UPDATE securestore.fleet SET number = number - 1", "UPDATE securestore.fleet SET number = 0",
        "UPDATE securestore.fleet SET keys_version = keys_version + 1",
        "UPDATE securestore.fleet SET keys_version = 0", "DELETE FROM securestore.fleet",
        "UPDATE securestore.fleet SET keys = '', state = ''",
    ]

    func test_repair_ofEachDamagedHead_letsEveryHostGoOn() throws {
        let a = try begin()
        let b = try join("b", over: a)
        for (index, damage) in heads.enumerated() {
            try a.set(item, secret: secret("\(index)"))
            try postgres.run("\(damage) WHERE id = '\(own.identifier)'")
            XCTAssertEqual(try own.verify(over: a).head, .damaged, damage)
            XCTAssertTrue(try own.verify(over: a).losesNothing, damage)
            assertThrows(.invalidData, damage) { try own.repair(over: b) }
            assertThrows(.invalidData, damage) { try own.reseed(over: b) }
            try own.repair(over: a)
            try own.catchUp(b)
            XCTAssertEqual(try read(b), try secret("\(index)"), damage)
            XCTAssertNoThrow(try b.set(item, secret: secret("of b")), damage)
            XCTAssertTrue(try own.verify(over: a).isWhole, damage)
        }
    }

    func test_reseed_ofDamagedHeadWhereTheNewestHostIsLost_losesWhatItNames() throws {
        let a = try begin()
        let (b, c) = (try join("b", over: a), try join("c", over: a))
        for store in [a, b, c] { try own.catchUp(store) }
        try a.addRecoveryCode { _ in }
        try a.set(GenericPassword(service: "mail", account: "lost"), secret: nil)
        try postgres.run("UPDATE securestore.fleet SET state = '' WHERE id = '\(own.identifier)'")
        let report = try own.reseed(over: b, losing: try own.verify(over: b))
        XCTAssertEqual(report.lost.compactMap { $0[.account]?.text }, ["lost"])
        XCTAssertEqual(report.lostSlots.map(\.kind), [.recoveryCode])
        XCTAssertEqual(report.unseenChange, try a.newestHere().number)
        XCTAssertNoThrow(try own.catchUp(c))
        XCTAssertEqual(try c.protection().slots, try b.protection().slots)
        XCTAssertEqual(try [b, c].map { try $0.itemCount() }, [1, 1])
        // The host that had seen what was lost still has it, and does not follow.
        assertThrows(.divergedHistory) { try own.catchUp(a) }
        XCTAssertEqual(try a.itemCount(), 2)
    }

    func test_repair_ofMissingHead_asHost_isRefused() throws {
        let a = try begin()
        try FleetSchema(postgres.settings()).prepare()
        try postgres.run("DROP ROLE IF EXISTS lowly", "CREATE ROLE lowly LOGIN")
        try Fleet.prepareServer(postgres.settings(), hosts: ["lowly"])
        try postgres.run("DELETE FROM securestore.fleet WHERE id = '\(own.identifier)'")
        let host = try Fleet(own.identifier, on: postgres.settings(user: "lowly"))
        let store = try host.open(at: path("a"), options: options("a"))
        assertThrows(.wrPerm) { try host.repair(over: store) }
        XCTAssertNoThrow(try own.repair(over: a))
    }

    func test_verify_withoutTheNewestLink_namesIt() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try own.catchUp(b)
        try a.set(item, secret: secret("two"))
        try postgres.run(
            """
            DELETE FROM securestore.link l USING securestore.fleet f
            WHERE f.id = '\(own.identifier)' AND l.fleet = f.id AND l.number = f.number
            """)
        let found = try own.verify(over: a)
        XCTAssertEqual(found.lostLinkCount, 1)
        XCTAssertFalse(found.isWhole)
        try own.repair(over: a)
        XCTAssertTrue(try own.verify(over: a).isWhole)
        try own.catchUp(b)
        XCTAssertEqual(try read(b), try secret("two"))
    }

    // MARK: - Hosts that are behind

    func test_catchUp_withLoweredStampsAndForgottenDeletions_isWhole() throws {
        let a = try begin()
        let b = try join("b", over: a)
        try a.set(GenericPassword(service: "mail", account: "anna"), secret: secret("two"))
        try a.delete(Query<GenericPassword>().where(.account, equals: "maria"))
        try postgres.run(
            "UPDATE securestore.item SET stamp = 1 WHERE fleet = '\(own.identifier)'",
            "DELETE FROM securestore.item WHERE content IS NULL AND fleet = '\(own.identifier)'")
        try own.catchUp(b)
        XCTAssertNil(try read(b))
        XCTAssertEqual(try b.itemCount(), 1)
        XCTAssertTrue(try b.verify().isIntact)
    }

    func test_reseed_byHostWhoseLinksAreDamaged_takesNothingAway() throws {
        let a = try begin()
        let b = try join("b", over: a)
        for text in ["two", "three"] { try a.set(item, secret: secret(text)) }
        for damage in ["UPDATE securestore.link SET link = sha256(link)", "DELETE FROM securestore.link"] {
            try postgres.run("\(damage) WHERE fleet = '\(own.identifier)'")
            assertThrows(.divergedHistory) { try own.catchUp(b) }
            assertThrows(.divergedHistory) { try own.reseed(over: b) }
            XCTAssertNoThrow(try own.catchUp(a))
        }
        XCTAssertEqual(try read(a), try secret("three"))
        // Where they are gone, a host that has them writes them again.
        try own.repair(over: a)
        try own.catchUp(b)
        XCTAssertEqual(try read(b), try secret("three"))
        XCTAssertTrue(try own.verify(over: b).isWhole)
    }

    func test_reseed_ofServerThatLostEverything_letsHostsThatAreBehindFollow() throws {
        let a = try begin()
        let b = try join("b", over: a)
        for text in ["two", "three"] { try a.set(item, secret: secret(text)) }
        try a.delete(Query<GenericPassword>().where(.account, equals: "maria"))
        try a.set(GenericPassword(service: "mail", account: "anna"), secret: secret("four"))
        for table in ["link", "item", "handover", "host", "fleet"] {
            let key = table == "fleet" ? "id" : "fleet"
            try postgres.run("DELETE FROM securestore.\(table) WHERE \(key) = '\(own.identifier)'")
        }
        try own.reseed(over: a, losing: try own.verify(over: a))
        try own.catchUp(b)
        XCTAssertEqual(try b.itemCount(), 1)
        XCTAssertTrue(try b.verify().isIntact)
        XCTAssertNoThrow(try b.set(item, secret: secret("five")))
        XCTAssertTrue(try own.verify(over: b).isWhole)
    }

    func test_reseed_byHostThatHasSeenLessThanAnother_isRefused() throws {
        let a = try begin()
        let b = try join("b", over: a)
        for store in [a, b] { try own.catchUp(store) }
        try postgres.run(
            "CREATE TABLE before AS SELECT * FROM securestore.fleet WHERE id = '\(own.identifier)'")
        try b.set(item, secret: secret("two"))
        try own.catchUp(a)
        try b.set(item, secret: secret("three"))
        try postgres.run(
            """
            UPDATE securestore.fleet f SET number = b.number, state = b.state FROM before b WHERE f.id = b.id
            """,
            "DELETE FROM securestore.link l USING before b WHERE l.fleet = b.id AND l.number > b.number",
            "DROP TABLE before")
        for store in [a, b] { assertThrows(.divergedHistory) { try own.catchUp(store) } }
        assertThrows(.divergedHistory) { try own.reseed(over: a) }
        try own.reseed(over: b)
        XCTAssertEqual(try read(b), try secret("three"))
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
