import SecureStore
private import SecureStoreCertificates

/// The key of a session, which a client and this program have agreed on so that a bus monitor sees no secret.
///
/// The bus prescribes Diffie-Hellman in a group of 1,024 bits, and proves no side to the other: it keeps
/// secrets from whoever only listens, and from nobody else. libcrypto is loaded with the first agreement.
struct SessionKey {
    private let key: SecretBytes

    /// The number of bytes of the group's prime, of public keys and of what both sides share.
    static let groupByteCount = 128
    private static let keyByteCount = 16
    static let blockByteCount = 16

    // The second group of RFC 2409, whose generator is 2.
    private static let prime: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xc9, 0x0f, 0xda, 0xa2, 0x21, 0x68, 0xc2, 0x34,
        0xc4, 0xc6, 0x62, 0x8b, 0x80, 0xdc, 0x1c, 0xd1, 0x29, 0x02, 0x4e, 0x08, 0x8a, 0x67, 0xcc, 0x74,
        0x02, 0x0b, 0xbe, 0xa6, 0x3b, 0x13, 0x9b, 0x22, 0x51, 0x4a, 0x08, 0x79, 0x8e, 0x34, 0x04, 0xdd,
        0xef, 0x95, 0x19, 0xb3, 0xcd, 0x3a, 0x43, 0x1b, 0x30, 0x2b, 0x0a, 0x6d, 0xf2, 0x5f, 0x14, 0x37,
        0x4f, 0xe1, 0x35, 0x6d, 0x6d, 0x51, 0xc2, 0x45, 0xe4, 0x85, 0xb5, 0x76, 0x62, 0x5e, 0x7e, 0xc6,
        0xf4, 0x4c, 0x42, 0xe9, 0xa6, 0x37, 0xed, 0x6b, 0x0b, 0xff, 0x5c, 0xb6, 0xf4, 0x06, 0xb7, 0xed,
        0xee, 0x38, 0x6b, 0xfb, 0x5a, 0x89, 0x9f, 0xa5, 0xae, 0x9f, 0x24, 0x11, 0x7c, 0x4b, 0x1f, 0xe6,
        0x49, 0x28, 0x66, 0x51, 0xec, 0xe6, 0x53, 0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
    ]

    /// Agrees on a key with another program: `exchange` gets this one's public key, and returns the other
    /// one's.
    static func agree(
        _ exchange: (_ publicKey: SecretBytes) throws -> SecretBytes
    ) throws -> SessionKey {
        let prime = try SecretBytes(copying: prime)
        let own = try SecretBytes.random(count: groupByteCount)
        func power(_ base: SecretBytes) throws -> SecretBytes {
            if let power = try PrimeGroup.power(base, own, modulo: prime) { return power }
            throw BusError.invalidArguments("the public key is none of the group")
        }
        let peer = try exchange(power(SecretBytes(copying: [2])))
        guard 1...groupByteCount ~= peer.count else {
            throw BusError.invalidArguments(
                "the public key has \(peer.count) bytes, and not 1 to \(groupByteCount)")
        }
        let shared = try power(peer)
        // HKDF of RFC 5869 with SHA-256, no salt and no info; 16 bytes are part of its first block.
        let salt = try SecretBytes(copying: [UInt8](repeating: 0, count: 32))
        let extracted = try HashFunction.sha256.authenticationCode(of: shared, with: salt)
        let expanded = try HashFunction.sha256.authenticationCode(
            of: SecretBytes(copying: [1]), with: extracted)
        let key = try expanded.withBytes { try SecretBytes(copying: $0.prefix(keyByteCount)) }
        return SessionKey(key: key)
    }

    // MARK: - Secrets

    /// Seals a secret, and returns the numbers that it began with.
    func seal(_ secret: SecretBytes) throws -> (start: SecretBytes, sealed: SecretBytes) {
        let start = try SecretBytes.random(count: Self.blockByteCount)
        return (start, try BlockCipher.aes128.encrypt(secret, key: key, iv: start))
    }

    func open(_ sealed: SecretBytes, _ start: SecretBytes) throws -> SecretBytes {
        guard start.count == Self.blockByteCount, sealed.count > 0,
            sealed.count.isMultiple(of: Self.blockByteCount),
            let secret = try BlockCipher.aes128.decrypt(sealed, key: key, iv: start)
        else { throw BusError.invalidArguments("the secret is not one that was sealed in this session") }
        return secret
    }
}
