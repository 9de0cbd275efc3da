import Foundation
import XCTest

@testable import SecureStore

/// Attacks of hosts that were removed, and of anybody who has what the server keeps.
final class ReplicaAttackTests: FleetTestCase {
    // MARK: - Removed hosts

    /// The keys that a host finds with the unlock key it has, its device key, and all that the server keeps.
    private func keysFound(by host: ItemStore) throws -> KeyRing {
        let kept = fleet.content.value
        let (engine, own) = (host.engine, try host.engine.keys.unlockKey())
        let version = try engine.material().keysVersion
        var (latest, writer) = (own, try engine.material().writer)
        for handover in kept.handovers where handover.version > version {
            let between = try Handover.open(
                handover.box, from: latest.key, signedBy: writer, engine.keys.ring().store)
            writer = between.writer
            guard let way = try between.unlock(asBefore: latest, engine.keys.deviceKey()) else {
                break
            }
            latest = way
        }
        let material = try KeyMaterial(record: kept.keys, keysVersion: kept.newest.keysVersion)
        return try material.ring(latest, device: engine.keys.deviceKey())
    }

    func test_removedHost_withItsKeysAndTheServer_opensNoLaterState() throws {
        let (_, removed) = try removingHost()
        XCTAssertThrowsError(try StoreState(shared: fleet.content.value.newest, keysFound(by: removed)))
    }

    func test_removedHost_withItsKeysAndTheServer_opensNoLaterSecret() throws {
        let (_, removed) = try removingHost()
        let (number, row) = try XCTUnwrap(fleet.content.value.rows.max { $0.key < $1.key })
        let content = try XCTUnwrap(row.content)
        XCTAssertThrowsError(
            try {
                let ring = try keysFound(by: removed)
                let item = try RowRecord.open(content, number: number, ring)
                XCTAssertFalse(item.fields.hasSecret, "a removed host has opened row \(number)")
            }())
    }

    func test_removedHost_withItsKeysAndTheServer_writesNothingThatOthersTake() throws {
        let (a, removed) = try removingHost()
        guard let ring = try? keysFound(by: removed) else { return }
        let kept = fleet.content.value.newest
        guard var state = try? StoreState(shared: kept, ring) else { return }
        state.replica = state.replica?.after(ReplicaPoint.link(of: kept.box))
        state.sequence += 1
        state.lockSettings = try LockSettings(locksAfter: .seconds(77), locksOnSleep: true)
        let box = try state.sealShared(ring)
        fleet.content.update {
            $0.newest = KeptState(number: state.sequence, keysVersion: state.keysVersion, box: box)
            $0.links[state.sequence] = ReplicaPoint.link(of: box)
        }
        let before = try a.lockSettings()
        XCTAssertThrowsError(try a.catchUp())
        XCTAssertEqual(try a.lockSettings(), before)
    }

    func test_removedHost_thatHadBegunARotation_isShutOutByTheNext() throws {
        let a = try begin { try $0.add(password("erik"), secret: secret("one")) }
        let b = try join("b", lettingIn: a)
        // Cancelled when all items have the new keys, and the old ones are still there.
        var reports = 0
        assertThrows(.userCanceled) {
            try b.rotateKeys { _ in
                reports += 1
                return reports > 1 ? .cancel : .proceed
            }
        }
        try a.catchUp()
        try a.removeSlot(try XCTUnwrap(try a.protection().slots.last { $0.kind == .host }).number)
        try a.rotateKeys()
        try a.add(password("maria"), secret: secret("after"))
        XCTAssertThrowsError(try StoreState(shared: fleet.content.value.newest, keysFound(by: b)))
    }

