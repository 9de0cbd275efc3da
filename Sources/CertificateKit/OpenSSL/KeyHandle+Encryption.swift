private import CSecureStoreOpenSSL
internal import SecureStore

extension KeyHandle {
    /// Encrypts with a public key of RSA; nil when the text is too long for it.
    func encrypt(
        _ plaintext: SecretBytes, _ padding: Padding, _ hash: HashFunction?
    ) throws(StoreError) -> SecretBytes? {
        try unsafe operate(EVP_PKEY_encrypt_init, padding, hash) { context in
            unsafe LibCrypto.withPointer(plaintext) { text in
                unsafe Self.written { unsafe EVP_PKEY_encrypt(context, $0, $1, text.baseAddress, text.count) }
            }
        }
    }

    /// Decrypts with a private key of RSA; nil when the ciphertext is not one for it.
    func decrypt(
        _ ciphertext: [UInt8], _ padding: Padding, _ hash: HashFunction?
    ) throws(StoreError) -> SecretBytes? {
        try unsafe operate(EVP_PKEY_decrypt_init, padding, hash) { context in
            unsafe Self.written { unsafe EVP_PKEY_decrypt(context, $0, $1, ciphertext, ciphertext.count) }
        }
    }

    /// What a private and a public key have in common; nil when they are of different kinds, or nothing comes of it.
    func agree(with other: KeyHandle) throws(StoreError) -> SecretBytes? {
        try unsafe operate(EVP_PKEY_derive_init, .curve, nil) { context in
            guard unsafe EVP_PKEY_derive_set_peer(context, other.object) == 1 else { return nil }
            return unsafe Self.written { unsafe EVP_PKEY_derive(context, $0, $1) }
        }
    }
}
