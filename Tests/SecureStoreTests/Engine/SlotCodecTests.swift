import XCTest

@testable import SecureStore

final class SlotCodecTests: XCTestCase {
    private let store = Bytes16(high: 1, low: 2)
    private let salt = [UInt8](repeating: 7, count: 16)

    private func key(_ byte: UInt8) throws -> SealingKey {
        try SealingKey(copying: SecretBytes(copying: [UInt8](repeating: byte, count: 32)))
    }

    private func slot(_ number: Int64 = 1) throws -> SlotRow {
        try SlotCodec.make(
            key(1), under: key(2), store: store, number: number, kind: .recoveryCode, salt: salt, cost: nil)
    }

    /// The unlock key that a wrapping key of this byte gives.
    private func open(_ slot: SlotRow, _ byte: UInt8 = 2, store other: Bytes16? = nil) throws -> [UInt8] {
        let place = other ?? store
        let secret = try SlotCodec.secret(of: slot, under: key(byte), store: place)
        let way = SlotSecret(slot: slot.number, secret)
        return bytes(try SlotCodec.open(slot, with: way, store: place).key)
    }

    private func bytes(_ key: borrowing SealingKey) -> [UInt8] {
        key.withBytes { $0.array(at: 0, count: $0.byteCount) ?? [] }
    }

    func test_open_underTheSameKey_isTheUnlockKey() throws {
        XCTAssertEqual(try open(slot()), [UInt8](repeating: 1, count: 32))
    }

    func test_open_underAnotherKey_throwsAuthFailed() throws {
        let slot = try slot()
        assertThrows(.authFailed) { try self.open(slot, 3) }
    }

    func test_open_inAnotherPlace_throwsAuthFailed() throws {
        let slot = try slot()
        let changes: [(String, (inout SlotRow) -> Void)] = [
            ("number", { $0.number = 2 }), ("kind", { $0.kind = KeySlot.Kind.passphrase.rawValue }),
            ("salt", { $0.salt[0] ^= 1 }), ("recipient", { $0.recipient[31] ^= 1 }),
        ]
        for (name, change) in changes {
            var moved = slot
            change(&moved)
            assertThrows(.authFailed, name) { try self.open(moved) }
        }
        assertThrows(.authFailed, "store") { try self.open(slot, store: Bytes16(high: 1, low: 3)) }
    }

    func test_open_withSealedKeyChanged_throwsInvalidDatabaseBlob() throws {
        var slot = try slot()
        for place in slot.sealed.indices {
            slot.sealed[place] ^= 1
            assertThrows(.invalidDatabaseBlob, "\(place)") { try self.open(slot) }
            slot.sealed[place] ^= 1
        }
    }

    func test_open_withKeySealedByWhoHasTheRecipientAlone_throwsInvalidDatabaseBlob() throws {
        var slot = try slot()
        let forged = try RecipientKey.seal(key(9), to: slot.recipient)
        let data = FileFormat.associatedData(.slot, store: store, number: 1)
        slot.sealed = try key(9).box(forged, data)
        assertThrows(.invalidDatabaseBlob) { try self.open(slot) }
    }

    func test_reseal_withTheOldUnlockKey_givesTheNewOneToTheSameCredential() throws {
        let resealed = try SlotCodec.reseal(slot(), from: key(1), to: key(4), store: store)
        XCTAssertNoThrow(try SlotCodec.check(resealed, store: store))
        XCTAssertEqual(try open(resealed), [UInt8](repeating: 4, count: 32))
        let again = try SlotCodec.reseal(resealed, from: key(4), to: key(5), store: store)
        XCTAssertEqual(try open(again), [UInt8](repeating: 5, count: 32))
    }

    func test_reseal_withAnotherUnlockKey_throwsInvalidDatabaseBlob() throws {
        let slot = try slot()
        assertThrows(.invalidDatabaseBlob) {
            try SlotCodec.reseal(slot, from: self.key(3), to: self.key(4), store: self.store)
        }
    }

    func test_check_ofAnyFieldChanged_throwsInvalidDatabaseBlob() throws {
        let slot = try slot()
        XCTAssertNoThrow(try SlotCodec.check(slot, store: store))
        let changes: [(String, (inout SlotRow) -> Void)] = [
            ("number", { $0.number = 2 }), ("kind", { $0.kind = 1 }), ("no kind", { $0.kind = 9 }),
            ("salt", { $0.salt[0] ^= 1 }), ("passes", { $0.passes = 1 }), ("memory", { $0.memory = 1 }),
            ("recipient", { $0.recipient[0] ^= 1 }), ("shield", { $0.shield[0] ^= 1 }),
            ("sealed", { $0.sealed[0] ^= 1 }), ("checksum", { $0.checksum[0] ^= 1 }),
            ("boundary", { $0.shield.append($0.sealed.removeFirst()) }),
        ]
        for (name, change) in changes {
            var changed = slot
            change(&changed)
            assertThrows(.invalidDatabaseBlob, name) { try SlotCodec.check(changed, store: self.store) }
        }
        let other = Bytes16(high: 1, low: 3)
        assertThrows(.invalidDatabaseBlob, "store") { try SlotCodec.check(slot, store: other) }
    }

    func test_seal_twice_givesDifferentBoxes() throws {
        XCTAssertNotEqual(try slot().sealed, try slot().sealed)
    }
}
