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
        try KeyLimits.check(passphrase: passphrase)
        guard let opened = try SealedPKCS8.open(bytes, passphrase, providers) else { throw wrongPassphrase }
        return opened
    }

    static func seal(_ key: SecretBytes, _ passphrase: SecretBytes) throws(StoreError) -> SecretBytes {
        try KeyLimits.check(passphrase: passphrase)
        return try SealedPKCS8.seal(key, passphrase)
    }

    static var wrongPassphrase: StoreError {
        StoreError(.authFailed, "the passphrase does not open the key")
    }
}

/// Bounds on the keys that are read.
enum KeyLimits {
    /// The largest key there is has 10 KiB.
    static let byteCount = 1 << 20
    /// Each repetition of some derivations reads all of the passphrase.
    static let passphraseByteCount = 4_096

    static func check(_ count: Int, _ what: String = "a key") throws(StoreError) {
        guard count <= byteCount else { throw StoreError(.dataTooLarge, "\(what) of \(count) bytes") }
    }

    static func check(passphrase: SecretBytes?) throws(StoreError) {
        guard let passphrase, passphrase.count > passphraseByteCount else { return }
        throw StoreError(.param, "a passphrase of \(passphrase.count) bytes")
    }
}

/// PEM blocks that OpenSSL encrypted before there was PKCS#8: two lines in front of them say how.
enum EncryptedPEM {
    /// The content of a block, decrypted where it has to be.
    static func open(_ block: SecretPEM, _ passphrase: SecretBytes?) throws(StoreError) -> SecretBytes {
        guard block.headers.contains(where: { $0.hasPrefix("Proc-Type:") && $0.hasSuffix("ENCRYPTED") })
        else {
            return block.content
        }
        guard let passphrase else {
            throw StoreError(.passphraseRequired, "the key is encrypted, and no passphrase is given")
        }
        let words =
            block.headers.first { $0.hasPrefix("DEK-Info:") }?.dropFirst(9)
            .split(separator: ",").map { String($0.drop { $0 == " " }) } ?? []
        guard words.count == 2, let (cipher, iv) = try cipher(words[0], words[1]) else {
            throw StoreError(.unimplemented, "the PEM block is encrypted in a way that is not read")
        }
        let key = try HashFunction.keyOfOldPEM(passphrase, salt: iv, byteCount: cipher.keyByteCount)
        guard let opened = try cipher.decrypt(block.content, key: key, iv: iv),
            // A wrong passphrase may leave something that looks like padding.
            (try? SecretReader(opened).content()) != nil
        else { throw EncryptedKey.wrongPassphrase }
        return opened
    }

    private static func cipher(
        _ name: String, _ digits: String
    ) throws(StoreError) -> (BlockCipher, iv: SecretBytes)? {
        guard let cipher = BlockCipher.ofOldPEM.first(where: { $0.name == name }),
            let bytes = Hexadecimal.bytes(of: digits),
            bytes.count == cipher.ivByteCount
        else { return nil }
        return (cipher, try SecretBytes(copying: bytes))
    }
}
