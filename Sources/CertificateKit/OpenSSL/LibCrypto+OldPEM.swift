private import CSecureStoreOpenSSL
internal import SecureStore

extension LibCrypto {
    /// The key that OpenSSL of old makes of a passphrase: MD5, once.
    static func keyOfOldPEM(
        _ passphrase: SecretBytes, salt: SecretBytes, byteCount: Int
    ) throws(StoreError) -> SecretBytes {
        try unsafe fill(capacity: byteCount + 16, or: "make a key") { target in
            var (made, last) = (0, 0)
            guard let context = unsafe EVP_MD_CTX_new() else { return nil }
            defer { unsafe EVP_MD_CTX_free(context) }
            while made < byteCount {
                let isDone = unsafe withPointer(passphrase) { passphrase in
                    unsafe withPointer(salt) { salt in
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
