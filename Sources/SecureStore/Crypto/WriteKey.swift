private import CSecureStoreSodium

/// A pair of Ed25519, with whose secret half the hosts that may change a fleet sign each change.
///
/// A class, because the keys of all threads share it.
final class WriteKey: Sendable {
    static let publicByteCount = 32
    static let signatureByteCount = 64

    /// The secret half, as slots hold it.
    let seed: SealingKey
    /// The half that every host knows.
    let publicKey: [UInt8]
    /// Both halves, as libsodium signs with them: to make these anew takes as long as to sign.
    private let pair: SecretBlock

    init(seed: consuming SealingKey) throws(StoreError) {
        try seed.requireUsable()
        var pair = try SecretBlock(byteCount: 2 * SealingKey.byteCount)
        var publicKey = [UInt8](repeating: 0, count: Self.publicByteCount)
        let code = pair.withMutableBytes { pair in
            erasingStack { () -> Int32 in
                guard let start = unsafe pair.start else { return -1 }
                return unsafe seed.withKey { unsafe crypto_sign_seed_keypair(&publicKey, start, $0) }
            }
        }
        guard code == 0 else {
            throw StoreError(.internalComponent, "libsodium could not make a pair of keys")
        }
        pair.makeReadOnly()
        self.publicKey = publicKey
        self.seed = seed
        self.pair = pair
    }

    static func random() throws(StoreError) -> WriteKey { try WriteKey(seed: try SealingKey.random()) }

    /// Signs a message for a purpose; throws in a child that was forked after the key was made.
    func sign(_ purpose: String, _ message: [UInt8]) throws(StoreError) -> [UInt8] {
        let message = labelled(purpose, message)
        try seed.requireUsable()
        var signature = [UInt8](repeating: 0, count: Self.signatureByteCount)
        let code = pair.withBytes { secret in
            erasingStack { () -> Int32 in
                guard let start = unsafe secret.start else { return -1 }
                return unsafe crypto_sign_detached(&signature, nil, message, UInt64(message.count), start)
            }
        }
        guard code == 0 else {
            throw StoreError(.internalComponent, "libsodium could not sign a message")
        }
        return signature
    }

    /// Asks whether the secret half of `publicKey` has signed a message for this purpose.
    static func isSigned(
        _ purpose: String, _ message: [UInt8], _ signature: [UInt8], by publicKey: [UInt8]
    ) -> Bool {
        let message = labelled(purpose, message)
        guard signature.count == signatureByteCount, publicKey.count == publicByteCount else { return false }
        return unsafe crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }
}
