import Foundation
import XCTest

@testable import SecureStore

/// A server that lies about keys, alone or with a host that was removed, and to hosts that join.
final class DishonestKeyTests: DishonestKeeperTestCase {
    // MARK: - Keys

    func test_keys_changedWithoutTheirState_areRefused() throws {
        try a.addRecoveryCode { _ in }
        for offset in fleet.content.value.keys.indices where offset % 97 == 0 {
            let copy = try KeptReplica.copy(of: b, in: directory)
            fleet.show { $0.keys[offset] ^= 1 }
            XCTAssertThrowsError(try copy.catchUp(), "\(offset)")
        }
        let old = before.keys
        try assertRefused([.invalidData, .authFailed]) { $0.keys = old }
    }

    func test_keys_ofAnyOtherLength_areRefused() throws {
        try a.addRecoveryCode { _ in }
        let keys = fleet.content.value.keys
        for count in stride(from: 0, to: keys.count, by: 13) {
            let copy = try KeptReplica.copy(of: b, in: directory)
            fleet.show { $0.keys = Array(keys.prefix(count)) }
            assertThrows(.invalidData, "\(count)") { try copy.catchUp() }
        }
        try assertRefused { $0.keys += [0] }
    }

    func test_handover_leftOutOrExchanged_isRefused() throws {
        try a.rotateKeys()
        try assertRefused { $0.handovers = [] }
        try a.rotateKeys()
        try assertRefused {
            $0.handovers = $0.handovers.suffix(1).map { ($0.version, Array($0.box.reversed())) }
        }
    }

    func test_removedHost_withTheServer_leadsNobodyAstray() throws {
        let c = try join("c", lettingIn: a)
        try b.catchUp()
        let other = fleet.copy()
        // b is removed here, and goes on there with the keys that it has.
        let slot = try XCTUnwrap(try a.protection().slots.first { $0.kind == .host && $0.number == 3 })
        try a.removeSlot(slot.number)
        try a.rotateKeys()
        try c.catchUp()
        let removed = try reopen("b", over: other)
        for _ in 0..<4 { try removed.rotateKeys() }
        for _ in 0..<40 { try removed.set(password("maria"), secret: secret("planted")) }
        let there = other.content.value
        fleet.show { $0 = there }
        for store in [try XCTUnwrap(a), c] {
            XCTAssertThrowsError(try store.catchUp())
            XCTAssertThrowsError(try store.add(password("leak"), secret: secret("leak")))
            XCTAssertEqual(try store.only(query("maria")).secret?.text, "new")
        }
    }

    // MARK: - Joining

    func test_join_atDishonestServer_makesNoFile() throws {
        let (request, code) = try ItemStore.requestToJoin(name: "d", options: options(of: "d"))
        let answer = try a.letIn(request, code: code).answer
        let (old, second) = (before, fleet.content.value.rows[second]?.content)
        let lies: [@Sendable (inout KeptFleet.Content) -> Void] = [
            { $0.rows[1] = nil }, { $0.rows[1]?.content?[50] ^= 1 },
            { $0.rows[4] = ($0.newest.number, $0.rows[1]?.content) },
            { $0.keys = old.keys }, { $0.keys[40] ^= 1 }, { $0.newest = old.newest }, { $0.rows = old.rows },
            { $0.rows[3]?.content = second }, { $0.rows = [:] },
        ]
        for (number, lie) in lies.enumerated() {
            fleet.show(lie)
            XCTAssertThrowsError(
                try ItemStore.makeReplica(
                    of: Self.id, at: path(of: "d"), from: fleet, as: request, answeredBy: answer,
                    options: options(of: "d")),
                "\(number)")
            XCTAssertFalse(FileManager.default.fileExists(atPath: path(of: "d")), "\(number)")
        }
        fleet.shown.update { $0 = nil }
        XCTAssertNoThrow(
            try ItemStore.makeReplica(
                of: Self.id, at: path(of: "d"), from: fleet, as: request, answeredBy: answer,
                options: options(of: "d")))
    }

    func test_join_withSlotMadeWithoutTheCode_isRefused() throws {
        // Another fleet lets the host in with a request whose code it does not have.
        let (request, code) = try ItemStore.requestToJoin(name: "d", options: options(of: "d"))
        let other = KeptFleet()
        let theirs = try begin("e", over: other)
        let shield = try SealingKey.random()
        _ = try SlotEditor(engine: theirs.engine, committer: theirs.committer).change {
            _, unlockKey, keys, maker throws(StoreError) in
            keys.slots.append(
                try SlotCodec.make(
                    unlockKey.key, for: request, shield: shield, store: keys.store, number: maker.number,
                    writeKey: unlockKey.writeKey))
        }
        let snapshot = try theirs.engine.snapshot()
        let answer = try HostRequest.answer(
            code, snapshot.ring, try XCTUnwrap(snapshot.state.replica?.fleet))
        for (box, status) in [(answer, StoreStatus.invalidDatabaseBlob), ([], .authFailed)] {
            assertThrows(status) {
                try ItemStore.makeReplica(
                    of: Self.id, at: self.path(of: "d"), from: other, as: request, answeredBy: box,
                    options: self.options(of: "d"))
            }
        }
    }

    // MARK: - Other fleets

    func test_rowsAndStates_ofAnotherFleetOfTheSameStore_areRefused() throws {
        try b.catchUp()
        try b.leaveFleet()
        let other = KeptFleet()
        let twin = try ItemStore.beginFleet(
            [UInt8](repeating: 9, count: 16), at: path(of: "b"), over: other, options: options(of: "b"))
        for number in 0..<9 { try twin.add(password("\(number)"), secret: nil) }
        let there = other.content.value
        fleet.show { $0 = there }
        XCTAssertThrowsError(try a.catchUp())
        XCTAssertEqual(try a.itemCount(), 3)
    }
}
