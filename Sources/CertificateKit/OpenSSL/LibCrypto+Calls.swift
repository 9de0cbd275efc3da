private import CSecureStoreOpenSSL
internal import SecureStore

extension LibCrypto {
    /// Runs calls that read a private key as ``quietly(_:)`` does, and erases what they leave on the stack.
    ///
    /// libcrypto erases what it allocates; of X25519, and of points that are multiplied, it leaves numbers in frames that
    /// have returned. Never inlined: the frames of `body` begin where that of the erasing function does, or below.
    @inline(never)
    static func secretly<Result: ~Copyable, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { securestore_erase_stack() }
        return try quietly(body)
    }

    /// What is thrown when a call fails that should not.
    static func failed(_ what: String) -> StoreError {
        StoreError(.internalComponent, "libcrypto failed to \(what)")
    }

    /// Lends the bytes of a secret.
    static func withPointer<R, E: Error>(
        _ secret: SecretBytes, _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try secret.withSpan { span throws(E) in
            try unsafe span.withUnsafeBufferPointer { buffer throws(E) in try unsafe body(buffer) }
        }
    }

    /// Memory of `capacity` bytes that `fill` writes to; it answers how many, or nil for failure.
    static func fill(
        capacity: Int, or what: String, _ fill: (UnsafeMutablePointer<UInt8>) throws(StoreError) -> Int?
    ) throws(StoreError) -> SecretBytes {
        // One byte more: memory of none has no address.
        try SecretBytes.opening(capacity: capacity + 1) { target throws(StoreError) in
            let count = try unsafe target.withUnsafeMutableBytes { buffer throws(StoreError) -> Int? in
                guard let start = unsafe buffer.bindMemory(to: UInt8.self).baseAddress else { return nil }
                return try unsafe fill(start)
            }
            guard let count else { throw failed(what) }
            return 0..<count
        }
    }

    /// As ``fill(capacity:or:_:)``, for what is public.
    static func array(
        capacity: Int, or what: String, _ fill: (UnsafeMutablePointer<UInt8>) -> Int?
    ) throws(StoreError) -> [UInt8] {
        var isFilled = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity + 1) { buffer, count in
            guard let start = buffer.baseAddress, let filled = unsafe fill(start) else { return }
            (count, isFilled) = (filled, true)
        }
        guard isFilled else { throw failed(what) }
        return bytes
    }
}

extension HashFunction {
    /// libcrypto's constant.
    var method: OpaquePointer? {
        switch function {
        case .sha1: unsafe EVP_sha1()
        case .sha224: unsafe EVP_sha224()
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        case .sha512: unsafe EVP_sha512()
        }
    }

    /// The hash of some bytes.
    func hash(_ bytes: [UInt8]) throws(StoreError) -> [UInt8] {
        try LibCrypto.quietly { () throws(StoreError) in
            try unsafe LibCrypto.array(capacity: byteCount, or: "hash") { target in
                unsafe EVP_Digest(bytes, bytes.count, target, nil, method, nil) == 1 ? byteCount : nil
            }
        }
    }

    /// As many bytes as wanted by ANSI X9.63: hashes of the secret, a number that counts up, and what both sides know.
    func derive(_ count: Int, from secret: SecretBytes, _ sharedInfo: [UInt8]) throws(StoreError)
        -> SecretBytes
    {
        guard 0...1 << 16 ~= count else { throw StoreError(.param, "\(count) bytes are no key") }
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
}
