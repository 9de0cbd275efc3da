private import CSecureStoreOpenSSL
internal import SecureStore

extension KeyHandle {
    enum Padding {
        case curve
        case rsaRaw
        case pkcs1
        case pss
        case oaep
    }

    /// A signature over a digest, or over what stands in its place.
    func sign(
        digest: [UInt8], _ padding: Padding, _ hash: HashFunction?
    ) throws(StoreError) -> [UInt8] {
        let signature = try unsafe operate(EVP_PKEY_sign_init, padding, hash) { context in
            unsafe Self.written { unsafe EVP_PKEY_sign(context, $0, $1, digest, digest.count) }
        }
        guard let signature else {
            throw StoreError(.param, "the key does not sign this with the algorithm; choose another")
        }
        return signature.withBytes { Array($0) }
    }

    func verify(
        _ signature: [UInt8], digest: [UInt8], _ padding: Padding, _ hash: HashFunction?
    ) -> Bool {
        let isValid = try? unsafe operate(EVP_PKEY_verify_init, padding, hash) { context in
            unsafe EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1
        }
        return isValid == true
    }

    /// A signature over a message, of a kind that signs in one way only.
    func sign(message: [UInt8]) throws(StoreError) -> [UInt8] {
        let signature = LibCrypto.secretly { () -> SecretBytes? in
            guard let context = unsafe EVP_MD_CTX_new() else { return nil }
            defer { unsafe EVP_MD_CTX_free(context) }
            guard unsafe EVP_DigestSignInit(context, nil, nil, nil, object) == 1 else { return nil }
            return unsafe Self.written { unsafe EVP_DigestSign(context, $0, $1, message, message.count) }
        }
        guard let signature else { throw LibCrypto.failed("sign") }
        return signature.withBytes { Array($0) }
    }

    /// True if the signature is one of this key, of a kind that signs in one way only, over the message.
    func verify(_ signature: [UInt8], message: [UInt8]) -> Bool {
        LibCrypto.quietly {
            guard let context = unsafe EVP_MD_CTX_new() else { return false }
            defer { unsafe EVP_MD_CTX_free(context) }
            return unsafe EVP_DigestVerifyInit(context, nil, nil, nil, object) == 1
                && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
    }

    // MARK: - Operations

    /// One operation of the key; nil when the key does not do it.
    func operate<Result>(
        _ start: (OpaquePointer?) -> Int32, _ padding: Padding, _ hash: HashFunction?,
        _ body: (OpaquePointer) -> Result?
    ) throws(StoreError) -> Result? {
        try LibCrypto.secretly { () throws(StoreError) in
            guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, object, nil) else {
                throw LibCrypto.failed("use the key")
            }
            defer { unsafe EVP_PKEY_CTX_free(context) }
            guard unsafe start(context) == 1, unsafe Self.set(padding, hash, of: context) else { return nil }
            return unsafe body(context)
        }
    }

    /// The answer of a call that tells its size when it has no place to write to; nil for failure.
    static func written(
        _ call: (UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>) -> Int32
    ) -> SecretBytes? {
        var count = 0
        guard unsafe call(nil, &count) == 1 else { return nil }
        return try? unsafe LibCrypto.fill(capacity: count, or: "use the key") { target in
            unsafe call(target, &count) == 1 ? count : nil
        }
    }

    private static func set(_ padding: Padding, _ hash: HashFunction?, of context: OpaquePointer) -> Bool {
        let method = unsafe hash?.method
        switch padding {
        case .curve: return unsafe method == nil || EVP_PKEY_CTX_set_signature_md(context, method) == 1
        case .rsaRaw: return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1
        case .pkcs1:
            return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
                && (method == nil || EVP_PKEY_CTX_set_signature_md(context, method) == 1)
        case .pss:
            // A salt as long as the hash, as Apple's calls have it.
            return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
                && EVP_PKEY_CTX_set_signature_md(context, method) == 1
                && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
        case .oaep:
            return unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1
                && EVP_PKEY_CTX_set_rsa_oaep_md(context, method) == 1
                && EVP_PKEY_CTX_set_rsa_mgf1_md(context, method) == 1
        }
    }

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

    /// The secret that two keys have in common; nil when they are of different kinds.
    func agree(with other: KeyHandle) throws(StoreError) -> SecretBytes? {
        try unsafe operate(EVP_PKEY_derive_init, .curve, nil) { context in
            guard unsafe EVP_PKEY_derive_set_peer(context, other.object) == 1 else { return nil }
            return unsafe Self.written { unsafe EVP_PKEY_derive(context, $0, $1) }
        }
    }
}
