private import CSecureStoreSodium

extension Bytes16 {
    /// Sixteen random bytes: an id that nobody else has or can guess.
    static func random() -> Bytes16 {
        // The random source must be set up before two threads use it at the same time.
        _ = Sodium.isReady
        var words = (UInt64(0), UInt64(0))
        unsafe randombytes_buf(&words, Self.byteCount)
        return Bytes16(high: words.0, low: words.1)
    }
}
