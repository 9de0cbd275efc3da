import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

/// Public keys under which anybody can sign.
final class WeakPublicKeyTests: XCTestCase {
    /// The points of which eight make zero, by one coordinate; those beyond the prime are two of them once
    /// more.
    private let points = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ]

    func test_publicKey_ofSmallOrder_throwsDecode() throws {
        for point in points {
            for sign: UInt8 in [0, 0x80] {
                var bytes = Data(hex: point)
                bytes[31] |= sign
                assertThrows(.decode, point) { _ = try PublicKey(rawRepresentation: bytes, .ed25519) }
            }
        }
    }

    func test_publicKey_ofSmallOrderInACertificate_throwsDecode() throws {
        let key = try PrivateKey.generate(.ed25519)
        let info = try key.publicKey.der.prefix(12) + Data(hex: points[1])
        assertThrows(.decode) { _ = try PublicKey(der: info) }
    }
}
