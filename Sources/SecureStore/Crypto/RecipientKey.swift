private import CSecureStoreSodium

/// A key pair derived from a seed: anybody can seal a key to its public half, and only the seed opens it.
///
/// It uses libsodium's sealed boxes: X25519 and XSalsa20-Poly1305 with a key pair that is thrown away after
/// sealing. Such a box does not show who sealed it; where that matters, something else must.
struct RecipientKey: ~Copyable, Sendable {
    static let publicByteCount = 32
    /// The length of a sealed key: a public key of 32 bytes, a tag of 16 bytes, and the ciphertext.
    static let sealedByteCount = 48 + SealingKey.byteCount

    /// The public half, which is not secret.
    let publicKey: [UInt8]
    let secretKey: SealingKey

    init(seed: borrowing SealingKey) throws(StoreError) {
        try seed.requireUsable()
        var publicKey = [UInt8](repeating: 0, count: Self.publicByteCount)
        secretKey = try unsafe SealingKey { secret throws(StoreError) in
            let code = unsafe seed.withKey { seed in
                guard let start = secret.baseAddress else { return -1 }
                return unsafe crypto_box_seed_keypair(&publicKey, start, seed)
            }
            guard code == 0 else {
                throw StoreError(.internalComponent, "libsodium could not make a pair of keys")
            }
        }
        self.publicKey = publicKey
    }

    static func seal(
        _ key: borrowing SealingKey, to publicKey: [UInt8]
    ) throws(StoreError) -> [UInt8] {
        try key.requireUsable()
        guard publicKey.count == publicByteCount else {
            throw StoreError(.param, "a public key of \(publicKey.count) bytes, not \(publicByteCount)")
        }
        var sealed = [UInt8](repeating: 0, count: sealedByteCount)
        let code = erasingStack {
            unsafe key.withKey {
                unsafe crypto_box_seal(&sealed, $0, UInt64(SealingKey.byteCount), publicKey)
            }
        }
        // It refuses the few points for which the shared key would be the same for everybody.
        guard code == 0 else { throw StoreError(.param, "these bytes are not a public key") }
        return sealed
    }

    /// The key that was sealed to this pair; nil when it was sealed to another one, or altered.
    func open(_ sealed: [UInt8]) throws(StoreError) -> SealingKey? {
        try secretKey.requireUsable()
        guard sealed.count == Self.sealedByteCount else { return nil }
        var isOpen = false
        let key = try unsafe SealingKey { output in
            let code = unsafe secretKey.withKey { secret in
                guard let start = output.baseAddress else { return -1 }
                return unsafe crypto_box_seal_open(start, sealed, UInt64(sealed.count), publicKey, secret)
            }
            isOpen = code == 0
        }
        guard isOpen else { return nil }
        return key
    }
}
