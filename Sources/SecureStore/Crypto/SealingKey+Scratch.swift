private import CSecureStoreSodium

extension SealingKey {
    /// Decrypts a field into memory that is erased when `body` ends; nil when anything was altered.
    ///
    /// For plaintext that is decoded at once, such as attributes; small records stay on the stack.
    func withOpened<R, let dataByteCount: Int>(
        _ field: SealedField, _ data: FixedBytes<dataByteCount>, _ body: (RawSpan) -> R
    ) -> R? {
        unsafe withUnsafeTemporaryAllocation(byteCount: field.text.count, alignment: 8) { buffer in
            defer { unsafe sodium_memzero(buffer.baseAddress, buffer.count) }
            var output = unsafe buffer.mutableBytes
            return open(field, data, into: &output) ? body(output.bytes) : nil
        }
    }
}
