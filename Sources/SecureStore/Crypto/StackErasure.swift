private import CSecureStoreSodium

/// Runs `body`, which makes or uses a key with libsodium, and then erases what its calls left on the stack.
///
/// libsodium erases its keys and states, but not every copy. The output of BLAKE2b, and so of Argon2id, and
/// the first bytes of a box's content remain in frames that have returned. Never inlined, so that the frames
/// of `body` begin no higher on the stack than that of the erasing function.
@inline(never)
func erasingStack<R: ~Copyable, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    defer {
        overwriteRegisters()
        sodium_stackzero(stackByteCount)
    }
    return try body()
}

/// Hashes an empty message, so that the hash replaces a key in the vector registers.
///
/// From there, half a key could reach the stack later: the dynamic linker saves these registers when it looks
/// up a function at its first call, and so does the kernel when it handles a signal.
private func overwriteRegisters() {
    var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    unsafe withUnsafeMutableBytes(of: &words) { unsafe blake2b(RawSpan(), key: RawSpan(), into: $0) }
}

/// The number of bytes of the stack that are erased.
///
/// Argon2id reaches 7,000 bytes deep on x86-64, all else 3,200; the rest is for Swift's frames in between.
private let stackByteCount = 16_384
