private import CSecureStoreOpenSSL
package import SecureStore

extension HashFunction {
    /// A key of a passphrase, by PBKDF2.
    func derive(
        _ count: Int, fromPassphrase passphrase: SecretBytes, salt: [UInt8], iterations: Int
    ) throws(StoreError) -> SecretBytes {
        try LibCrypto.secretly { () throws(StoreError) in
            try unsafe LibCrypto.fill(capacity: count, or: "derive a key") { target in
                let isDone = unsafe LibCrypto.withPointer(passphrase) { text in
                    unsafe PKCS5_PBKDF2_HMAC(
                        SealedPKCS8.text(text), CInt(clamping: text.count), salt, CInt(clamping: salt.count),
                        CInt(clamping: iterations), method, CInt(clamping: count), target)
                }
                return isDone == 1 ? count : nil
            }
        }
    }

    /// Whether the HMAC over a part of some bytes is the expected one.
    func authenticate(
        _ bytes: SecretBytes, _ range: Range<Int>, with key: SecretBytes, is expected: [UInt8]
    ) throws(StoreError) -> Bool {
        let found = try LibCrypto.secretly { () throws(StoreError) in
            try unsafe LibCrypto.array(capacity: byteCount, or: "authenticate") { target in
                let code = unsafe LibCrypto.withPointer(bytes) { bytes in
                    let part = unsafe UnsafeBufferPointer(rebasing: bytes[range])
                    return unsafe LibCrypto.withPointer(key) { key in
                        unsafe HMAC(
                            method, key.baseAddress, CInt(clamping: key.count), part.baseAddress, part.count,
                            target, nil)
                    }
                }
                return unsafe code == nil ? nil : byteCount
            }
        }
        guard found.count == expected.count else { return false }
        return unsafe CRYPTO_memcmp(found, expected, found.count) == 0
    }

    /// The HMAC of a message, with a key of any length.
    package func authenticationCode(
        of message: SecretBytes, with key: SecretBytes
    ) throws(StoreError) -> SecretBytes {
        try LibCrypto.secretly { () throws(StoreError) in
            try unsafe LibCrypto.fill(capacity: byteCount, or: "authenticate") { target in
                let code = unsafe LibCrypto.withPointer(message) { message in
                    unsafe LibCrypto.withPointer(key) { key in
                        unsafe HMAC(
                            method, key.baseAddress, CInt(clamping: key.count), message.baseAddress,
                            message.count, target, nil)
                    }
                }
                return unsafe code == nil ? nil : byteCount
            }
        }
    }
}
