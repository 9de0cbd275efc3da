import XCTest

@testable import SecureStore

final class RecipientKeyTests: XCTestCase {
    private func key(_ first: UInt8) throws -> SealingKey {
        try SealingKey(.counting(from: first, count: 32))
    }

    /// The plaintext that a pair makes of a box; nil when it does not open it.
    private func open(_ sealed: [UInt8], seed: UInt8) throws -> [UInt8]? {
        guard let key = try RecipientKey(seed: key(seed)).open(sealed) else { return nil }
        return key.bytes
    }

    func test_publicKey_ofSeed_isKnown() throws {
        // From another implementation of SHA-512 and X25519.
        let expected = "4701d08488451f545a409fb58ae3e58581ca40ac3f7f114698cd71deac73ca01"
        XCTAssertEqual(try RecipientKey(seed: key(0)).publicKey, [UInt8](hexadecimal: expected))
    }

    func test_open_ofBoxOfAnotherImplementation_isTheKey() throws {
        let sealed = [UInt8](
            hexadecimal: """
                c44e429251771ec76197c7a1f8ea289a18ca3dd7a7e102ba7cc84df6b55cbe1a2463e34aa8e1ebc5\
                646553ac204efd790ce32ada68ed505c9e7af6cf2da82c1193d298395b01faac37311cbfcd45524b
                """)
        XCTAssertEqual(try open(sealed, seed: 0), .counting(from: 100, count: 32))
    }

    func test_open_withTheSeed_isTheKey() throws {
        let sealed = try RecipientKey.seal(key(7), to: try RecipientKey(seed: key(0)).publicKey)
        XCTAssertEqual(sealed.count, RecipientKey.sealedByteCount)
        XCTAssertEqual(try open(sealed, seed: 0), .counting(from: 7, count: 32))
    }

    func test_open_withAnotherSeed_isNil() throws {
        let sealed = try RecipientKey.seal(key(7), to: try RecipientKey(seed: key(0)).publicKey)
        XCTAssertNil(try open(sealed, seed: 1))
    }

    func test_open_withAnyByteChanged_isNil() throws {
        var sealed = try RecipientKey.seal(key(7), to: try RecipientKey(seed: key(0)).publicKey)
        for place in sealed.indices {
            sealed[place] ^= 1
            XCTAssertNil(try open(sealed, seed: 0), "\(place)")
            sealed[place] ^= 1
        }
    }

    func test_open_ofWrongSize_isNil() throws {
        for count in [0, 1, 48, 79, 81] { XCTAssertNil(try open(Array(repeating: 0, count: count), seed: 0)) }
    }

    func test_seal_twice_givesDifferentBoxes() throws {
        let recipient = try RecipientKey(seed: key(0)).publicKey
        XCTAssertNotEqual(
            try RecipientKey.seal(key(7), to: recipient), try RecipientKey.seal(key(7), to: recipient))
    }

    func test_seal_toWhatIsNoPublicKey_throwsParam() throws {
        for recipient in [[], [1], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 33)] {
            assertThrows(.param, "\(recipient.count)") { try RecipientKey.seal(self.key(7), to: recipient) }
        }
    }
}
