private import CSecureStoreSodium

extension SealingKey {
    /// Decrypts into memory that is erased when `body` ends; nil when anything was altered.
    ///
    /// For plaintext that is decoded at once, such as attributes; small records stay on the stack.
    func withOpened<R>(
        ciphertext: RawSpan, seal: RawSpan, associatedData: RawSpan, _ body: (RawSpan) -> R
    ) -> R? {
        unsafe withUnsafeTemporaryAllocation(byteCount: ciphertext.byteCount, alignment: 8) { buffer in
            defer { unsafe sodium_memzero(buffer.baseAddress, buffer.count) }
            var output = unsafe buffer.mutableBytes
            let isOpen = open(
                ciphertext: ciphertext, seal: seal, associatedData: associatedData, into: &output)
            return isOpen ? body(output.bytes) : nil
        }
    }
}
