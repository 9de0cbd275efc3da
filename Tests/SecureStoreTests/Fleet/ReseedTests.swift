import Foundation
import XCTest

@testable import SecureStore

/// A server that went back gets the state of the host that has seen most, and the fleet goes on.
final class ReseedTests: FleetTestCase {
    /// A change that comes while a person reads the losses is not among them.
    func test_reseed_ofLossesToWhichOthersAdded_isRefusedAndLosesNothing() throws {
        let settings = try LockSettings(locksAfter: .seconds(60), locksOnSleep: true)
        let more: [(String, (ItemStore) throws -> Void)] = [
            ("item", { _ = try $0.add(password("new"), secret: secret("of b")) }),
            ("secret", { try $0.set(password("of b"), secret: secret("later")) }),
            ("deletion", { try $0.delete(query("maria")) }),
            ("slot", { try $0.addRecoveryCode { _ in } }),
            ("settings", { try $0.setLockSettings(settings) }),
        ]
        let (a, b) = try loseItem()
        try b.add(password("of b"), secret: secret("one"))
        for (name, change) in more {
            let shown = try a.asReplica.compareServer(nil)
            try change(b)
            let content = fleet.content.value.newest
            assertThrows(.databaseLocked, name) { try a.asReplica.reseedServer(losing: shown, nil) }
            XCTAssertEqual(fleet.content.value.newest.box, content.box, name)
        }
        let shown = try a.asReplica.compareServer(nil)
        XCTAssertEqual(try a.asReplica.reseedServer(losing: shown, nil).lostSlots.count, 1)
    }

    func test_reseed_afterServerWentBack_keepsFleetAndItems() throws {
        let (a, b) = try loseItem()
        assertThrows(.divergedHistory) { try a.add(password("new"), secret: nil) }
        XCTAssertTrue(try a.asReplica.reseedServer(losing: nil, nil).isLossless)
        try a.add(password("new"), secret: secret("after"))
        try b.catchUp()
        XCTAssertEqual(try b.only(query("maria")).secret?.text, "two")
        XCTAssertNoThrow(try b.add(password("of b"), secret: nil))
        let c = try join("c", lettingIn: b)
        for store in [a, b] { try store.catchUp() }
        try assertEqual([a, b, c])
        XCTAssertEqual(try a.fleetIdentifier(), Self.id)
        XCTAssertEqual(try reopen("a").itemCount(), 5)
    }

    func test_reseed_afterOthersWentOn_saysWhatIsLost() throws {
        let (a, b) = try loseItem()
        for number in 0..<5 { try b.add(password("of b \(number)"), secret: nil) }
        try b.set(password("maria"), secret: secret("of b"))
        let (own, others) = (try a.newestHere().number, try b.newestHere().number)
        XCTAssertGreaterThan(others, own)
        assertThrows(.divergedHistory) { try a.asReplica.reseedServer(losing: nil, nil) }
        let copy = try a.asReplica.reseedLosingAll()
        XCTAssertEqual(copy.unseen, others)
        let lost = copy.differences.compactMap(\.lost)
        XCTAssertEqual(
            Set(lost.compactMap { $0[.account]?.text }), Set((0..<5).map { "of b \($0)" } + ["maria"]))
        XCTAssertGreaterThan(try a.newestHere().number, others)
        try b.catchUp()
        try assertEqual([a, b])
        XCTAssertEqual(try b.only(query("maria")).secret?.text, "two")
    }

    func test_reseed_whereSomebodyClaimsAChangeFarAhead_goesBehindTheServersNewest() throws {
        let (a, b) = try loseItem()
        for number in 0..<5 { try b.add(password("of b \(number)"), secret: nil) }
        let others = try b.newestHere().number
        fleet.content.update { $0.report = 1_000_000_000_000 }
        _ = try a.asReplica.reseedLosingAll()
        XCTAssertGreaterThan(try a.newestHere().number, others)
        try b.catchUp()
        try assertEqual([a, b])
    }

    func test_reseed_afterSlotsWereAdded_keepsThem() throws {
        let (a, b) = try loseChanges { a in try a.addRecoveryCode { _ in } }
        for _ in 0..<2 { try b.addRecoveryCode { _ in } }
        let (slots, others) = (try a.protection().slots, try b.protection().slots)
        assertThrows(.divergedHistory) { try a.asReplica.reseedServer(losing: nil, nil) }
        let copy = try a.asReplica.reseedLosingAll()
        XCTAssertEqual(copy.lostSlots, Array(others.suffix(2)))
        XCTAssertEqual(copy.missingSlots, Array(slots.suffix(1)))
        try b.catchUp()
        XCTAssertEqual(try b.protection().slots, slots)
        try assertEqual([a, b])
    }

