private import CSecureStoreSodium

// Sealing with XChaCha20-Poly1305. A sealed field is a seal, made of nonce and tag, and a ciphertext as long
// as the plaintext. The nonce is random and not a counter: two processes may write the same file, and an old
// copy of it may be put back.
extension SealingKey {
    /// The length of a seal: a nonce of 24 bytes and a tag of 16.
    static let sealByteCount = nonceByteCount + tagByteCount
    private static let nonceByteCount = 24
    private static let tagByteCount = 16

    /// Encrypts `field` in place, from the offset `from` to the end, and writes the seal at `sealAt`.
    ///
    /// Throws ``Status/param`` if the seal does not fit in front of `from`. `associatedData` is not stored,
    /// but the field opens only with the same data. Allocates nothing, unless the array is shared and must be
    /// copied first.
    func seal(
        _ field: inout [UInt8], sealAt: Int, from: Int, associatedData: RawSpan
    ) throws(StoreError) {
        try requireUsable()
        guard from >= Self.sealByteCount, from <= field.count,
            sealAt >= 0, sealAt <= from - Self.sealByteCount
        else {
            throw StoreError(.param, "no room for a seal at \(sealAt) before \(from) of \(field.count) bytes")
        }
        let code = unsafe field.withUnsafeMutableBytes { field -> Int32 in
            // Never nil, because the field is at least as long as a seal.
            guard let start = field.baseAddress else { return -1 }
            let (nonce, text) = unsafe (start + sealAt, start + from)
            let textByteCount = field.count - from
            unsafe randombytes_buf(nonce, Self.nonceByteCount)
            return unsafe associatedData.withUnsafeBytes { data in
                unsafe withKey { key in
                    unsafe crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
                        text, nonce + Self.nonceByteCount, nil, text, UInt64(textByteCount),
                        data.baseAddress, UInt64(data.count), nil, nonce, key)
                }
            }
        }
        guard code == 0 else { throw StoreError(.internalComponent, "libsodium could not seal the data") }
    }

    /// Decrypts into `output`, which must be as long as `ciphertext`; false when anything was altered.
    ///
    /// It does not tell whether key, seal, ciphertext or associated data was wrong. Then `output` holds
    /// zeros. Allocates nothing.
    func open(
        ciphertext: RawSpan, seal: RawSpan, associatedData: RawSpan, into output: inout MutableRawSpan
    ) -> Bool {
        precondition(output.byteCount == ciphertext.byteCount, "the output must be as long as the ciphertext")
        guard isUsable, seal.byteCount == Self.sealByteCount else { return false }
        let code = unsafe output.withUnsafeMutableBytes { text in
            unsafe ciphertext.withUnsafeBytes { ciphertext in
                unsafe seal.withUnsafeBytes { seal in
                    unsafe associatedData.withUnsafeBytes { data -> Int32 in
                        guard let nonce = seal.baseAddress else { return -1 }
                        // An empty ciphertext may have no address. C needs one, but reads nothing there.
                        let start = unsafe ciphertext.baseAddress ?? nonce
                        return unsafe withKey { key in
                            unsafe crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
                                text.baseAddress, nil, start, UInt64(ciphertext.count),
                                nonce + Self.nonceByteCount, data.baseAddress, UInt64(data.count), nonce, key)
                        }
                    }
                }
            }
        }
        return code == 0
    }
}
