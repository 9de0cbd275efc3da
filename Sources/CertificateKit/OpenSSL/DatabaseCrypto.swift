private import CSecureStoreOpenSSL
package import SecureStore

/// What the command needs to read password databases of other programs.
package enum DatabaseCrypto {
    package static func sha256(_ secret: SecretBytes) throws(StoreError) -> SecretBytes {
        try hash(secret, .sha256)
    }

    package static func sha512(_ secret: SecretBytes) throws(StoreError) -> SecretBytes {
        try hash(secret, .sha512)
    }

    private static func hash(_ secret: SecretBytes, _ function: HashFunction) throws(StoreError)
        -> SecretBytes
    {
        try LibCrypto.secretly { () throws(StoreError) in
            try unsafe LibCrypto.fill(capacity: function.byteCount, or: "hash") { target in
                let code = unsafe LibCrypto.withPointer(secret) { bytes in
                    unsafe EVP_Digest(bytes.baseAddress, bytes.count, target, nil, function.method, nil)
                }
                return code == 1 ? function.byteCount : nil
            }
        }
    }

    /// Whether `code` is the HMAC-SHA-256 of the bytes.
    package static func authenticate(
        _ bytes: SecretBytes, with key: SecretBytes, is code: [UInt8]
    ) throws(StoreError) -> Bool {
        try HashFunction.sha256.authenticate(bytes, 0..<bytes.count, with: key, is: code)
    }

    /// Decrypts AES-256-CBC; nil if the padding is wrong.
    package static func openAES(
        _ bytes: SecretBytes, key: SecretBytes, iv: SecretBytes
    ) throws(StoreError) -> SecretBytes? {
        try BlockCipher.aes256CBC.decrypt(bytes, 0..<bytes.count, key: key, iv: iv, isPadded: true)
    }

    /// Encrypts or decrypts with ChaCha20 and a nonce of 12 bytes, from a place in its stream on.
    package static func chaCha20(
        _ bytes: SecretBytes, key: SecretBytes, nonce: SecretBytes, from offset: Int = 0
    ) throws(StoreError) -> SecretBytes {
        // A block is skipped as a whole, a part of one by what is thrown away.
        let (block, skipped) = offset.quotientAndRemainder(dividingBy: 64)
        guard nonce.count == 12, let counter = UInt32(exactly: block) else {
            throw StoreError(.internalError, "a stream cipher with a nonce of \(nonce.count) bytes")
        }
        let start = (0..<4).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
        let iv = try joined(try SecretBytes(copying: start), nonce)
        let text = try joined(try SecretBytes(copying: [UInt8](repeating: 0, count: skipped)), bytes)
        let stream = try BlockCipher.chaCha20.decrypt(text, 0..<text.count, key: key, iv: iv, isPadded: false)
        guard let stream else { throw LibCrypto.failed("decrypt") }
        return try .opening(capacity: bytes.count) { target throws(StoreError) in
            copy(stream, skipped..<stream.count, into: &target, at: 0)
            return 0..<bytes.count
        }
    }

    /// Encrypts both halves of 32 bytes so many times with AES-256.
    package static func repeatAES(
        _ bytes: SecretBytes, key: SecretBytes, rounds: Int
    ) throws(StoreError) -> SecretBytes {
        guard bytes.count == 32, rounds > 0 else {
            throw StoreError(.internalError, "\(bytes.count) bytes are no two blocks")
        }
        let halves = try [0, 16].map { start throws(StoreError) in
            try BlockCipher.aes256CBC.encryptRepeatedly(bytes, start..<(start + 16), key: key, rounds: rounds)
        }
        return try joined(halves[0], halves[1])
    }

    /// The bytes of a text in base 64.
    package static func base64(_ text: SecretBytes) throws(StoreError) -> SecretBytes {
        try Base64.decode(text, [0..<text.count])
    }

    private static func joined(_ first: SecretBytes, _ second: SecretBytes) throws(StoreError) -> SecretBytes
    {
        try .opening(capacity: first.count + second.count) { target throws(StoreError) in
            copy(first, 0..<first.count, into: &target, at: 0)
            copy(second, 0..<second.count, into: &target, at: first.count)
            return 0..<target.byteCount
        }
    }

    private static func copy(
        _ source: SecretBytes, _ range: Range<Int>, into target: inout MutableRawSpan, at offset: Int
    ) {
        source.withSpan { bytes in
            for index in range {
                target.storeBytes(
                    of: bytes[index], toByteOffset: offset + index - range.lowerBound, as: UInt8.self)
            }
        }
    }
}
