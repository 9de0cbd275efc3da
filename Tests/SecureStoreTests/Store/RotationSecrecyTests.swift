import Foundation
import XCTest

@testable import SecureStore

/// Tests of what a change of keys takes away from whoever has copies of before, and what it leaves in the
/// file.
final class RotationSecrecyTests: StoreTestCase {
    private struct Piece: Hashable {
        let words: (UInt64, UInt64)

        static func == (a: Self, b: Self) -> Bool { a.words == b.words }
        func hash(into hasher: inout Hasher) { hasher.combine(words.0 ^ words.1) }
    }

    /// Every run of sixteen bytes, wherever it begins.
    private func forEachPiece(of bytes: [UInt8], _ body: (Piece) -> Void) {
        guard bytes.count >= 16 else { return }
        var words: (UInt64, UInt64) = (0, 0)
        for (place, byte) in bytes.enumerated() {
            words = (words.0 << 8 | words.1 >> 56, words.1 << 8 | UInt64(byte))
            if place >= 15 { body(Piece(words: words)) }
        }
    }

    /// Adds every box and every token that is in the file now.
    private func collect(into pieces: inout Set<Piece>) throws {
        let database = try PlainDatabase(path)
        let queries = [
            "SELECT hex(attributes), hex(seal), hex(secret) FROM item",
            "SELECT hex(identity), hex(grp), hex(variant), hex(first), hex(second), hex(third) FROM item",
            "SELECT hex(shield), hex(sealed) FROM slot",
            "SELECT hex(main), hex(device), hex(passcode) FROM keyset",
            "SELECT hex(sealed) FROM state",
        ]
        for query in queries {
            for field in try database.rows(query).flatMap({ $0 }) {
                forEachPiece(of: [UInt8](hexadecimal: field)) { pieces.insert($0) }
            }
        }
    }

