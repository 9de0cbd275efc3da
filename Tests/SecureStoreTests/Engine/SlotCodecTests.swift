import XCTest

@testable import SecureStore

final class SlotCodecTests: XCTestCase {
    private let store = Bytes16(high: 1, low: 2)
    private let salt = [UInt8](repeating: 7, count: 16)

    private func key(_ byte: UInt8) throws -> SealingKey {
        try SealingKey(copying: SecretBytes(copying: [UInt8](repeating: byte, count: 32)))
    }

    private func slot(_ number: Int64 = 1) throws -> SlotRow {
        try SlotCodec.seal(
            key(1), under: key(2), store: store, number: number, kind: .recoveryCode, salt: salt, cost: nil)
    }

    private func bytes(_ key: borrowing SealingKey) -> [UInt8] {
        key.withBytes { $0.array(at: 0, count: $0.byteCount) ?? [] }
    }

    func test_open_underTheSameKey_isTheUnlockKey() throws {
        let opened = try SlotCodec.open(slot(), under: key(2), store: store)
        XCTAssertEqual(bytes(opened), [UInt8](repeating: 1, count: 32))
    }

    func test_open_underAnotherKey_throwsAuthFailed() throws {
        let slot = try slot()
        assertThrows(.authFailed) { _ = try SlotCodec.open(slot, under: key(3), store: store) }
    }

    func test_open_inAnotherPlace_throwsAuthFailed() throws {
        let slot = try slot()
        let changes: [(String, (inout SlotRow) -> Void)] = [
            ("number", { $0.number = 2 }), ("kind", { $0.kind = SlotKind.passphrase.rawValue }),
            ("salt", { $0.salt[0] ^= 1 }), ("commitment", { $0.commitment[31] ^= 1 }),
        ]
        for (name, change) in changes {
            var moved = slot
            change(&moved)
            assertThrows(.authFailed, name) { _ = try SlotCodec.open(moved, under: key(2), store: store) }
        }
        let other = Bytes16(high: 1, low: 3)
        assertThrows(.authFailed, "store") { _ = try SlotCodec.open(slot, under: key(2), store: other) }
    }

    func test_open_withSealedKeyChanged_throwsInvalidDatabaseBlob() throws {
        var slot = try slot()
        for place in slot.sealed.indices {
            slot.sealed[place] ^= 1
            assertThrows(.invalidDatabaseBlob, "\(place)") {
                _ = try SlotCodec.open(slot, under: key(2), store: store)
            }
            slot.sealed[place] ^= 1
        }
    }

    func test_check_ofAnyFieldChanged_throwsInvalidDatabaseBlob() throws {
        let slot = try slot()
        XCTAssertNoThrow(try SlotCodec.check(slot))
        let changes: [(String, (inout SlotRow) -> Void)] = [
            ("number", { $0.number = 2 }), ("kind", { $0.kind = 1 }), ("no kind", { $0.kind = 9 }),
            ("salt", { $0.salt[0] ^= 1 }), ("passes", { $0.passes = 1 }), ("memory", { $0.memory = 1 }),
            ("commitment", { $0.commitment[0] ^= 1 }), ("sealed", { $0.sealed[0] ^= 1 }),
            ("checksum", { $0.checksum[0] ^= 1 }),
            ("boundary", { $0.commitment.append($0.sealed.removeFirst()) }),
        ]
        for (name, change) in changes {
            var changed = slot
            change(&changed)
            assertThrows(.invalidDatabaseBlob, name) { try SlotCodec.check(changed) }
        }
    }

    func test_seal_twice_givesDifferentBoxes() throws {
        XCTAssertNotEqual(try slot().sealed, try slot().sealed)
    }
}
