private import CSecureStoreSodium

/// Runs `body`, which makes or uses a key with libsodium, and then erases what its calls left on the stack.
///
/// libsodium erases its keys and states, but not every copy: the output of BLAKE2b, and so that of Argon2id, and the
/// first bytes of what a box held stay in frames that have returned. Never inlined: the frames of `body` begin where
/// that of the erasing function does, or below.
@inline(never)
func erasingStack<R: ~Copyable, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    defer {
        overwriteRegisters()
        sodium_stackzero(stackByteCount)
    }
    return try body()
}

/// Hashes nothing, so that its hash takes the place of a key in the vector registers.
///
/// From there half a key would reach the stack later: the dynamic linker saves them when it looks for a function at
/// its first call, and the kernel when a signal is handled.
private func overwriteRegisters() {
    var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    unsafe withUnsafeMutableBytes(of: &words) { unsafe blake2b(RawSpan(), key: RawSpan(), into: $0) }
}

/// How much is erased.
///
/// Argon2id goes 7,000 bytes deep on x86-64, everything else at most 3,200; the rest is for Swift's frames in between.
private let stackByteCount = 16_384