    /// The number of the pieces that are in the file and its journal.
    private func remnants(of pieces: Set<Piece>) throws -> Int {
        var found = 0
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + suffix)))
            forEachPiece(of: bytes) { if pieces.contains($0) { found += 1 } }
        }
        return found
    }

    /// Adds, changes and deletes items of many sizes, so that rows have moved through the pages of the file.
    private func live(_ store: ItemStore, _ pieces: inout Set<Piece>) throws {
        for number in 0..<60 {
            let text = String(repeating: "\(number) ", count: number % 9 == 0 ? 900 : number * 3)
            try store.add(password("\(number)"), secret: secret(text))
        }
        try collect(into: &pieces)
        for number in stride(from: 0, to: 60, by: 2) {
            let text = String(repeating: "x", count: (number * 37) % 700)
            try store.update(query("\(number)"), Changes().secret(try secret(text)).set(.label, to: text))
        }
        try collect(into: &pieces)
        for number in stride(from: 0, to: 60, by: 3) { try store.delete(query("\(number)")) }
        for number in 100..<120 { try store.add(password("\(number)"), secret: secret("late")) }
        try store.changePassphrase(from: secret("one"), to: secret("two"), cost: .cheapest)
        try collect(into: &pieces)
    }

    func test_rotateKeys_ofStoreWithAHistory_leavesNoPieceOfOldBoxesAndTokens() throws {
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("one"), cost: .cheapest), options: options)
        var pieces: Set<Piece> = []
        try live(store, &pieces)
        XCTAssertGreaterThan(try remnants(of: pieces), 10_000)
        try store.rotateKeys()
        XCTAssertEqual(try remnants(of: pieces), 0)
        XCTAssertTrue(try store.verify().isIntact)
    }

    func test_rotateKeys_afterCancelling_leavesNoPieceOfOldBoxes() throws {
        let store = try makeStore()
        for number in 0..<20 { try store.add(password("\(number)"), secret: secret("kept")) }
        var pieces: Set<Piece> = []
        try collect(into: &pieces)
        try store.beginRotation { $0.isMultiple(of: 2) }
        try collect(into: &pieces)
        try store.rotateKeys()
        try collect(into: &pieces)
        XCTAssertEqual(try keysets(), ["2"])
        try openStore().rotateKeys()
        XCTAssertEqual(try remnants(of: pieces), 0)
    }

    func test_rotateKeys_whileAnotherReads_leavesPiecesUntilTheStoreIsClosed() throws {
        var store: ItemStore? = try makeStore()
        for number in 0..<20 { try store?.add(password("\(number)"), secret: secret("kept")) }
        var pieces: Set<Piece> = []
        try collect(into: &pieces)
        var reader: PlainDatabase? = try PlainDatabase(path)
        try reader?.run("BEGIN; SELECT count(*) FROM item")
        try store?.rotateKeys()
        XCTAssertGreaterThan(try remnants(of: pieces), 0)
        (reader, store) = (nil, nil)
        XCTAssertEqual(try remnants(of: pieces), 0)
    }

    // MARK: - Whoever can write the file

    /// Puts somebody's public key into the slot, with the checksum that fits it.
    private func replaceRecipient() throws {
        let connection = try Connection(path: path, role: .writing)
        var slot = try connection.slots()[0]
        slot.recipient = try RecipientKey(seed: .random()).publicKey
        let checksum = SlotCodec.checksum(slot, try connection.storeHeader().id).hexadecimal
        try connection.execute(
            "UPDATE slot SET recipient = x'\(slot.recipient.hexadecimal)', checksum = x'\(checksum)'")
    }

    func test_rotateKeys_withForeignRecipientInASlot_throwsInvalidKeychainAndSealsNothingToIt() throws {
        let store = try makeStore()
        let before = try PlainDatabase(path).rows("SELECT hex(sealed) FROM slot")
        try replaceRecipient()
        assertThrows(.invalidKeychain, "before it begins") { try store.rotateKeys() }
        // As if it had been replaced after the first look: the transaction looks again.
        assertThrows(.invalidKeychain, "as it begins") { try store.beginRotation { _ in false } }
        XCTAssertEqual(try PlainDatabase(path).rows("SELECT hex(sealed) FROM slot"), before)
    }

    // MARK: - Whoever kept an old copy and its way in

    /// The unlock key that an old copy gives.
    private func oldUnlockKey(_ credential: Credential) throws -> UnlockKey {
        let old = directory + "/old.store"
        try copyStore(to: old)
        return try ItemStore.open(at: old, unlockingWith: credential, options: options).engine.keys
            .unlockKey()
    }

    func test_oldUnlockKey_afterRotation_opensNothingOfTheFile() throws {
        let store = try ItemStore.create(
            at: path, unlockingWith: .passphrase(secret("old"), cost: .cheapest), options: options)
        try store.add(password("maria"), secret: secret("kept"))
        let known = try oldUnlockKey(.passphrase(secret("old")))
        try store.changePassphrase(from: secret("old"), to: secret("new"), cost: .cheapest)
        let before = try Connection(path: path, role: .reading)
        XCTAssertTrue(try KeyMaterial(before).accepts(known.key))
        try store.rotateKeys()
        let material = try KeyMaterial(Connection(path: path, role: .reading))
        XCTAssertFalse(material.accepts(known.key))
        assertThrows(.invalidKeychain) { try material.ring(known, device: store.engine.keys.deviceKey()) }
        assertThrows(.authFailed) { try material.unlock(known.slotSecret) }
        for slot in material.slots {
            assertThrows(.invalidDatabaseBlob) {
                try SlotCodec.reseal(slot, from: known.key, to: .random(), store: material.store)
            }
        }
    }

    func test_oldUnlockKey_duringRotation_opensNoRoot() throws {
        let store = try makeStore()
        try store.add(password("maria"), secret: secret("kept"))
        let known = try oldUnlockKey(.deviceKey)
        try store.beginRotation { _ in false }
        let material = try KeyMaterial(Connection(path: path, role: .reading))
        for keyset in material.keysets {
            let root = try KeysetCodec.open(
                .main, keyset.main, known.key, nil, store: material.store, keyset: keyset.number)
            guard root == nil else { return XCTFail("the old unlock key opens key set \(keyset.number)") }
        }
    }
}
