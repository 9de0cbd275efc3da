import Foundation
import XCTest

@testable import SecureStore

/// A server whose newest state was damaged gets it again from a host, which proves that nothing is lost.
final class ServerHeadTests: FleetTestCase {
    private typealias Damage = (inout KeptFleet.Content) -> Void

    /// Two hosts of which the second is two changes behind; an item of its was deleted there.
    private func makeHosts() throws -> (a: ItemStore, b: ItemStore) {
        let a = try begin { store in
            for name in ["maria", "erik", "anna"] { try store.add(password(name), secret: secret(name)) }
        }
        let b = try join("b", lettingIn: a)
        try a.set(password("maria"), secret: secret("two"))
        try a.delete(query("erik"))
        return (a, b)
    }

    private static func head(_ change: @escaping (inout (UInt64, Int64, [UInt8])) -> Void) -> Damage {
        { content in
            var head = (content.newest.number, content.newest.keysVersion, content.newest.box)
            change(&head)
            content.newest = KeptState(number: head.0, keysVersion: head.1, box: head.2)
        }
    }

    private let heads: [(name: String, damage: Damage)] = [
        ("state", head { $0.2[70] ^= 1 }), ("no state", head { $0.2 = [] }),
        ("number raised", head { $0.0 += 1_000 }), ("number lowered", head { $0.0 -= 1 }),
        ("no number", head { $0.0 = 0 }), ("version raised", head { $0.1 += 1 }),
        ("version lowered", head { $0.1 = 0 }),
        (
            "missing",
            { content in
                head { $0 = (0, 0, []) }(&content)
                content.keys = []
            }
        ),
    ]

    // MARK: - The newest state

    /// The rows of the lost changes are sealed and newer, and a repair would write over them.
    func test_repair_ofAStateThatWentBack_whileLaterLinksAreThere_isRefused() throws {
        let (a, b) = try makeHosts()
        let before = fleet.content.value
        try b.catchUp()
        try b.set(password("maria"), secret: secret("three"))
        try b.set(password("anna"), secret: secret("four"))
        fleet.content.update { content in
            content.newest = before.newest
            content.keys = before.keys
            content.links[before.newest.number + 1] = nil
        }
        XCTAssertFalse(try a.asReplica.compareServer(nil).isWhole)
        assertThrows(.divergedHistory) { _ = try a.asReplica.repairServer(nil) }
    }

    func test_repair_ofEachDamagedHead_letsEveryHostGoOn() throws {
        let (a, b) = try makeHosts()
        for (name, damage) in heads {
            fleet.content.update { damage(&$0) }
            XCTAssertThrowsError(try a.catchUp(), name)
            XCTAssertFalse(try a.asReplica.compareServer(nil).isWhole, name)
            _ = try a.asReplica.repairServer(nil)
            XCTAssertTrue(try a.asReplica.compareServer(nil).isWhole, name)
            try b.add(password("after \(name)"), secret: nil)
            let new = try join("with \(name)", lettingIn: b)
            for store in [a, b] { try store.catchUp() }
            try assertEqual([a, b, new])
            try a.set(password("maria"), secret: secret(name))
        }
    }

    func test_repair_ofDamagedHeadAndRow_mendsBoth() throws {
        let (a, b) = try makeHosts()
        let row = try XCTUnwrap(fleet.content.value.rows.keys.min())
        fleet.content.update { content in
            self.heads[0].damage(&content)
            content.rows[row]?.content?[60] ^= 1
        }
        XCTAssertEqual(try a.asReplica.repairServer(nil).differences.map(\.kind), [.changed])
        try b.catchUp()
        try assertEqual([a, b])
    }

    func test_repair_ofEachDamagedHead_byHostThatIsBehind_isRefused() throws {
        let (a, b) = try makeHosts()
        for (name, damage) in heads {
            fleet.content.update { damage(&$0) }
            let newest = fleet.content.value.newest
            assertThrows(.invalidData, name) { try b.asReplica.repairServer(nil) }
            assertThrows(.invalidData, name) { try b.asReplica.reseedServer(losing: nil, nil) }
            XCTAssertEqual(fleet.content.value.newest, newest, name)
            _ = try a.asReplica.repairServer(nil)
        }
    }

