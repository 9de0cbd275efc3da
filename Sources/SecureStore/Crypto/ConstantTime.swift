private import CSecureStoreSodium

/// Whether two runs of bytes are the same, in a time that tells nothing of where they differ.
///
/// Lengths are not secret: runs of different lengths differ at once.
func constantTimeEqual(_ first: RawSpan, _ second: RawSpan) -> Bool {
    guard first.byteCount == second.byteCount else { return false }
    return unsafe first.withUnsafeBytes { first in
        unsafe second.withUnsafeBytes { second in
            // Nothing to compare, and libsodium must not be handed the null pointer of an empty run.
            guard let start = first.baseAddress, let other = second.baseAddress else { return true }
            return unsafe sodium_memcmp(start, other, first.count) == 0
        }
    }
}
