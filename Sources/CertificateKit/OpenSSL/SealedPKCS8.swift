private import CSecureStoreOpenSSL
internal import SecureStore

/// PKCS#8 under a passphrase.
///
/// What libcrypto decrypts into its own memory, it erases.
enum SealedPKCS8 {
    /// How often PBKDF2 repeats its hash in what we write, for a key and for each part of PKCS#12.
    ///
    /// Three parts are less than the 600,000 that Windows accepts for a file.
    static let iterations = 150_000

    /// Decrypts; nil when the passphrase is wrong, or what it opens is no PKCS#8.
    static func open(
        _ bytes: SecretBytes, _ passphrase: SecretBytes, _ providers: CryptoProviders
    ) throws(StoreError) -> SecretBytes? {
        let context = try unsafe providers.context()
        return try LibCrypto.secretly { () throws(StoreError) in
            let sealed = unsafe LibCrypto.withPointer(bytes) { bytes in
                var start = bytes.baseAddress
                return unsafe d2i_X509_SIG(nil, &start, bytes.count)
            }
            guard let sealed = unsafe sealed else { throw StoreError(.decode, "the encrypted key is broken") }
            defer { unsafe X509_SIG_free(sealed) }
            let key = unsafe LibCrypto.withPointer(passphrase) { passphrase in
                unsafe PKCS8_decrypt_ex(
                    sealed, Self.text(passphrase), Int32(passphrase.count), context, nil)
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
                unsafe Self.sealed(bytes, text(passphrase), Int32(passphrase.count))
            }
            guard let sealed = unsafe sealed else {
                throw LibCrypto.failed("encrypt the key")
            }
            defer { unsafe X509_SIG_free(sealed) }
            let count = unsafe i2d_X509_SIG(sealed, nil)
            guard count > 0 else { throw LibCrypto.failed("encode the key") }
            return try unsafe LibCrypto.fill(capacity: Int(count), or: "encode the key") { target in
                var end: UnsafeMutablePointer<UInt8>? = unsafe target
                return unsafe i2d_X509_SIG(sealed, &end) == count ? Int(count) : nil
            }
        }
    }

    /// The same as an object of libcrypto's, which the caller frees.
    static func sealed(
        _ bytes: SecretBytes, _ text: UnsafePointer<CChar>, _ count: Int32
    ) -> OpaquePointer? {
        let key = unsafe LibCrypto.withPointer(bytes) { bytes in
            var start = bytes.baseAddress
            return unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &start, bytes.count)
        }
        guard let key = unsafe key else { return nil }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(key) }
        // Without a number for the encryption, it is the cipher with PBKDF2, and SHA-256 in that.
        return unsafe PKCS8_encrypt(-1, EVP_aes_256_cbc(), text, count, nil, 16, Int32(iterations), key)
    }

    /// The encoding of PKCS#8 that libcrypto has taken apart, written into memory that is erased.
    static func encoding(of key: OpaquePointer) throws(StoreError) -> SecretBytes {
        let count = unsafe i2d_PKCS8_PRIV_KEY_INFO(key, nil)
        guard count > 0 else { throw LibCrypto.failed("encode the key") }
        return try unsafe LibCrypto.fill(capacity: Int(count), or: "encode the key") { target in
            var end: UnsafeMutablePointer<UInt8>? = unsafe target
            return unsafe i2d_PKCS8_PRIV_KEY_INFO(key, &end) == count ? Int(count) : nil
        }
    }

    /// The letters of a passphrase as C wants them; of an empty one, an address nevertheless.
    static func text(_ passphrase: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar> {
        let empty: StaticString = ""
        guard let start = passphrase.baseAddress, !passphrase.isEmpty else { return unsafe empty.cString }
        return unsafe UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    }
}
