private import CSecureStoreOpenSSL
internal import SecureStore

extension KeyHandle {
    /// Encrypts with a public key of RSA; nil when the text is too long for it.
    func encrypt(
        _ plaintext: SecretBytes, _ padding: Padding, _ hash: HashFunction?
    ) throws(StoreError) -> [UInt8]? {
        try LibCrypto.secretly { () throws(StoreError) in
            guard let context = try unsafe context(EVP_PKEY_encrypt_init, padding, hash) else { return nil }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            return unsafe LibCrypto.withPointer(plaintext) { text in
                var count = 0
                guard unsafe EVP_PKEY_encrypt(context, nil, &count, text.baseAddress, text.count) == 1 else {
                    return nil
                }
                return try? unsafe LibCrypto.array(capacity: count, or: "encrypt") { target in
                    unsafe EVP_PKEY_encrypt(context, target, &count, text.baseAddress, text.count) == 1
                        ? count : nil
                }
            }
        }
    }

    /// Decrypts with a private key of RSA; nil when the ciphertext is not one for it.
    func decrypt(
        _ ciphertext: [UInt8], _ padding: Padding, _ hash: HashFunction?
    ) throws(StoreError) -> SecretBytes? {
        try LibCrypto.secretly { () throws(StoreError) in
            guard let context = try unsafe context(EVP_PKEY_decrypt_init, padding, hash) else { return nil }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            var count = 0
            guard unsafe EVP_PKEY_decrypt(context, nil, &count, ciphertext, ciphertext.count) == 1 else {
                return nil
            }
            return try? unsafe LibCrypto.fill(capacity: count, or: "decrypt") { target in
                unsafe EVP_PKEY_decrypt(context, target, &count, ciphertext, ciphertext.count) == 1
                    ? count : nil
            }
        }
    }

    /// What a private and a public key have in common; nil when they are of different kinds, or nothing comes of it.
    func agree(with other: KeyHandle) throws(StoreError) -> SecretBytes? {
        try LibCrypto.secretly { () throws(StoreError) in
            guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, object, nil) else {
                throw LibCrypto.failed("use the key")
            }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            var count = 0
            guard unsafe EVP_PKEY_derive_init(context) == 1,
                unsafe EVP_PKEY_derive_set_peer(context, other.object) == 1,
                unsafe EVP_PKEY_derive(context, nil, &count) == 1
            else { return nil }
            return try? unsafe LibCrypto.fill(capacity: count, or: "agree") { target in
                unsafe EVP_PKEY_derive(context, target, &count) == 1 ? count : nil
            }
        }
    }
}
