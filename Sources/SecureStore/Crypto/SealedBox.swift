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
    /// Throws ``StoreStatus/param`` if the seal does not fit in front of `from`. `associatedData` is not
    /// stored, but the field opens only with the same data. Allocates nothing, unless the array is shared and
    /// must be copied first.
    func seal(
        _ field: inout [UInt8], sealAt: Int, from: Int, associatedData: RawSpan
    ) throws(StoreError) {
        try requireUsable()
        guard from >= Self.sealByteCount, from <= field.count,
            sealAt >= 0, sealAt <= from - Self.sealByteCount
        else {
            throw StoreError(.param, "no room for a seal at \(sealAt) before \(from) of \(field.count) bytes")
        }
        let textByteCount = field.count - from
        let code = unsafe field.withUnsafeMutableBytes { field -> Int32 in
            // Never nil, because the field is at least as long as a seal.
            guard let start = field.baseAddress else { return -1 }
            let (nonce, text) = unsafe (start + sealAt, start + from)
            unsafe randombytes_buf(nonce, Self.nonceByteCount)
            return unsafe crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
                text, nonce + Self.nonceByteCount, nil, text, UInt64(textByteCount), associatedData.start,
                UInt64(associatedData.byteCount), nil, nonce, address)
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
        guard let nonce = unsafe seal.start else { return false }
        // An empty ciphertext may have no address. C needs one, but reads nothing there.
        let text = unsafe ciphertext.start ?? nonce
        let code = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
            output.start, nil, text, UInt64(ciphertext.byteCount), nonce + Self.nonceByteCount,
            associatedData.start, UInt64(associatedData.byteCount), nonce, address)
        return code == 0
    }
}

extension SealingKey {
    /// Decrypts a field of longer bytes in the same way.
    @inline(__always)
    func open<let dataByteCount: Int>(
        _ field: SealedField, _ data: FixedBytes<dataByteCount>, into output: inout MutableRawSpan
    ) -> Bool {
        let bytes = unsafe field.bytes.span.bytes
        return open(
            ciphertext: bytes.extracting(field.text), seal: bytes.extracting(field.seal),
            associatedData: unsafe data.storage.span.bytes.extracting(0..<data.count), into: &output)
    }

    /// Decrypts a field into memory that is erased when `body` ends; nil when anything was altered, or when
    /// `body` cannot read it.
    ///
    /// For plaintext that is decoded at once, such as attributes; small records stay on the stack.
    func withOpened<R, let dataByteCount: Int>(
        _ field: SealedField, _ data: FixedBytes<dataByteCount>, _ body: (RawSpan) -> R?
    ) -> R? {
        unsafe withUnsafeTemporaryAllocation(byteCount: field.text.count, alignment: 8) { buffer in
            defer { unsafe sodium_memzero(buffer.baseAddress, buffer.count) }
            var output = unsafe buffer.mutableBytes
            return open(field, data, into: &output) ? body(output.bytes) : nil
        }
    }
}

/// A sealed field within longer bytes: its seal, and its ciphertext.
struct SealedField {
    let bytes: [UInt8]
    let seal: Range<Int>
    let text: Range<Int>
}

extension SealedField {
    /// A box; nil for bytes that have no room for a seal.
    init?(box: [UInt8]) {
        guard box.count >= SealingKey.sealByteCount else { return nil }
        self.init(bytes: box, seal: 0..<SealingKey.sealByteCount, text: SealingKey.sealByteCount..<box.count)
    }
}

extension SecretBytes {
    /// Decrypts a field where it stays, and makes the range that `window` finds in the plaintext the secret;
    /// nil when anything was altered.
    static func opening<let dataByteCount: Int>(
        _ field: SealedField, _ key: borrowing SealingKey, _ data: FixedBytes<dataByteCount>,
        _ window: (RawSpan) throws(StoreError) -> Range<Int>
    ) throws(StoreError) -> SecretBytes? {
        let block = try SecretBlock(byteCount: field.text.count)
        let range: Range<Int>
        do {
            // The block is there until it is handed over below.
            let memory = unsafe block.memory
            var output = unsafe memory.mutableBytes
            guard key.open(field, data, into: &output) else { return nil }
            range = try window(output.bytes)
        }
        return try SecretBytes(block, within: range)
    }
}
