import Foundation
import XCTest

@testable import SecureStore

/// Links of a replica, which tell whether others have changed anything on a server since it went back.
final class ReseedLinksTests: FleetTestCase {
    /// The names of the items that a reseeding by this host would take away.
    private func lost(_ store: ItemStore) throws -> [String] {
        assertThrows(.divergedHistory) { try store.asReplica.reseedServer(losing: nil, nil) }
        return try store.asReplica.compareServer(nil).differences.compactMap { $0.lost?[.account]?.text }
    }

    func test_reseed_afterAChangeThereByAClockThatIsBehind_saysThatItIsLost() throws {
        let (a, b) = try loseChanges { a in
            for number in 0..<3 { try a.set(password("maria"), secret: secret("\(number)")) }
        }
        clock.advance(by: -60)
        try b.set(password("maria"), secret: secret("of b"))
        XCTAssertEqual(try lost(a), ["maria"])
    }

    func test_reseed_byAHostWhoseClockIsBehind_losesNothing() throws {
        let (a, b) = try loseChanges { a in
            clock.advance(by: -60)
            try a.set(password("maria"), secret: secret("two"))
        }
        let copy = try a.asReplica.reseedServer(losing: nil, nil)
        XCTAssertEqual(copy.differences.map(\.kind), [.changed])
        XCTAssertNil(copy.unseen)
        try b.catchUp()
        try assertEqual([a, b])
        XCTAssertEqual(try b.only(query("maria")).secret?.text, "two")
    }

    func test_reseed_afterAnItemWasDeletedHere_doesNotCallItLost() throws {
        let (a, b) = try loseChanges { try $0.delete(query("maria")) }
        let copy = try a.asReplica.reseedServer(losing: nil, nil)
        XCTAssertEqual(copy.differences.map(\.kind), [.surplus])
        try b.catchUp()
        XCTAssertEqual(try b.itemCount(), 0)
    }

    func test_reseed_afterTheOthersDeletedAnItem_isRefused() throws {
        let (a, b) = try loseItem()
        try b.delete(query("maria"))
        XCTAssertEqual(try lost(a), [])
    }

    func test_reseed_afterTheOthersChangedLockSettings_isRefused() throws {
        let (a, b) = try loseItem()
        try b.setLockSettings(LockSettings(locksAfter: .seconds(60), locksOnSleep: true))
        XCTAssertEqual(try lost(a), [])
    }

    /// The file keeps the links of so many changes that earlier ones give their places to these.
    func test_reseed_afterManyMoreChanges_stillLosesNothing() throws {
        let (a, b) = try loseItem()
        let own = try a.newestHere().number
        fleet.content.update { $0.report = own + Connection.mostLinks - 10 }
        _ = try a.asReplica.reseedLosingAll()
        try b.catchUp()
        for text in ["three", "four"] {
            let before = fleet.content.value
            for number in 0..<20 { try a.set(password("maria"), secret: secret("\(text) \(number)")) }
            fleet.content.update { $0 = before }
            _ = try a.asReplica.reseedServer(losing: nil, nil)
            try b.catchUp()
            try assertEqual([a, b])
        }
    }

