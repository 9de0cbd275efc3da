internal import SecureStore

/// PKCS#8 that is encrypted under a passphrase.
enum EncryptedKey {
    /// Opens the bytes, whose content says what it costs.
    static func open(
        _ bytes: SecretBytes, _ content: SecretReader, _ passphrase: SecretBytes?,
        _ work: inout DerivationWork
    ) throws(StoreError) -> SecretBytes {
        var reader = content
        let algorithm = try reader.enter()
        _ = try reader.next(DER.octetString)
        try reader.finish()
        guard let passphrase else {
            throw StoreError(.passphraseRequired, "the key is encrypted, and no passphrase is given")
        }
        let providers = try work.spend(algorithm)
        guard passphrase.count <= KeyLimits.passphraseByteCount else {
            throw StoreError(.param, "a passphrase of \(passphrase.count) bytes")
        }
        guard let opened = try SealedPKCS8.open(bytes, passphrase, providers) else { throw wrongPassphrase }
        return opened
    }

    static func seal(_ key: SecretBytes, _ passphrase: SecretBytes) throws(StoreError) -> SecretBytes {
        guard passphrase.count <= KeyLimits.passphraseByteCount else {
            throw StoreError(.param, "a passphrase of \(passphrase.count) bytes")
        }
        return try SealedPKCS8.seal(key, passphrase)
    }

    static var wrongPassphrase: StoreError {
        StoreError(.authFailed, "the passphrase does not open the key")
    }
}

/// What bounds the reading of keys.
enum KeyLimits {
    /// The largest key there is has 10 KiB.
    static let byteCount = 1 << 20
    /// Each repetition of some derivations reads all of the passphrase.
    static let passphraseByteCount = 4_096
}