    /// Slots that lead to keys of a removed host's choice: it seals those into the slots of its time, whose
    /// shields it knows.
    private func forgedKeys(by host: ItemStore, for number: Int64) throws -> (KeyMaterial, KeyRing) {
        let (old, own) = (try host.engine.material(), try host.engine.keys.unlockKey())
        let key = try SealingKey.random()
        let root = try SealingKey.random()
        let slot = try XCTUnwrap(old.slots.first { $0.number == number })
        let keyset = old.current.number + 9
        let main = try KeysetCodec.seal(.main, root, key, nil, store: old.store, keyset: keyset)
        let material = KeyMaterial(
            store: old.store, commitment: KeyMaterial.commitment(to: key, store: old.store),
            writer: old.writer,
            [try SlotCodec.reseal(slot, from: own.key, to: key, store: old.store, writeKey: own.writeKey)],
            [KeysetRow(number: keyset, main: main)], keysVersion: fleet.content.value.newest.keysVersion + 1)
        let new = UnlockKey(key, own.slotSecret, own.writeKey)
        return (material, try material.ring(new, device: host.engine.keys.deviceKey()))
    }

    /// Puts an empty state under forged keys on the server, in the right place of the history, which shows to
    /// everybody.
    private func plant(_ material: KeyMaterial, _ ring: KeyRing, seenBy host: ItemStore) throws {
        let (known, kept) = (try host.read { $0.state }, fleet.content.value)
        let links = kept.links.sorted { $0.key < $1.key }.filter { $0.key > known.sequence }.map(\.value)
        let state = StoreState(
            sequence: kept.newest.number + 1, nextNumber: 1_000, keysVersion: material.keysVersion,
            keysDigest: material.digest,
            replica: links.reduce(known.replica) { $0?.after($1) })
        let box = try state.sealShared(ring)
        fleet.content.update {
            $0.newest = KeptState(number: state.sequence, keysVersion: state.keysVersion, box: box)
            ($0.keys, $0.links[state.sequence]) = (material.record, ReplicaPoint.link(of: box))
            $0.rows = $0.rows.mapValues { _ in (state.sequence, nil) }
        }
    }

    func test_removedHost_withSlotsOfItsMaking_handsNobodyItsKeys() throws {
        let (a, removed) = try removingHost()
        let slot = try XCTUnwrap(a.protection().slots.first).number
        let (material, ring) = try forgedKeys(by: removed, for: Int64(slot))
        try plant(material, ring, seenBy: removed)
        let own = try removed.engine.keys.unlockKey()
        let forged = try Handover.make(
            to: material, from: own.key, signedBy: try XCTUnwrap(own.writeKey))
        for box in [nil, [UInt8](repeating: 0, count: 32) + material.record, forged] {
            fleet.content.update { content in
                content.handovers.removeAll { $0.version == material.keysVersion }
                if let box { content.handovers.append((material.keysVersion, box)) }
            }
            assertThrows(.invalidData) { try a.catchUp() }
        }
        XCTAssertEqual(try a.only(query("maria")).secret?.text, "after")
    }

    // MARK: - Plaintext

    func test_server_isGivenNothingInClear() throws {
        let a = try begin { try $0.add(password("maria-in-clear"), secret: secret("secret-in-clear")) }
        let b = try join("host-in-clear", lettingIn: a)
        try b.rotateKeys()
        try b.add(password("erik-in-clear"), secret: secret("more-in-clear"))
        let kept = fleet.content.value
        var all = kept.newest.box + kept.keys + kept.handovers.flatMap(\.box)
        for row in kept.rows.values { all += row.content ?? [] }
        let ids = try b.read { snapshot throws(StoreError) in
            var ids: [[UInt8]] = []
            for number in try snapshot.connection.itemNumbers(after: 0, most: 9) {
                guard let columns = try snapshot.connection.item(number, .withoutSecret)?.columns else {
                    continue
                }
                for token in [columns.id, columns.identity, columns.group, columns.variant] {
                    var bytes: [UInt8] = []
                    token.append(to: &bytes)
                    ids.append(bytes)
                }
            }
            return ids
        }
        XCTAssertEqual(ids.count, 8)
        for part in ids + [Array("in-clear".utf8)] {
            XCTAssertNil(Data(all).range(of: Data(part)))
        }
    }
}