    func test_catchUp_afterOthersWentPastSlotsThatWereLost_saysThatHistoriesDiffer() throws {
        let (a, b) = try loseChanges { a in try a.addRecoveryCode { _ in } }
        for number in 0..<3 { try b.add(password("of b \(number)"), secret: nil) }
        Provoked("keys", .divergedHistory, ["fleet verify", "fleet join --forget"]) { try a.catchUp() }
            .check(withoutValues: [])
        let copy = try a.asReplica.compareServer(nil)
        XCTAssertEqual(copy.head, .ofOtherHistory)
        XCTAssertEqual(copy.differences.compactMap(\.lost).count, 3)
        _ = try a.asReplica.reseedLosingAll()
        try b.catchUp()
        try assertEqual([a, b])
    }

    func test_reseed_ofServerThatIsRight_isRefused() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        try a.add(password("anna"), secret: nil)
        for store in [a, b] {
            assertThrows(.param) { try store.asReplica.reseedLosingAll() }
        }
        try assertEqual([a, b])
    }

    func test_reseed_afterKeysWereReplacedOnOneSide_isRefused() throws {
        let (a, b) = try loseChanges { try $0.rotateKeys() }
        assertThrows(.invalidData) { try a.asReplica.reseedLosingAll() }
        XCTAssertNoThrow(try b.add(password("of b"), secret: nil))
    }

    func test_reseed_isNotFollowedByAnotherHostThatHasSeenWhatWasLost() throws {
        var c: ItemStore?
        let (a, b) = try loseChanges { a in
            try a.add(password("anna"), secret: nil)
            c = try self.join("c", lettingIn: a)
            try a.catchUp()
        }
        _ = try a.asReplica.reseedLosingAll()
        assertThrows(.divergedHistory) { try c?.catchUp() }
        try b.catchUp()
        try assertEqual([a, b])
    }

    // MARK: - What both have changed

    /// The generation of maria's item on a host.
    private func generation(_ store: ItemStore) throws -> Int {
        try XCTUnwrap(try store.only(query("maria"))).generation
    }

    func test_reseed_afterBothSidesChangedAnItem_givesNoGenerationTwice() throws {
        let (a, b) = try loseChanges { try $0.set(password("maria"), secret: secret("of a")) }
        try b.set(password("maria"), secret: secret("of b"))
        let read = try generation(b)
        XCTAssertEqual(try generation(a), read, "both histories gave it")
        _ = try a.asReplica.reseedLosingAll()
        try b.catchUp()
        assertThrows(.recordModified) {
            try b.replaceSecret(of: query("maria"), with: secret("over what nobody read"), ifGeneration: read)
        }
        try assertEqual([a, b])
    }

    func test_reseed_afterTheOthersChangedAnItemMoreOften_givesNoGenerationTwice() throws {
        let (a, b) = try loseChanges { try $0.set(password("maria"), secret: secret("of a")) }
        for text in ["of b", "again of b"] { try b.set(password("maria"), secret: secret(text)) }
        let read = try generation(b)
        _ = try a.asReplica.reseedLosingAll()
        try b.catchUp()
        assertThrows(.recordModified) {
            try b.replaceSecret(of: query("maria"), with: secret("over what nobody read"), ifGeneration: read)
        }
        XCTAssertGreaterThan(try generation(b), read)
    }

    func test_reseed_afterItemWasDeletedThere_givesNoGenerationTwice() throws {
        let (a, b) = try loseChanges { try $0.set(password("maria"), secret: secret("of a")) }
        try b.set(password("maria"), secret: secret("of b"))
        let read = try generation(b)
        try b.delete(query("maria"))
        _ = try a.asReplica.reseedLosingAll()
        try b.catchUp()
        assertThrows(.recordModified) {
            try b.replaceSecret(of: query("maria"), with: secret("over what nobody read"), ifGeneration: read)
        }
        try assertEqual([a, b])
    }

    func test_reseed_afterAnItemWasChangedMoreOftenHereAndLaterThere_saysThatItIsLost() throws {
        let (a, b) = try loseChanges { a in
            for number in 0..<3 { try a.set(password("maria"), secret: secret("\(number)")) }
        }
        clock.advance(by: 60)
        try b.set(password("maria"), secret: secret("of b"))
        let lost = try a.asReplica.reseedLosingAll().differences.compactMap(\.lost)
        XCTAssertEqual(lost.compactMap { $0[.account]?.text }, ["maria"])
    }

    func test_verify_afterASlotWasRemovedThere_namesIt() throws {
        var code = 0
        let (a, b) = try loseChanges { a in
            try a.addRecoveryCode { _ in }
            code = try XCTUnwrap(a.protection().slots.last?.number)
        }
        try b.addRecoveryCode { _ in }
        try b.removeSlot(try XCTUnwrap(b.protection().slots.last?.number))
        XCTAssertEqual(try a.asReplica.compareServer(nil).missingSlots.map(\.number), [code])
    }
}
