import Foundation
import XCTest

@testable import SecureStore

/// Links, handovers and stamps on a server that no change of the fleet has made.
final class ServerTraceTests: FleetTestCase {
    private var (a, b): (ItemStore?, ItemStore?)
    private var number: UInt64 { fleet.content.value.newest.number }

    override func setUpWithError() throws {
        try super.setUpWithError()
        let first = try begin { try $0.add(password("maria"), secret: secret("one")) }
        b = try join("b", lettingIn: first)
        try first.set(password("maria"), secret: secret("two"))
        a = first
    }

    override func tearDownWithError() throws {
        (a, b) = (nil, nil)
        try super.tearDownWithError()
    }

    /// Asserts that the first host finds something and mends it, and that all hosts go on.
    private func assertMended(discarding: Bool = false, _ what: String = "", line: UInt = #line) throws {
        let (a, b) = (try XCTUnwrap(a), try XCTUnwrap(b))
        let found = try a.asReplica.compareServer(nil)
        XCTAssertFalse(found.isWhole, what, line: line)
        if discarding {
            assertThrows(.divergedHistory, what, line: line) { try a.asReplica.repairServer(nil) }
            assertThrows(.divergedHistory, what, line: line) {
                try a.asReplica.reseedServer(losing: nil, nil)
            }
            _ = try a.asReplica.reseedLosingAll()
        } else {
            XCTAssertTrue(found.isLossless, what, line: line)
            _ = try a.asReplica.repairServer(nil)
        }
        XCTAssertTrue(try a.asReplica.compareServer(nil).isWhole, what, line: line)
        try b.set(password("of b"), secret: secret(what))
        try a.rotateKeys()
        try b.catchUp()
        let new = try join("c\(line)\(what)", lettingIn: b)
        try a.catchUp()
        try assertEqual([a, b, new], line: line)
    }

    // MARK: - Links

    func test_repair_ofALinkOfNoChange_makesTheFleetWritable() throws {
        for distance: UInt64 in [1, 2, 1_000] {
            fleet.content.update { $0.links[$0.newest.number + distance] = [UInt8](repeating: 5, count: 32) }
            if distance == 1 { assertThrows(.notAvailable) { try self.b?.add(password("x"), secret: nil) } }
            assertThrows(.param) { try self.a?.asReplica.reseedLosingAll() }
            try assertMended("\(distance)")
        }
    }

    /// Whoever may write to the server can also put a link there that looks like a jump from long ago.
    func test_repair_ofAForgedJump_isFollowedByAll() throws {
        for distance: UInt64 in [1, 2, 7] {
            fleet.content.update { content in
                content.links[content.newest.number + distance] = OutgoingChange.jumpLink(from: 1)
            }
            try assertMended("\(distance)")
        }
    }

    func test_repair_withLinksAtTheEndOfItsReach_getsPastThem() throws {
        let most = OutgoingChange.mostEmptyLinks
        for places in [[1, most], [1, most - 1, most], [most - 1, most + 1]] as [[UInt64]] {
            fleet.content.update { content in
                for place in places {
                    content.links[content.newest.number + place] = [UInt8](repeating: 5, count: 32)
                }
            }
            _ = try a?.asReplica.repairServer(nil)
            XCTAssertTrue(try XCTUnwrap(a).asReplica.compareServer(nil).isWhole, "\(places)")
            try b?.set(password("of b"), secret: secret("\(places)"))
            try a?.catchUp()
            try assertEqual([XCTUnwrap(a), XCTUnwrap(b)])
        }
    }

    func test_links_thatAreOutOfReach_keepNobodyFromAnything() throws {
        fleet.content.update { content in
            content.links[UInt64(Int64.max)] = [UInt8](repeating: 5, count: 32)
            content.newest = KeptState(number: content.newest.number, keysVersion: 0, box: [])
        }
        XCTAssertThrowsError(try a?.asReplica.repairServer(nil))
        _ = try a?.asReplica.reseedLosingAll()
        XCTAssertTrue(try XCTUnwrap(a).asReplica.compareServer(nil).isWhole)
        try b?.set(password("of b"), secret: nil)
    }

