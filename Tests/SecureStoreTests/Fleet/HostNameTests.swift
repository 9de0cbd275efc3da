import Foundation
import XCTest

@testable import SecureStore

/// Tests of what hosts are called, by way of a server that may lie, and how a host is removed.
final class HostNameTests: FleetTestCase {
    private func names(_ store: ItemStore, _ kept: [Int64: [UInt8]]) throws -> [Int64: String?] {
        let names = try store.hostNames(kept).map { ($0.slot, $0.name) }
        return Dictionary(uniqueKeysWithValues: names)
    }

    private func slots(_ store: ItemStore) throws -> [Int64] { try store.hostNames([:]).map(\.slot) }

    /// The server's record of this host.
    private func sealed(_ store: ItemStore, _ name: String, kept: [UInt8]? = nil) throws -> [UInt8] {
        try XCTUnwrap(try store.asReplica.renewHostName(kept, orElse: name))
    }

    // MARK: - Names

    func test_hostNames_ofHostsThatSealedThem_areRead() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let slots = try slots(a)
        let kept = [slots[0]: try sealed(a, "first"), slots[1]: try sealed(b, "Zürich 2")]
        XCTAssertEqual(try names(b, kept), [slots[0]: "first", slots[1]: "Zürich 2"])
        XCTAssertNil(try a.asReplica.renewHostName(kept[slots[0]], orElse: "other"))
    }

    func test_hostNames_thatTheServerSwapped_areNotKnown() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let slots = try slots(a)
        let kept = [slots[0]: try sealed(b, "second"), slots[1]: try sealed(a, "first")]
        XCTAssertEqual(try names(b, kept), [slots[0]: nil, slots[1]: nil])
        let shared = [slots[1]: try a.asReplica.sealHostName("first", slot: slots[0])]
        XCTAssertEqual(try names(b, shared), [slots[0]: nil, slots[1]: nil])
    }

    func test_hostNames_ofAnotherHostInASlotOfTheSameNumber_areNotKnown() throws {
        let a = try begin()
        _ = try join("b", lettingIn: a)
        let slot = try XCTUnwrap(try slots(a).last)
        let kept = [slot: try a.asReplica.sealHostName("b", slot: slot)]
        try a.removeSlot(Int(slot))
        _ = try join("c", lettingIn: a)
        XCTAssertEqual(try slots(a).last, slot)
        XCTAssertEqual(try names(a, kept)[slot], .some(nil))
    }

    func test_hostNames_ofAnotherStore_areNotKnown() throws {
        let a = try begin()
        let slot = try slots(a)[0]
        let other = try ItemStore.create(at: path(of: "z"), options: options(of: "z"))
        _ = other
        let fleet = try ItemStore.beginFleet(
            [UInt8](repeating: 8, count: 16), at: path(of: "z"), over: KeptFleet(), options: options(of: "z"))
        XCTAssertEqual(try slots(fleet), [slot])
        XCTAssertEqual(try names(a, [slot: try sealed(fleet, "z")])[slot], .some(nil))
    }

    func test_hostNames_withAByteChangedOrMissing_areNotKnown() throws {
        let a = try begin()
        let slot = try slots(a)[0]
        let whole = try a.asReplica.sealHostName("first", slot: slot)
        for index in whole.indices {
            var changed = whole
            changed[index] ^= 1
            XCTAssertEqual(try names(a, [slot: changed])[slot], .some(nil), "byte \(index)")
            let cut = Array(whole[..<index])
            XCTAssertEqual(try names(a, [slot: cut])[slot], .some(nil), "\(index) bytes")
        }
    }

    func test_sealHostName_ofAnyLength_showsNeitherNameNorLength() throws {
        let a = try begin()
        let slot = try slots(a)[0]
        let long = String(repeating: "x", count: 64)
        XCTAssertEqual(try sealed(a, "b").count, try sealed(a, long).count)
        XCTAssertFalse(
            try sealed(a, long).map { UInt8(ascii: "x") == $0 ? "x" : "-" }.joined().contains("xxx"))
        assertThrows(.param) { try a.asReplica.sealHostName("", slot: slot) }
        assertThrows(.param) { try a.asReplica.sealHostName(long + "x", slot: slot) }
        for control in ["\n", "\u{7f}", "\u{9b}"] {
            assertThrows(.param) { try a.asReplica.sealHostName("a\(control)b", slot: slot) }
        }
        assertThrows(.param) { try a.asReplica.sealHostName("a", slot: 77) }
    }

    func test_renewHostName_afterChangesOfKeys_findsItsOwn() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let slot = try XCTUnwrap(try slots(a).last)
        let old = try sealed(b, "b")
        try a.rotateKeys()
        try a.rotateKeys()
        XCTAssertEqual(try names(a, [slot: old])[slot], .some(nil))
        try b.catchUp()
        let new = try sealed(try reopen("b"), "not b", kept: old)
        XCTAssertEqual(try names(a, [slot: new])[slot], "b")
    }

    func test_renewHostName_ofNameThatWasOnlySealedByTheHostThatLetItIn_keepsIt() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let slot = try XCTUnwrap(try slots(a).last)
        let new = try sealed(b, "not b", kept: try a.asReplica.sealHostName("b", slot: slot))
        try a.rotateKeys()
        try b.catchUp()
        XCTAssertEqual(try names(b, [slot: try sealed(b, "not b", kept: new)])[slot], "b")
    }

    func test_rotateKeys_overNamesOnTheServer_sealsThemForTheirHosts() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let slot = try XCTUnwrap(try slots(a).last)
        let old = try sealed(b, "b")
        fleet.content.update { $0.names = [slot: old] }
        for _ in 0..<2 { try a.rotateKeys() }
        let kept = fleet.content.value.names
        XCTAssertEqual(try names(a, kept)[slot], "b")
        XCTAssertEqual(kept[slot]?.count, old.count)
        try b.catchUp()
        XCTAssertEqual(try a.hostNames(kept).map(\.isPresent), [false, false], "no word of the host's")
        let own = try sealed(b, "not b", kept: kept[slot])
        XCTAssertEqual(try names(a, [slot: own])[slot], "b")
        XCTAssertEqual(try a.hostNames([slot: own]).map(\.isPresent), [false, true])
    }

    // MARK: - Who is in

    func test_letIn_ofARequestThatWasAnswered_givesTheSameSlot() throws {
        let a = try begin()
        let b = try join("b", lettingIn: a)
        let (request, code) = try ItemStore.requestToJoin(name: "c", options: options(of: "c"))
        let first = try a.letIn(request, code: code)
        let number = try a.sequenceNumber()
        let second = try b.letIn(request, code: code)
        XCTAssertEqual(second.slot, first.slot)
        XCTAssertEqual([first.isNew, second.isNew], [true, false])
        XCTAssertEqual(try slots(b).count, 3)
        XCTAssertEqual(try b.sequenceNumber(), number)
    }

    func test_removeHost_shutsOutOneHostAndNoOther() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let (b, c) = (try join("b", lettingIn: a), try join("c", lettingIn: a))
        try b.catchUp()
        let slot = try XCTUnwrap(try slots(b).last)
        try b.asReplica.removeHosts([slot], nil)
        try b.set(password("maria"), secret: secret("two"))
        try a.catchUp()
        assertThrows(.authFailed) { try c.catchUp() }
        XCTAssertEqual(try c.only(query("maria")).secret?.text, "one")
        try assertEqual([a, b])
    }

    func test_removeHost_ofItselfOrNobodyOrAPassphrase_changesNothing() throws {
        let a = try begin()
        try a.setPassphrase(try secret("correct horse"), cost: .cheapest)
        let number = try a.sequenceNumber()
        let own = try XCTUnwrap(a.ownSlot())
        let passphrase = try XCTUnwrap(try a.protection().slots.first { $0.kind == .passphrase })
        for slot in [own, Int64(passphrase.number), 99] {
            assertThrows(.param, "\(slot)") { try a.asReplica.removeHosts([slot], nil) }
        }
        XCTAssertEqual(try a.sequenceNumber(), number)
    }

    func test_removeHost_thatWasInterrupted_isGoneAtOnceAndEndsNextTime() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        let slot = try XCTUnwrap(try slots(a).last)
        assertThrows(.userCanceled) {
            try a.asReplica.removeHosts([slot]) { $0.done < $0.total / 2 + 1 ? .proceed : .cancel }
        }
        XCTAssertEqual(try keysets(at: path(of: "a")).count, 2)
        XCTAssertEqual(try slots(a).count, 1)
        assertThrows(.authFailed) { try b.catchUp() }
        try a.asReplica.removeHosts([slot], nil)
        XCTAssertEqual(try keysets(at: path(of: "a")).count, 1)
        assertThrows(.param) { try a.asReplica.removeHosts([slot], nil) }
    }

    func test_endChangeOfKeys_endsWhatWasInterruptedAndNothingElse() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        let number = try a.sequenceNumber()
        XCTAssertFalse(try a.asReplica.endChangeOfKeys(nil))
        XCTAssertEqual(try a.sequenceNumber(), number)
        try b.beginRotation { _ in false }
        XCTAssertTrue(try a.asReplica.endChangeOfKeys(nil))
        XCTAssertEqual(try keysets(at: path(of: "a")).count, 1)
        XCTAssertFalse(try a.asReplica.endChangeOfKeys(nil))
    }

    func test_removeHost_whileAnotherChangeOfKeysIsUnfinished_endsBoth() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let (b, c) = (try join("b", lettingIn: a), try join("c", lettingIn: a))
        try a.beginRotation { _ in false }
        let slot = try XCTUnwrap(try slots(a).last)
        try b.asReplica.removeHosts([slot], nil)
        assertThrows(.authFailed) { try c.catchUp() }
        try a.catchUp()
        XCTAssertEqual(try keysets(at: path(of: "a")).count, 1)
        try assertEqual([a, b])
    }
}
