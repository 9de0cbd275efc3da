private import CSecureStoreOpenSSL
internal import FoundationEssentials
package import SecureStore

extension HashFunction {
    var method: OpaquePointer? { unsafe EVP_get_digestbyname(name) }

    func hash(_ bytes: [UInt8]) throws(StoreError) -> [UInt8] {
        try LibCrypto.quietly { () throws(StoreError) in
            try unsafe LibCrypto.array(capacity: byteCount, or: "hash") { target in
                unsafe EVP_Digest(bytes, bytes.count, target, nil, method, nil) == 1 ? byteCount : nil
            }
        }
    }

    /// Bytes by ANSI X9.63: hashes of the secret, a number that counts up, and what both sides know.
    func derive(_ count: Int, from secret: SecretBytes, _ sharedInfo: [UInt8]) throws(StoreError)
        -> SecretBytes
    {
        guard 0...1 << 16 ~= count else {
            throw StoreError(.param, "\(count) bytes are no key; derive at most \(1 << 16)")
        }
        let blocks = (count + byteCount - 1) / byteCount
        return try unsafe LibCrypto.fill(capacity: blocks * byteCount, or: "hash") {
            target throws(StoreError) in
            guard let context = unsafe EVP_MD_CTX_new() else { return nil }
            defer { unsafe EVP_MD_CTX_free(context) }
            for block in 0..<blocks {
                let counter = (0..<4).map { UInt8(truncatingIfNeeded: (block + 1) >> (24 - 8 * $0)) }
                let isDone = unsafe LibCrypto.withPointer(secret) { secret in
                    unsafe EVP_DigestInit_ex(context, method, nil) == 1
                        && EVP_DigestUpdate(context, secret.baseAddress, secret.count) == 1
                        && EVP_DigestUpdate(context, counter, 4) == 1
                        && EVP_DigestUpdate(context, sharedInfo, sharedInfo.count) == 1
                        && EVP_DigestFinal_ex(context, target + block * byteCount, nil) == 1
                }
                guard isDone else { return nil }
            }
            return count
        }
    }

    /// The hash of bytes; nil when libcrypto is set up to do without the function.
    func hash(_ bytes: Data) -> Data? {
        (try? hash([UInt8](bytes))).map { Data($0) }
    }

    /// A key of a passphrase, by PBKDF2.
    func derive(
        _ count: Int, fromPassphrase passphrase: SecretBytes, salt: [UInt8], iterations: Int
    ) throws(StoreError) -> SecretBytes {
        try unsafe LibCrypto.fill(capacity: count, or: "derive a key") { target in
            let isDone = unsafe LibCrypto.withPointer(passphrase) { text in
                unsafe PKCS5_PBKDF2_HMAC(
                    LibCrypto.text(text), CInt(clamping: text.count), salt, CInt(clamping: salt.count),
                    CInt(clamping: iterations), method, CInt(clamping: count), target)
            }
            return isDone == 1 ? count : nil
        }
    }

    /// The HMAC of a message, or of a part of it, with a key of any length.
    package func authenticationCode(
        of message: SecretBytes, _ range: Range<Int>? = nil, with key: SecretBytes
    ) throws(StoreError) -> SecretBytes {
        try unsafe LibCrypto.fill(capacity: byteCount, or: "authenticate") { target in
            let code = unsafe LibCrypto.withPointer(message) { message in
                let part = unsafe UnsafeBufferPointer(rebasing: message[range ?? 0..<message.count])
                return unsafe LibCrypto.withPointer(key) { key in
                    unsafe HMAC(
                        method, key.baseAddress, CInt(clamping: key.count), part.baseAddress, part.count,
                        target, nil)
                }
            }
            return unsafe code == nil ? nil : byteCount
        }
    }

    /// The key that OpenSSL of old makes of a passphrase: MD5, once.
    static func keyOfOldPEM(
        _ passphrase: SecretBytes, salt: SecretBytes, byteCount: Int
    ) throws(StoreError) -> SecretBytes {
        try unsafe LibCrypto.fill(capacity: byteCount + 16, or: "make a key") { target in
            var (made, last) = (0, 0)
            guard let context = unsafe EVP_MD_CTX_new() else { return nil }
            defer { unsafe EVP_MD_CTX_free(context) }
            while made < byteCount {
                let isDone = unsafe LibCrypto.withPointer(passphrase) { passphrase in
                    unsafe LibCrypto.withPointer(salt) { salt in
                        unsafe EVP_DigestInit_ex(context, EVP_md5(), nil) == 1
                            && EVP_DigestUpdate(context, target + made - last, last) == 1
                            && EVP_DigestUpdate(context, passphrase.baseAddress, passphrase.count) == 1
                            && EVP_DigestUpdate(context, salt.baseAddress, 8) == 1
                            && EVP_DigestFinal_ex(context, target + made, nil) == 1
                    }
                }
                guard isDone else { return nil }
                last = 16
                made += last
            }
            return byteCount
        }
    }
}
