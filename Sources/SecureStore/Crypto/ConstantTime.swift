private import CSecureStoreSodium

/// Compares two spans in a time that does not depend on where they differ.
///
/// Lengths are not secret: spans of different lengths differ at once.
func constantTimeEqual(_ first: RawSpan, _ second: RawSpan) -> Bool {
    guard first.byteCount == second.byteCount else { return false }
    return unsafe first.withUnsafeBytes { first in
        unsafe second.withUnsafeBytes { second in
            // Nothing to compare, and libsodium must not get the null pointer of an empty span.
            guard let start = first.baseAddress, let other = second.baseAddress else { return true }
            return unsafe sodium_memcmp(start, other, first.count) == 0
        }
    }
}
