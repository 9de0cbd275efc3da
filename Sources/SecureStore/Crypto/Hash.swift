private import CSecureStoreSodium

/// BLAKE2b-256 without a key, for messages that are not secret.
func digest32(_ message: RawSpan) -> [UInt8] {
    // When libsodium starts, it chooses the code that suits the processor.
    _ = Sodium.isReady
    return unsafe [UInt8](unsafeUninitializedCapacity: 32) { output, count in
        count = 32
        let output = UnsafeMutableRawBufferPointer(output.extracting(0..<32))
        unsafe blake2b(message, key: RawSpan(), into: output)
    }
}

/// Fills `output` with the BLAKE2b hash of a message.
///
/// The output has 16 to 64 bytes, and so has the key, unless it is empty. Allocates nothing.
func blake2b(_ message: RawSpan, key: RawSpan, into output: UnsafeMutableRawBufferPointer) {
    guard let start = output.baseAddress else { preconditionFailure("a hash has a length") }
    // It only refuses wrong lengths, and all our lengths are constants.
    let code = unsafe crypto_generichash(
        start, output.count, message.start, UInt64(message.byteCount), key.start, key.byteCount)
    precondition(code == 0, "BLAKE2b refuses a length")
}

/// Computes SipHash-2-4 of a message, with a key and an output of 16 bytes each.
///
/// Allocates nothing.
func sipHash(_ message: RawSpan, key: RawSpan, into output: UnsafeMutableRawBufferPointer) {
    guard let start = output.baseAddress, output.count == 16, let keyStart = unsafe key.start,
        key.byteCount == 16
    else { preconditionFailure("SipHash has an output and a key of 16 bytes") }
    let code = unsafe crypto_shorthash_siphashx24(start, message.start, UInt64(message.byteCount), keyStart)
    precondition(code == 0, "SipHash refuses a message")
}

/// The message that a key is derived from, in erased memory: purpose, a zero byte, context and the rest.
///
/// The zero byte ends the purpose, so that different purposes never give the same message.
func labelled(
    _ purpose: String, _ context: RawSpan, _ rest: RawSpan = RawSpan()
) throws(StoreError) -> SecretBlock {
    let contextStart = purpose.utf8.count + 1
    let restStart = contextStart + context.byteCount
    var message = try SecretBlock(byteCount: restStart + rest.byteCount)
    message.withMutableBytes { bytes in
        Array(purpose.utf8).withRawBytes { bytes.copy($0, to: 0) }
        bytes.copy(context, to: contextStart)
        bytes.copy(rest, to: restStart)
    }
    return message
}

/// The message of a hash or a signature that is not secret, in the same form.
func labelled(_ purpose: String, _ message: [UInt8]) -> [UInt8] { Array(purpose.utf8) + [0] + message }

/// Compares two spans in a time that does not depend on where they differ.
///
/// Lengths are not secret: spans of different lengths differ at once.
package func constantTimeEqual(_ first: RawSpan, _ second: RawSpan) -> Bool {
    guard first.byteCount == second.byteCount else { return false }
    // Nothing to compare, and libsodium must not get the null pointer of an empty span.
    guard let start = unsafe first.start, let other = unsafe second.start else { return true }
    return unsafe sodium_memcmp(start, other, first.byteCount) == 0
}
