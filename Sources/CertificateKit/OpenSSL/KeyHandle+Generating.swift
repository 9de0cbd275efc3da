private import CSecureStoreOpenSSL
internal import SecureStore

extension KeyHandle {
    /// A new pair.
    static func generate(_ kind: KeyKind) throws(StoreError) -> KeyHandle {
        let key = LibCrypto.secretly { () -> KeyHandle? in
            guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, kind.name.cString, nil) else {
                return nil
            }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            guard unsafe EVP_PKEY_keygen_init(context) == 1 else { return nil }
            if let curve = kind.curve {
                guard unsafe EVP_PKEY_CTX_set_group_name(context, curve.name.cString) == 1 else { return nil }
            } else if case .rsa = kind.algorithm {
                guard unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(kind.sizeInBits)) == 1 else {
                    return nil
                }
            }
            var key: OpaquePointer?
            unsafe EVP_PKEY_generate(context, &key)
            return unsafe KeyHandle(key)
        }
        guard let key else { throw LibCrypto.failed("generate a key") }
        return key
    }
}

extension StaticString {
    /// The text as C has it; it lives as long as the program.
    var cString: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
