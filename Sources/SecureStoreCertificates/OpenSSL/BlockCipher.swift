private import CSecureStoreOpenSSL
package import SecureStore

/// A symmetric cipher of libcrypto's, by its name.
package struct BlockCipher {
    let name: String
    let keyByteCount: Int
    let ivByteCount: Int

    package static let aes128 = BlockCipher(name: "AES-128-CBC", keyByteCount: 16, ivByteCount: 16)
    static let ofOldPEM = [
        aes128,
        BlockCipher(name: "AES-192-CBC", keyByteCount: 24, ivByteCount: 16),
        BlockCipher(name: "AES-256-CBC", keyByteCount: 32, ivByteCount: 16),
        BlockCipher(name: "DES-EDE3-CBC", keyByteCount: 24, ivByteCount: 8),
    ]

    /// AES-GCM under a key of that size, with an IV of 16 bytes.
    private static func gcm(_ key: SecretBytes) -> BlockCipher {
        BlockCipher(name: "AES-\(8 * key.count)-GCM", keyByteCount: key.count, ivByteCount: 16)
    }

    static let tagByteCount = 16

    /// Encrypts, with padding.
    package func encrypt(
        _ plaintext: SecretBytes, key: SecretBytes, iv: SecretBytes
    ) throws(StoreError) -> SecretBytes {
        var tag: [UInt8] = []
        let sealed = try run(key, iv, encrypts: true, plaintext, [], &tag)
        guard let sealed else { throw LibCrypto.failed("encrypt") }
        return sealed
    }

    /// Decrypts; nil when the padding is wrong.
    package func decrypt(
        _ ciphertext: SecretBytes, key: SecretBytes, iv: SecretBytes
    ) throws(StoreError) -> SecretBytes? {
        var tag: [UInt8] = []
        return try run(key, iv, encrypts: false, ciphertext, [], &tag)
    }

    /// AES-GCM under the key and an IV of 16 bytes: the ciphertext and its tag.
    static func seal(
        _ plaintext: SecretBytes, key: SecretBytes, iv: SecretBytes, _ data: [UInt8]
    ) throws(StoreError) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: tagByteCount)
        let sealed = try gcm(key).run(key, iv, encrypts: true, plaintext, data, &tag)
        guard let sealed else { throw LibCrypto.failed("encrypt") }
        return sealed.withBytes { $0 + tag }
    }

    /// Opens what ``seal(_:key:iv:_:)`` made; nil when anything was changed.
    static func open(
        _ sealed: [UInt8], key: SecretBytes, iv: SecretBytes, _ data: [UInt8]
    ) throws(StoreError) -> SecretBytes? {
        guard tagByteCount...1 << 30 ~= sealed.count else { return nil }
        let ciphertext = try SecretBytes(copying: sealed.dropLast(tagByteCount))
        var tag = Array(sealed.suffix(tagByteCount))
        return try gcm(key).run(key, iv, encrypts: false, ciphertext, data, &tag)
    }

    /// Encrypts and writes the tag, or decrypts and compares it if there is one; nil for other text.
    private func run(
        _ key: SecretBytes, _ iv: SecretBytes, encrypts: Bool, _ text: SecretBytes, _ data: [UInt8],
        _ tag: inout [UInt8]
    ) throws(StoreError) -> SecretBytes? {
        guard key.count == keyByteCount, iv.count == ivByteCount else {
            throw StoreError.mistake("a cipher with a key of \(key.count) bytes")
        }
        return try LibCrypto.secretly { () throws(StoreError) -> SecretBytes? in
            // Freed with what it holds erased.
            guard let context = unsafe EVP_CIPHER_CTX_new() else { throw LibCrypto.failed("start a cipher") }
            defer { unsafe EVP_CIPHER_CTX_free(context) }
            let direction: Int32 = encrypts ? 1 : 0
            guard
                unsafe EVP_CipherInit_ex(context, EVP_get_cipherbyname(name), nil, nil, nil, direction) == 1,
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
            return try? unsafe LibCrypto.fill(capacity: text.count + 32, or: "use a cipher") { target in
                var (count, last) = (Int32(0), Int32(0))
                let (size, dataSize) = (Int32(tag.count), Int32(data.count))
                let isDone = unsafe LibCrypto.withPointer(text) { text in
                    unsafe (data.isEmpty || EVP_CipherUpdate(context, nil, &count, data, dataSize) == 1)
                        && EVP_CipherUpdate(context, target, &count, text.baseAddress, Int32(text.count)) == 1
                        && (encrypts || size == 0
                            || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, size, &tag) == 1)
                        && EVP_CipherFinal_ex(context, target + Int(count), &last) == 1
                        && (!encrypts || size == 0
                            || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, size, &tag) == 1)
                }
                return isDone ? Int(count + last) : nil
            }
        }
    }
}