    func test_reseed_afterASlotWasRemovedHere_losesNothing() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        try a.addRecoveryCode { _ in }
        let code = try XCTUnwrap(a.protection().slots.last?.number)
        let before = fleet.content.value
        try a.removeSlot(code)
        fleet.content.update { $0 = before }
        XCTAssertEqual(try a.asReplica.reseedServer(losing: nil, nil).lostSlots, [])
    }

    /// The machine has committed what the server never heard of, and its operator has changed their mind.
    private func assertInterruptedDiscardIsTold(afterChangesThere changes: Int) throws {
        let (a, b) = try loseItem()
        for text in ["of b", "again of b", "last of b"].prefix(changes) {
            try b.set(password("maria"), secret: secret(text))
        }
        fleet.failure.update { $0 = (false, StoreError(.notAvailable, "the server is gone")) }
        assertThrows(.notAvailable) { try a.asReplica.reseedLosingAll() }
        fleet.failure.update { $0 = nil }
        XCTAssertTrue(try lost(a).contains("maria"))
        _ = try a.asReplica.reseedLosingAll()
        try b.catchUp()
        try assertEqual([a, b])
    }

    func test_reseed_afterADiscardingOneWasInterrupted_stillSaysWhatIsLost() throws {
        try assertInterruptedDiscardIsTold(afterChangesThere: 1)
    }

    func test_reseed_afterADiscardingOneWithoutJumpWasInterrupted_stillSaysWhatIsLost() throws {
        try assertInterruptedDiscardIsTold(afterChangesThere: 3)
    }

    /// Puts the server back, but for its rows, which get the stamp of the state.
    private func putBackAllButRows(_ before: KeptFleet.Content) {
        fleet.content.update { content in
            let rows = content.rows
            content = before
            content.rows = rows.mapValues { (before.newest.number, $0.content) }
        }
    }

    /// Rows of a change to come lie beside a state that was put back, with the stamps of earlier changes.
    func test_reseed_besideRowsThatAreNotThoseOfTheState_isRefused() throws {
        let (a, b) = try loseChanges { a in
            for number in 0..<3 { try a.set(password("maria"), secret: secret("\(number)")) }
        }
        let before = fleet.content.value
        try b.set(password("maria"), secret: secret("of b"))
        putBackAllButRows(before)
        XCTAssertEqual(try lost(a), ["maria"])
    }

    /// The server went back, others have gone on, and then its newest state was damaged.
    func test_repair_ofAStateThatWasDamagedInAnotherHistory_isRefused() throws {
        let (a, b) = try loseChanges { a in
            for number in 0..<3 { try a.set(password("maria"), secret: secret("\(number)")) }
        }
        try b.set(password("maria"), secret: secret("of b"))
        for sleep in [false, true] {
            try b.setLockSettings(LockSettings(locksAfter: .seconds(60), locksOnSleep: sleep))
        }
        XCTAssertEqual(try a.newestHere().number, try b.newestHere().number)
        fleet.content.update { content in
            let newest = content.newest
            content.newest = KeptState(number: newest.number, keysVersion: newest.keysVersion, box: [1])
        }
        XCTAssertEqual(try a.asReplica.compareServer(nil).head, .damaged)
        assertThrows(.invalidData) { try a.asReplica.repairServer(nil) }
    }

    /// Its link is public: somebody with a host's login has copied it before the server went back.
    func test_repair_besideTheReplicasOwnLinkThatWasPutBack_isRefused() throws {
        var link: [UInt8] = []
        let (a, b) = try loseChanges { a in
            for number in 0..<3 { try a.set(password("maria"), secret: secret("\(number)")) }
            link = ReplicaPoint.link(of: fleet.content.value.newest.box)
        }
        let number = try a.newestHere().number
        try b.set(password("maria"), secret: secret("of b"))
        fleet.content.update { content in
            content.newest = KeptState(number: number, keysVersion: content.newest.keysVersion, box: [1])
            content.links[number] = link
        }
        XCTAssertFalse(try a.asReplica.compareServer(nil).knowsReplica)
        assertThrows(.invalidData) { try a.asReplica.repairServer(nil) }
    }

    /// Rows of a change whose state is gone, with the stamps of earlier changes.
    func test_repair_besideRowsOfALaterChange_isRefused() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        try a.catchUp()
        let before = fleet.content.value
        try b.set(password("maria"), secret: secret("of b"))
        putBackAllButRows(before)
        XCTAssertEqual(try a.asReplica.compareServer(nil).differences.compactMap(\.lost).count, 1)
        assertThrows(.divergedHistory) { try a.asReplica.repairServer(nil) }
    }

    /// A host's role can write a state that it has read, but cannot take away what others have linked.
    func test_repair_ofStatePutOverChangesOfAnotherHistory_isRefused() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        for store in [a, b] { try store.catchUp() }
        let before = fleet.content.value
        for text in ["two", "three"] { try a.set(password("maria"), secret: secret(text)) }
        let lost = fleet.content.value
        fleet.content.update { $0 = before }
        try b.add(password("of b"), secret: secret("one"))
        fleet.content.update { content in
            content.newest = lost.newest
            content.links.merge(lost.links) { own, _ in own }
        }
        let copy = try a.asReplica.compareServer(nil)
        XCTAssertTrue(copy.differences.compactMap { $0.lost?[.account]?.text }.contains("of b"))
        assertThrows(.divergedHistory) { try a.asReplica.repairServer(nil) }
    }

    // MARK: - Links that were damaged

    /// A file without its links, or with others, says of no change that both have had it.
    func test_reseed_withoutWhatTellsWhereHistoriesParted_isRefused() throws {
        _ = try loseItem()
        for damage in [
            "DELETE FROM link", "UPDATE link SET link = chain", "UPDATE link SET chain = link",
            "UPDATE link SET chain = x'', link = zeroblob(64)", "UPDATE link SET place = place + 5000",
            "UPDATE link SET link = zeroblob(1000000)",
        ] {
            let links = try PlainDatabase(path(of: "a")).rows("SELECT place, hex(chain), hex(link) FROM link")
            try tamper(damage, at: path(of: "a"))
            let host = try reopen("a")
            let copy = try host.asReplica.compareServer(nil)
            XCTAssertTrue(copy.hasGoneOn, damage)
            XCTAssertFalse(copy.isLossless, damage)
            assertThrows(.divergedHistory) { try host.asReplica.reseedServer(losing: nil, nil) }
            try tamper("DELETE FROM link", at: path(of: "a"))
            for row in links {
                try tamper(
                    "INSERT INTO link VALUES(\(row[0]), x'\(row[1])', x'\(row[2])')", at: path(of: "a"))
            }
            XCTAssertTrue(try reopen("a").asReplica.compareServer(nil).isLossless, damage)
        }
    }

    /// Somebody who may write the file puts the links of the other history into it.
    func test_reseed_withLinksOfTheServer_stillSaysWhatIsLost() throws {
        let (_, b) = try loseChanges { a in
            for number in 0..<3 { try a.set(password("maria"), secret: secret("\(number)")) }
        }
        try b.set(password("maria"), secret: secret("of b"))
        for row in try PlainDatabase(path(of: "b")).rows("SELECT place, hex(chain), hex(link) FROM link") {
            try tamper(
                "REPLACE INTO link VALUES(\(row[0]), x'\(row[1])', x'\(row[2])')", at: path(of: "a"))
        }
        XCTAssertFalse(try reopen("a").asReplica.compareServer(nil).isLossless)
        assertThrows(.divergedHistory) { try self.reopen("a").asReplica.reseedServer(losing: nil, nil) }
    }
}
