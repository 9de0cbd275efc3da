import XCTest

@testable import SecureStore

final class WriteKeyTests: XCTestCase {
    private func key(_ byte: UInt8) throws -> WriteKey {
        try WriteKey(
            seed: SealingKey(copying: SecretBytes(copying: [UInt8](repeating: byte, count: 32))))
    }

    /// The first vector of RFC 8032, 7.1: its public key follows from its seed.
    func test_publicKey_ofTheSeedOfTheStandard_isThatOfTheStandard() throws {
        let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
        let key = try WriteKey(
            seed: SealingKey(copying: SecretBytes(copying: [UInt8](hexadecimal: seed))))
        XCTAssertEqual(
            key.publicKey.hexadecimal, "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    }

    func test_isSigned_ofWhatTheKeyHasSigned_isTrue() throws {
        let key = try key(1)
        for message in [[], [1], [UInt8](repeating: 7, count: 500)] {
            let signature = try key.sign("purpose", message)
            XCTAssertEqual(signature.count, WriteKey.signatureByteCount)
            XCTAssertTrue(WriteKey.isSigned("purpose", message, signature, by: key.publicKey))
        }
    }

    func test_isSigned_ofAnythingElse_isFalse() throws {
        let (key, message) = (try key(1), [UInt8](1...9))
        let signature = try key.sign("purpose", message)
        let rows: [(String, String, [UInt8], [UInt8], [UInt8])] = [
            ("purpose", "other", message, signature, key.publicKey),
            ("boundary", "purpos", Array("e".utf8) + [0] + message, signature, key.publicKey),
            ("message", "purpose", message + [0], signature, key.publicKey),
            ("signature", "purpose", message, [signature[0] ^ 1] + signature.dropFirst(), key.publicKey),
            ("no signature", "purpose", message, [], key.publicKey),
            ("zeros", "purpose", message, [UInt8](repeating: 0, count: 64), key.publicKey),
            ("other key", "purpose", message, signature, try self.key(2).publicKey),
            ("no key", "purpose", message, signature, []),
            ("key of zeros", "purpose", message, signature, [UInt8](repeating: 0, count: 32)),
        ]
        for (name, purpose, message, signature, publicKey) in rows {
            XCTAssertFalse(WriteKey.isSigned(purpose, message, signature, by: publicKey), name)
        }
    }
}
