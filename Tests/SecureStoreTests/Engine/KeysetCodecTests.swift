import XCTest

@testable import SecureStore

final class KeysetCodecTests: XCTestCase {
    private let store = Bytes16(high: 1, low: 2)

    private func key(_ byte: UInt8) throws -> SealingKey {
        try SealingKey(copying: SecretBytes(copying: [UInt8](repeating: byte, count: 32)))
    }

    private func device(_ byte: UInt8) throws -> DeviceKey {
        try DeviceKey(SecretBytes(copying: [UInt8](repeating: byte, count: 32)))
    }

    private func box(_ root: KeysetCodec.Root) throws -> [UInt8] {
        try KeysetCodec.seal(root, key(1), key(2), root == .main ? nil : device(3), store: store, keyset: 1)
    }

    /// The root's bytes, nil when the box does not open.
    private func open(
        _ root: KeysetCodec.Root, _ box: [UInt8], unlock: UInt8 = 2, device number: UInt8 = 3,
        store: Bytes16? = nil, keyset: UInt32 = 1
    ) throws -> [UInt8]? {
        let device = root == .main ? nil : try device(number)
        let opened = try KeysetCodec.open(
            root, box, key(unlock), device, store: store ?? self.store, keyset: keyset)
        guard let opened else { return nil }
        return opened.withBytes { $0.array(at: 0, count: $0.byteCount) }
    }

    func test_open_underTheSameKeys_isTheRoot() throws {
        for root in [KeysetCodec.Root.main, .device, .passcode] {
            XCTAssertEqual(try open(root, box(root)), [UInt8](repeating: 1, count: 32))
        }
    }

    func test_open_underOtherKeysOrInAnotherPlace_isNil() throws {
        for root in [KeysetCodec.Root.main, .device, .passcode] {
            let box = try box(root)
            XCTAssertNil(try open(root, box, unlock: 9))
            XCTAssertNil(try open(root, box, store: Bytes16(high: 1, low: 3)))
            XCTAssertNil(try open(root, box, keyset: 2))
        }
    }

    func test_open_ofDeviceRootsUnderAnotherDeviceKey_isNil() throws {
        for root in [KeysetCodec.Root.device, .passcode] {
            XCTAssertNil(try open(root, box(root), device: 9))
        }
    }

    func test_open_ofOneRootAsAnother_isNil() throws {
        XCTAssertNil(try open(.passcode, box(.device)))
        XCTAssertNil(try open(.device, box(.passcode)))
        XCTAssertNil(try open(.device, box(.main)))
    }

    func test_open_ofBoxOfWrongSize_isNil() throws {
        for count in [0, 1, 71, 73] { XCTAssertNil(try open(.main, [UInt8](repeating: 0, count: count))) }
    }

    func test_seal_ofDeviceRootWithoutDeviceKey_throwsNotAvailable() throws {
        assertThrows(.notAvailable) {
            _ = try KeysetCodec.seal(.device, key(1), key(2), nil, store: store, keyset: 1)
        }
    }
}