    func test_repair_ofDamagedHeadBesideAnOldRecordOfKeys_letsEveryHostGoOn() throws {
        let (a, b) = try makeHosts()
        let old = fleet.content.value.keys
        try a.rotateKeys()
        fleet.content.update { content in
            self.heads[0].damage(&content)
            content.keys = old
        }
        _ = try a.asReplica.repairServer(nil)
        try b.catchUp()
        let c = try join("c", lettingIn: b)
        try a.catchUp()
        try assertEqual([a, b, c])
    }

    // MARK: - The newest host is lost

    /// The second host prevails, and the third has lost nothing; what is not in the damage stays.
    private func discard(_ damage: Damage) throws -> (number: UInt64, lost: UInt64) {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let (b, c) = (try join("b", lettingIn: a), try join("c", lettingIn: a))
        try b.catchUp()
        for text in ["two", "three"] { try a.set(password("maria"), secret: secret(text)) }
        let lost = try a.newestHere().number
        fleet.content.update { content in
            damage(&content)
            self.heads[0].damage(&content)
        }
        assertThrows(.invalidData) { try b.asReplica.reseedServer(losing: nil, nil) }
        XCTAssertEqual(try b.asReplica.reseedLosingAll().unseen, lost)
        try c.catchUp()
        let d = try join("d", lettingIn: c)
        try b.catchUp()
        try assertEqual([b, c, d])
        XCTAssertThrowsError(try a.catchUp())
        return (try b.newestHere().number, lost)
    }

    func test_reseed_withALinkMissing_isFollowedByHostsThatLostNothing() throws {
        _ = try discard { content in content.links[content.newest.number - 1] = nil }
    }

    func test_reseed_withoutLaterLinks_givesNoNumberOfARowAgain() throws {
        let (number, lost) = try discard { content in
            for back: UInt64 in 0...1 { content.links[content.newest.number - back] = nil }
        }
        XCTAssertGreaterThan(number, lost)
    }

    // MARK: - Rows that a follower does not get

    func test_catchUp_withLoweredStampBehindNewKeys_takesTheRowAllTheSame() throws {
        let (a, b) = try makeHosts()
        try a.rotateKeys()
        fleet.content.update { content in
            for row in content.rows.keys { content.rows[row]?.stamp = 1 }
        }
        try b.catchUp()
        try assertEqual([a, b])
    }

    func test_catchUp_withLoweredStamp_takesTheRowAllTheSame() throws {
        let (a, b) = try makeHosts()
        fleet.content.update { content in
            for row in content.rows.keys { content.rows[row]?.stamp = 1 }
        }
        try b.catchUp()
        try assertEqual([a, b])
    }

    func test_catchUp_withARowMissingBehindNewKeys_blamesTheServer() throws {
        let (a, b) = try makeHosts()
        try a.rotateKeys()
        let row = try XCTUnwrap(fleet.content.value.rows.first { $0.value.content != nil })
        fleet.content.update { $0.rows[row.key] = nil }
        Provoked("row", .invalidData, ["from the fleet's server", "fleet verify"]) { try b.catchUp() }
            .check(withoutValues: [])
        _ = try a.asReplica.repairServer(nil)
        try b.catchUp()
        try assertEqual([a, b])
    }

    func test_catchUp_withoutTheMarkOfADeletion_deletesAllTheSame() throws {
        let (a, b) = try makeHosts()
        fleet.content.update { content in
            content.rows = content.rows.filter { $0.value.content != nil }
        }
        try b.catchUp()
        try assertEqual([a, b])
        XCTAssertNil(try b.first(query("erik")))
    }

    // MARK: - A host that is behind

    func test_reseed_byHostThatIsBehind_takesNothingAway() throws {
        let (a, b) = try makeHosts()
        let last = try a.newestHere().number
        fleet.content.update { $0.links[last - 1]?[3] ^= 1 }
        assertThrows(.divergedHistory) { try b.catchUp() }
        assertThrows(.divergedHistory) { try b.asReplica.reseedServer(losing: nil, nil) }
        try a.catchUp()
        XCTAssertEqual(try a.only(query("maria")).secret?.text, "two")
    }
}
