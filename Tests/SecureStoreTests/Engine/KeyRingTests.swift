import XCTest

@testable import SecureStore

final class KeyRingTests: XCTestCase {
    private func ring(_ slots: [KeyRing.Slot]) throws -> KeyRing {
        KeyRing(
            store: Bytes16(high: 1, low: 2), keyset: 1, version: 1,
            common: try CommonKeys(from: SealingKey.random()), slots: slots)
    }

    private func ready() throws -> [KeyRing.Slot] {
        let root = try SealingKey.random()
        return try [.noPasscode] + Accessibility.allCases.map { .ready(try AccessKeys(from: root, $0)) }
    }

    func test_locked_always_keepsWhatLockingKeeps() throws {
        let locked = try ring(ready()).locked()
        for access in Accessibility.allCases {
            XCTAssertEqual((try? locked.keys(access)) != nil, !access.isWipedByLock, access.code)
        }
    }

    func test_keys_ofWhatIsNotReady_throwWhy() throws {
        let rows: [(KeyRing.Slot, StoreStatus)] = [
            (.locked, .interactionNotAllowed), (.noDeviceKey("gone"), .notAvailable),
            (.noPasscode, .notAvailable),
        ]
        for (slot, status) in rows {
            let ring = try ring(Array(repeating: slot, count: 8))
            assertThrows(status) { try ring.keys(.whenUnlocked) }
        }
    }

    func test_locked_ofWhatIsMissing_keepsTheReason() throws {
        let ring = try ring(Array(repeating: .noDeviceKey("gone"), count: 8)).locked()
        assertThrows(.notAvailable) { try ring.keys(.whenUnlockedThisDeviceOnly) }
    }

    // MARK: - Rings for threads of their own

    func test_another_always_hasTheSameKeysUnderTheSameName() throws {
        let ring = try ring(ready())
        let other = ring.another()
        XCTAssertEqual(other.name, ring.name)
        XCTAssertEqual(other.common.node.name, ring.common.node.name)
        XCTAssertEqual(other.common.index.bytes, ring.common.index.bytes)
        for access in Accessibility.allCases {
            XCTAssertEqual(try other.keys(access).secret.bytes, try ring.keys(access).secret.bytes)
        }
    }

    func test_another_always_sharesNoObject() throws {
        let ring = try ring(ready())
        let other = ring.another()
        XCTAssertFalse(other.common === ring.common || other.shapes === ring.shapes)
        XCTAssertFalse(other.common.node === ring.common.node)
        XCTAssertFalse(try other.keys(.whenUnlocked) === ring.keys(.whenUnlocked))
    }

    func test_another_ofRingWithEarlierKeys_hasThemToo() throws {
        let ring = try ring(ready()).changed(version: 2, writer: nil, previous: ring(ready())) { $1 }
        let (own, other) = (try XCTUnwrap(ring.previous), try XCTUnwrap(ring.another().previous))
        XCTAssertEqual(other.name, own.name)
        XCTAssertFalse(other === own)
    }

    func test_accessKeys_ofEachKindFromOneRoot_differ() throws {
        let root = try SealingKey.random()
        var seen = Set<Bytes16>()
        for access in Accessibility.allCases {
            let keys = try AccessKeys(from: root, access)
            seen.insert(keys.metadata.hash16([UInt8]()))
            seen.insert(keys.secret.hash16([UInt8]()))
        }
        let common = try CommonKeys(from: root)
        seen.insert(common.index.hash16([UInt8]()))
        seen.insert(common.beginning.hash16([UInt8]()))
        seen.insert(common.integrity.hash16([UInt8]()))
        seen.insert(common.state.hash16([UInt8]()))
        XCTAssertEqual(seen.count, 2 * Accessibility.allCases.count + 4)
    }
}
