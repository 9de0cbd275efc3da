import CSecureStoreOpenSSL
import SecureStore

@testable import SecureStoreCertificates

/// Puts bytes under the seal of PKCS#12, so that a fuzzer gets past it.
enum SealedSafes {
    private static let data: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]
    private static let sha1: [UInt8] = [0x2b, 0x0e, 0x03, 0x02, 0x1a]

    static func file(_ safes: [UInt8]) throws -> [UInt8] {
        let salt = [UInt8](repeating: 7, count: 8)
        var (key, seal) = ([UInt8](repeating: 0, count: 20), [UInt8](repeating: 0, count: 20))
        var saltCopy = salt
        let isMade =
            unsafe PKCS12_key_gen_utf8(
                "horse", 5, &saltCopy, 8, PKCS12_MAC_ID, 1, Int32(key.count), &key, EVP_sha1()) == 1
        require(isMade, "no key for the seal")
        unsafe HMAC(EVP_sha1(), key, Int32(key.count), safes, safes.count, &seal, nil)
        let content = SecretDER.sequence([
            .identifier(data), .element(0xa0, [.octets([.literal(safes)])]),
        ])
        let algorithm = SecretDER.sequence([.identifier(sha1), .literal([DER.null, 0])])
        let sealed = SecretDER.sequence([
            .sequence([algorithm, .octets([.literal(seal)])]), .octets([.literal(salt)]), .number([1]),
        ])
        return try SecretDER.sequence([.number([3]), content, sealed]).encodedPublicly()
    }
}

enum LibCryptoState {
    static var hasNoError: Bool { ERR_peek_error() == 0 }
}