    /// The next change is the first by which the second host needs it.
    func test_repair_ofTheNewestLink_letsWhoIsBehindFollow() throws {
        fleet.content.update { $0.links[$0.newest.number] = nil }
        try assertMended()
    }

    /// No host may write over a link: whoever is behind has to catch up before the next change.
    func test_repair_ofAnotherNewestLink_isRefused() throws {
        fleet.content.update { $0.links[$0.newest.number] = [UInt8](repeating: 5, count: 32) }
        XCTAssertEqual(try a?.asReplica.compareServer(nil).isWhole, false)
        assertThrows(.notAvailable) { try self.a?.asReplica.repairServer(nil) }
    }

    func test_catchUp_withTheNewestLinkDamaged_takesTheState() throws {
        for link in [nil, [UInt8](repeating: 5, count: 32)] {
            try a?.set(password("maria"), secret: secret("\(link?.count ?? 0)"))
            fleet.content.update { $0.links[$0.newest.number] = link }
            try b?.catchUp()
        }
        try assertEqual([XCTUnwrap(a), XCTUnwrap(b)])
    }

    /// The change may have been one of slots, which leaves no row.
    func test_repair_ofALinkThatAHostHasReported_isRefused() throws {
        fleet.content.update { content in
            content.links[content.newest.number + 1] = [UInt8](repeating: 5, count: 32)
            content.report = content.newest.number + 1
        }
        try assertMended(discarding: true)
    }

    /// Whoever may write to the server can put rows and state back, and leave the links: then the repair of a
    /// host that has seen no more looks like the next change.
    func test_repair_pastLinksOfLostChanges_isNotFollowedByWhoHasSeenThem() throws {
        for isDamaged in [false, true] {
            let (a, b) = (try XCTUnwrap(a), try XCTUnwrap(b))
            let behind = try join("c\(isDamaged)", lettingIn: a)
            try a.catchUp()
            let ahead = try join("d\(isDamaged)", lettingIn: a)
            try a.catchUp()
            try behind.catchUp()
            let before = fleet.content.value
            try ahead.set(password("maria"), secret: secret("three"))
            fleet.content.update { content in
                (content.rows, content.newest, content.keys) = (before.rows, before.newest, before.keys)
                guard isDamaged else { return }
                let newest = before.newest
                content.newest = KeptState(number: newest.number, keysVersion: newest.keysVersion, box: [])
            }
            if isDamaged {
                _ = try a.asReplica.reseedLosingAll()
            } else {
                _ = try a.asReplica.repairServer(nil)
            }
            assertThrows(.divergedHistory) { try ahead.catchUp() }
            XCTAssertEqual(try ahead.secret(of: password("maria"))?.text, "three")
            try behind.catchUp()
            try b.catchUp()
            try assertEqual([a, b, behind])
        }
    }

    // MARK: - Handovers

    func test_repair_ofAHandoverOfNoChange_letsKeysChange() throws {
        for isDamaged in [false, true] {
            fleet.content.update { content in
                let newest = content.newest
                content.handovers.append((newest.keysVersion + 1, [1]))
                guard isDamaged else { return }
                content.newest = KeptState(number: newest.number, keysVersion: newest.keysVersion, box: [])
            }
            try assertMended("\(isDamaged)")
        }
    }

    // MARK: - Stamps

    func test_repair_ofRaisedStamps_sendsTheRowsAgain() throws {
        for stamp in [number + 5, UInt64(Int64.max)] {
            fleet.content.update { content in
                for row in content.rows.keys { content.rows[row]?.stamp = stamp }
            }
            try assertMended("\(stamp)")
        }
        XCTAssertTrue(fleet.content.value.rows.values.allSatisfy { $0.stamp <= number })
    }

    func test_repair_ofARowOfALaterChange_isRefused() throws {
        fleet.content.update { $0.rows[9_000] = ($0.newest.number + 9, [1]) }
        try b?.catchUp()
        XCTAssertEqual(try a?.asReplica.compareServer(nil).unseen, number + 9)
        try assertMended(discarding: true)
    }

    func test_repair_ofALaterDeletion_isRefused() throws {
        fleet.content.update { $0.rows[1] = ($0.newest.number + 1, nil) }
        try assertMended(discarding: true)
    }
}
