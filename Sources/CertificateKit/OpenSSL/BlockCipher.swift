private import CSecureStoreOpenSSL
internal import SecureStore

/// A symmetric cipher of libcrypto's, by its name.
struct BlockCipher {
    let name: String
    let keyByteCount: Int
    let ivByteCount: Int

    /// The ciphers of encrypted PEM blocks.
    static let ofOldPEM = [
        BlockCipher(name: "AES-128-CBC", keyByteCount: 16, ivByteCount: 16),
        BlockCipher(name: "AES-192-CBC", keyByteCount: 24, ivByteCount: 16),
        BlockCipher(name: "AES-256-CBC", keyByteCount: 32, ivByteCount: 16),
        BlockCipher(name: "DES-EDE3-CBC", keyByteCount: 24, ivByteCount: 8),
    ]
    private static let aes128GCM = BlockCipher(name: "AES-128-GCM", keyByteCount: 16, ivByteCount: 16)
    private static let aes256GCM = BlockCipher(name: "AES-256-GCM", keyByteCount: 32, ivByteCount: 16)

    /// The bytes of a tag of ``seal(_:key:iv:_:)``.
    static let tagByteCount = 16

    /// Decrypts; nil when the padding is wrong.
    func decrypt(
        _ ciphertext: SecretBytes, key: SecretBytes, iv: SecretBytes
    ) throws(StoreError) -> SecretBytes? {
        try unsafe run(key, iv, encrypts: false) { context throws(StoreError) in
            try? unsafe LibCrypto.fill(capacity: ciphertext.count + 32, or: "decrypt") { target in
                unsafe LibCrypto.withPointer(ciphertext) { text in
                    var (count, last) = (Int32(0), Int32(0))
                    let isDone =
                        unsafe EVP_DecryptUpdate(
                            context, target, &count, text.baseAddress, Int32(text.count)) == 1
                        && EVP_DecryptFinal_ex(context, target + Int(count), &last) == 1
                    return isDone ? Int(count + last) : nil
                }
            }
        }
    }

    /// AES-GCM under the key and an IV of 16 bytes: the ciphertext and its tag.
    static func seal(
        _ plaintext: SecretBytes, key: SecretBytes, iv: SecretBytes, _ data: [UInt8]
    ) throws(StoreError) -> [UInt8] {
        let cipher = key.count == 16 ? aes128GCM : aes256GCM
        let sealed = try unsafe cipher.run(key, iv, encrypts: true) { context throws(StoreError) in
            try unsafe LibCrypto.array(capacity: plaintext.count + tagByteCount, or: "encrypt") { target in
                unsafe LibCrypto.withPointer(plaintext) { text in
                    var count = Int32(0)
                    let isDone =
                        unsafe EVP_EncryptUpdate(context, nil, &count, data, Int32(data.count)) == 1
                        && EVP_EncryptUpdate(context, target, &count, text.baseAddress, Int32(text.count))
                            == 1
                        && EVP_EncryptFinal_ex(context, target + text.count, &count) == 1
                        && EVP_CIPHER_CTX_ctrl(
                            context, EVP_CTRL_AEAD_GET_TAG, Int32(tagByteCount), target + text.count) == 1
                    return isDone ? text.count + tagByteCount : nil
                }
            }
        }
        guard let sealed else { throw LibCrypto.failed("encrypt") }
        return sealed
    }

    /// Opens what ``seal(_:key:iv:_:)`` made; nil when anything was changed.
    static func open(
        _ sealed: [UInt8], key: SecretBytes, iv: SecretBytes, _ data: [UInt8]
    ) throws(StoreError) -> SecretBytes? {
        guard tagByteCount...1 << 30 ~= sealed.count else { return nil }
        let cipher = key.count == 16 ? aes128GCM : aes256GCM
        let textByteCount = sealed.count - tagByteCount
        var tag = Array(sealed[textByteCount...])
        return try unsafe cipher.run(key, iv, encrypts: false) { context throws(StoreError) in
            try? unsafe LibCrypto.fill(capacity: textByteCount, or: "decrypt") { target in
                var count = Int32(0)
                let isDone =
                    unsafe EVP_DecryptUpdate(context, nil, &count, data, Int32(data.count)) == 1
                    && EVP_DecryptUpdate(context, target, &count, sealed, Int32(textByteCount)) == 1
                    && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagByteCount), &tag) == 1
                    && EVP_DecryptFinal_ex(context, target + textByteCount, &count) == 1
                return isDone ? textByteCount : nil
            }
        }
    }

    private func run<R>(
        _ key: SecretBytes, _ iv: SecretBytes, encrypts: Bool,
        _ body: (OpaquePointer) throws(StoreError) -> R?
    ) throws(StoreError) -> R? {
        guard key.count == keyByteCount, iv.count == ivByteCount else {
            throw StoreError(.internalError, "a cipher with a key of \(key.count) bytes")
        }
        return try LibCrypto.secretly { () throws(StoreError) -> R? in
            // Freed with what it holds erased.
            guard let context = unsafe EVP_CIPHER_CTX_new() else { throw LibCrypto.failed("start a cipher") }
            defer { unsafe EVP_CIPHER_CTX_free(context) }
            let direction: Int32 = encrypts ? 1 : 0
            let method = unsafe EVP_get_cipherbyname(name)
            guard unsafe EVP_CipherInit_ex(context, method, nil, nil, nil, direction) == 1,
                unsafe EVP_CIPHER_CTX_get_iv_length(context) == ivByteCount
                    || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(ivByteCount), nil) == 1
            else { throw LibCrypto.failed("start a cipher") }
            let isReady = unsafe LibCrypto.withPointer(key) { key in
                unsafe LibCrypto.withPointer(iv) { iv in
                    unsafe EVP_CipherInit_ex(context, nil, nil, key.baseAddress, iv.baseAddress, direction)
                        == 1
                }
            }
            guard isReady else { throw LibCrypto.failed("start a cipher") }
            return try unsafe body(context)
        }
    }
}
