import Foundation
import SecureStore
import XCTest

@testable import SecureStoreCertificates

final class HostileKeyTests: XCTestCase {

    private func read(_ tree: SecretDER) throws -> PrivateKey { try PrivateKey(der: try tree.encoded()) }

    func test_read_ofWhatIsNoKey_throwsUnknownFormat() throws {
        let samples: [[UInt8]] = [[], [0x30, 0], Array("hello".utf8), [0x02, 1, 1], [0x30, 3, 0x02, 1, 0]]
        for bytes in samples {
            assertThrows(.unknownFormat, "\(bytes)") { _ = try PrivateKey(der: bytes) }
        }
        assertThrows(.unknownFormat) { _ = try PrivateKey(pem: Array("no PEM".utf8)) }
    }

    func test_read_ofKeyWithAnyLengthCutOrByteBehind_throwsDecode() throws {
        for kind in [KeyKind.p256, .ed25519] {
            let bytes = try PrivateKey.sample(kind).pkcs8().copied
            for count in 2..<bytes.count {
                assertThrows(.decode, "\(count)") { _ = try PrivateKey(der: bytes.prefix(count)) }
            }
            assertThrows(.decode) { _ = try PrivateKey(der: bytes + [0]) }
        }
    }

    func test_read_ofKeyWithAnyByteChanged_isRefusedOrAnotherKey() throws {
        for kind in [KeyKind.p256, .rsa(2_048)] {
            let key = try PrivateKey.sample(kind)
            let bytes = try key.pkcs8().copied
            for index in stride(from: 0, to: bytes.count, by: kind == .p256 ? 1 : 17) {
                var changed = bytes
                changed[index] ^= 0x41
                guard let other = try? PrivateKey(der: changed) else { continue }
                // A change where nothing depends on it leaves the key as it was.
                let signature = try other.sign([1], kind == .p256 ? .ecdsaSHA256 : .rsaPKCS1SHA256)
                XCTAssertTrue(
                    try other.publicKey.isValid(
                        signature, of: [1], kind == .p256 ? .ecdsaSHA256 : .rsaPKCS1SHA256))
            }
        }
    }

    func test_read_ofScalarThatIsZeroOrTooLarge_throwsDecode() throws {
        for curve in Curve.allCases {
            for byte: UInt8 in [0, 0xff] {
                let scalar = SecretDER.octets([.literal([UInt8](repeating: byte, count: curve.byteCount))])
                let name = SecretDER.element(0xa0, [.identifier(curve.identifier)])
                assertThrows(.decode) { _ = try self.read(.sequence([.number([1]), scalar, name])) }
            }
        }
    }

    func test_read_ofPointThatIsNotOnTheCurveOrAnothersOne_throwsDecode() throws {
        let (key, other) = (try PrivateKey.generate(.p256), try PrivateKey.generate(.p256))
        let bytes = Array(try key.externalRepresentation().copied)
        let foreign = Array(other.publicKey.externalRepresentation) + bytes[65...]
        assertThrows(.decode) { _ = try PrivateKey(x963: try SecretBytes(copying: foreign)) }
        var point = Array(bytes[..<65])
        point[40] ^= 1
        assertThrows(.decode) { _ = try PublicKey(x963: point) }
        assertThrows(.decode) { _ = try PublicKey(x963: [UInt8](repeating: 0, count: 65)) }
    }

    /// Of a new key: the modulus, the exponents, the primes, their exponents and the coefficient.
    private func rsaNumbers() throws -> [[UInt8]] {
        var reader = try SecretReader(try PrivateKey.sample(.rsa(2_048)).externalRepresentation())
            .content()
        _ = try reader.number()
        var numbers: [[UInt8]] = []
        while !reader.isAtEnd { numbers.append(reader.copy(try reader.number())) }
        return numbers
    }

    func test_read_ofRSANumbersThatMakeNoSense_throwsDecode() throws {
        let numbers = try rsaNumbers()
        for (index, number) in numbers.enumerated() {
            var last = number
            last[last.count - 1] ^= 2
            for wrong in [[], [1], [UInt8](repeating: 0xff, count: 9), last, last + [1]] as [[UInt8]] {
                var changed = numbers
                changed[index] = wrong
                assertThrows(.decode, "number \(index): \(wrong.count)") {
                    _ = try self.read(.sequence([.number([0])] + changed.map { .number($0) }))
                }
            }
        }
    }

    func test_read_ofRSAPrimesLongerThanTheModulus_throwsDecodeAtOnce() throws {
        var numbers = try rsaNumbers()
        numbers[3] = [UInt8](repeating: 1, count: 600_000)
        numbers[4] = [UInt8](repeating: 1, count: 440_000)
        let key = try SecretDER.sequence([.number([0])] + numbers.map { .number($0) }).encoded()
        let spent = processorSeconds { assertThrows(.decode) { _ = try PrivateKey(der: key) } }
        XCTAssertLessThan(spent, 1)
    }

    func test_read_ofRSASizesAndExponentsBeyondTheBounds_throwsDecode() throws {
        func publicKey(_ bits: Int, last: UInt8 = 1, exponent: [UInt8]) throws -> PublicKey {
            let modulus = [0x80] + [UInt8](repeating: 0, count: bits / 8 - 2) + [last]
            let tree = SecretDER.sequence([.number(modulus), .number(exponent)])
            return try PublicKey(der: try tree.encodedPublicly())
        }
        XCTAssertNoThrow(try publicKey(16_384, exponent: [3]))
        assertThrows(.decode) { _ = try publicKey(16_392, exponent: [3]) }
        XCTAssertNoThrow(try publicKey(512, exponent: [3]))
        assertThrows(.decode) { _ = try publicKey(504, exponent: [3]) }
        assertThrows(.decode) { _ = try publicKey(2_048, last: 2, exponent: [3]) }
        for exponent in [[0], [1], [2], [4], [UInt8](repeating: 1, count: 9)] as [[UInt8]] {
            assertThrows(.decode) { _ = try publicKey(2_048, exponent: exponent) }
        }
    }

    func test_read_ofForeignPublicHalfBesideTheKey_throwsDecode() throws {
        for kind in [KeyKind.rsa(2_048), .p256, .ed25519] {
            let (key, other) = (try PrivateKey.sample(kind), try PrivateKey.generate(kind))
            var reader = try SecretReader(try key.pkcs8()).content()
            _ = (try reader.number(), try reader.next(DER.sequence))
            let octets = SecretDER.octets([.literal(reader.copy(try reader.next(DER.octetString)))])
            func read(_ bits: [UInt8]) throws -> PrivateKey {
                let half = SecretDER.element(0x81, [.literal(bits)])
                return try self.read(.sequence([.number([1]), KeyAlgorithm.write(kind), octets, half]))
            }
            let own = Array(key.publicKey.externalRepresentation)
            XCTAssertEqual(try read([0] + own), key)
            assertThrows(.decode) { _ = try read([0] + other.publicKey.externalRepresentation) }
            assertThrows(.decode) { _ = try read([7] + own) }
        }
    }

    func test_read_ofTooManyBytes_throwsDataTooLarge() throws {
        let large = [UInt8](repeating: 0x30, count: (1 << 20) + 1)
        assertThrows(.dataTooLarge) { _ = try PrivateKey(der: large) }
        assertThrows(.dataTooLarge) { _ = try PrivateKey(pem: large) }
        assertThrows(.dataTooLarge) { _ = try PublicKey(der: large) }
    }
}
