private import CSecureStoreOpenSSL
internal import SecureStore

/// PKCS#8 under a passphrase.
///
/// What libcrypto decrypts into its own memory, it erases.
enum SealedPKCS8 {
    /// The repetitions of PBKDF2 in new files, for a key and for each part of PKCS#12.
    ///
    /// Three parts are less than the 600,000 that Windows accepts for a file.
    static let iterations = 150_000

    /// Decrypts; nil when the passphrase is wrong, or what it opens is no PKCS#8.
    static func open(
        _ bytes: SecretBytes, _ passphrase: SecretBytes, _ providers: CryptoProviders
    ) throws(StoreError) -> SecretBytes? {
        let context = try unsafe providers.context()
        return try LibCrypto.secretly { () throws(StoreError) in
            let sealed = unsafe LibCrypto.decoding(bytes, { unsafe d2i_X509_SIG(nil, $0, $1) }) {
                unsafe X509_SIG_free($0)
            }
            guard let sealed else {
                throw StoreError(.decode, "the encrypted key is broken; take another copy of it")
            }
            let key = unsafe LibCrypto.withPointer(passphrase) { passphrase in
                unsafe PKCS8_decrypt_ex(
                    sealed.object, LibCrypto.text(passphrase), Int32(passphrase.count), context, nil)
            }
            guard let key = unsafe key else { return nil }
            defer { unsafe PKCS8_PRIV_KEY_INFO_free(key) }
            return try unsafe encoding(of: key)
        }
    }

    /// Encrypts PKCS#8 with AES-256, under a key of PBKDF2 with SHA-256.
    static func seal(_ bytes: SecretBytes, _ passphrase: SecretBytes) throws(StoreError) -> SecretBytes {
        try LibCrypto.secretly { () throws(StoreError) in
            let sealed = unsafe LibCrypto.withPointer(passphrase) { passphrase -> OpaquePointer? in
                unsafe Self.sealed(bytes, LibCrypto.text(passphrase), Int32(passphrase.count))
            }
            guard let sealed = unsafe sealed else { throw LibCrypto.failed("encrypt the key") }
            defer { unsafe X509_SIG_free(sealed) }
            return try unsafe LibCrypto.secretEncoding { unsafe i2d_X509_SIG(sealed, $0) }
        }
    }

    /// The same as an object of libcrypto's, which the caller frees.
    static func sealed(
        _ bytes: SecretBytes, _ text: UnsafePointer<CChar>, _ count: Int32
    ) -> OpaquePointer? {
        let key = unsafe LibCrypto.decoding(bytes, { unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, $0, $1) }) {
            unsafe PKCS8_PRIV_KEY_INFO_free($0)
        }
        guard let key else { return nil }
        // Without a number for the encryption, it is the cipher with PBKDF2, and SHA-256 in that.
        return unsafe PKCS8_encrypt(
            -1, EVP_aes_256_cbc(), text, count, nil, 16, Int32(iterations), key.object)
    }

    /// The encoding of PKCS#8 that libcrypto has taken apart, written into memory that is erased.
    static func encoding(of key: OpaquePointer) throws(StoreError) -> SecretBytes {
        try unsafe LibCrypto.secretEncoding { unsafe i2d_PKCS8_PRIV_KEY_INFO(key, $0) }
    }
}
