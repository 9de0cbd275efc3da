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
        guard let passphrase else { throw EncryptedKey.noPassphrase }
        let providers = try work.spend(algorithm)
        try InputLimits.check(passphrase: passphrase)
        guard let opened = try SealedPKCS8.open(bytes, passphrase, providers) else { throw wrongPassphrase }
        return opened
    }

    fileprivate static let noPassphrase = StoreError(
        .passphraseRequired, "the key is encrypted; give the passphrase that it was written with")

    static var wrongPassphrase: StoreError {
        StoreError(.authFailed, "the passphrase does not open the key; give the one that it was written with")
    }
}

/// PEM blocks that OpenSSL encrypted before there was PKCS#8: two lines in front of them say how.
enum EncryptedPEM {
    /// The content of a block, decrypted where it has to be.
    static func open(_ block: SecretPEM, _ passphrase: SecretBytes?) throws(StoreError) -> SecretBytes {
        guard block.headers.contains(where: { $0.hasPrefix("Proc-Type:") && $0.hasSuffix("ENCRYPTED") })
        else {
            return try block.content
        }
        guard let passphrase else { throw EncryptedKey.noPassphrase }
        let words =
            block.headers.first { $0.hasPrefix("DEK-Info:") }?.dropFirst(9)
            .split(separator: ",").map { String($0.drop { $0 == " " }) } ?? []
        guard words.count == 2, let cipher = BlockCipher.ofOldPEM.first(where: { $0.name == words[0] }),
            let bytes = Hexadecimal.bytes(of: words[1]), bytes.count == cipher.ivByteCount
        else {
            throw StoreError(
                .unimplemented,
                "the PEM block is encrypted in a way that is not read; write it again with openssl "
                    + "pkcs8 -topk8")
        }
        let iv = try SecretBytes(copying: bytes)
        let key = try HashFunction.keyOfOldPEM(passphrase, salt: iv, byteCount: cipher.keyByteCount)
        guard let opened = try cipher.decrypt(try block.content, key: key, iv: iv),
            // A wrong passphrase may leave something that looks like padding.
            (try? SecretReader(opened).content()) != nil
        else { throw EncryptedKey.wrongPassphrase }
        return opened
    }
}
