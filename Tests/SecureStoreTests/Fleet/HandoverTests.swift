import Foundation
import XCTest

@testable import SecureStore

/// Handovers beside the right one, which a host passes over.
final class HandoverTests: FleetTestCase {
    /// A host with the unlock key of its time can prove any key of its making, in slots that open or not.
    func test_catchUp_pastHandoversOfAFormerHost_followsTheRight() throws {
        for (index, opens) in [true, false].enumerated() {
            let a = try index == 0 ? begin() : reopen("a")
            let b = try join("b\(index)", lettingIn: a)
            try b.catchUp()
            let forged = try forgery(by: a, opens: opens)
            // The change before the rotation leaves a number for the forgery.
            try a.addRecoveryCode { _ in }
            let version = fleet.content.value.newest.keysVersion
            try a.rotateKeys()
            fleet.content.update { $0.handovers.append((version, forged)) }
            try b.catchUp()
            try b.set(password("maria"), secret: secret("of b"))
            try a.catchUp()
            XCTAssertEqual(try a.secret(of: password("maria"))?.text, "of b")
        }
    }

    func test_handovers_inReachOfTheHighestVersion_areNone() throws {
        let a = try begin()
        try a.rotateKeys()
        let kept = try fleet.look()
        defer { kept.end() }
        XCTAssertEqual(try kept.handovers(inReachOf: 0).count, 1)
        for version: Int64 in [.max, .max - 1, .max - 9_999] {
            XCTAssertEqual(try kept.handovers(inReachOf: version), [])
        }
    }

    func test_catchUp_pastManyHandovers_followsTheRight() throws {
        let a = try begin { try $0.add(password("maria"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        fleet.content.update { content in
            for distance: Int64 in 1...2_500 {
                content.handovers.append((content.newest.keysVersion + distance, [1]))
            }
        }
        _ = try a.asReplica.repairServer(nil)
        try a.rotateKeys()
        try b.catchUp()
        XCTAssertEqual(try b.secret(of: password("maria"))?.text, "one")
    }

    /// A handover to a key of a host's choice, in the slots of the present keys or in none of them.
    private func forgery(by host: ItemStore, opens: Bool) throws -> [UInt8] {
        let (old, own) = (try host.engine.material(), try host.engine.keys.unlockKey())
        let key = try SealingKey.random()
        let slots = try old.slots.suffix(opens ? 9 : 1).map { slot in
            var slot = try SlotCodec.reseal(slot, from: own.key, to: key, store: old.store)
            if !opens { slot.number += 99 }
            slot.checksum = SlotCodec.checksum(slot, old.store)
            return slot
        }
        let main = try KeysetCodec.seal(.main, .random(), key, nil, store: old.store, keyset: 9)
        let material = KeyMaterial(
            store: old.store, commitment: KeyMaterial.commitment(to: key, store: old.store),
            writer: old.writer, slots,
            [KeysetRow(number: 9, main: main)], keysVersion: 0)
        return try Handover.make(
            to: material, from: own.key, signedBy: try XCTUnwrap(own.writeKey))
    }
}
