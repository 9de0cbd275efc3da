/// A hash function.
public struct HashFunction: Hashable, Sendable {
    /// Which one, for libcrypto.
    let function: Function
    /// The bytes of a hash.
    public let byteCount: Int

    /// SHA-1, which no longer resists collisions: to read what is old.
    public static let sha1 = HashFunction(function: .sha1, byteCount: 20)
    /// SHA-224.
    public static let sha224 = HashFunction(function: .sha224, byteCount: 28)
    /// SHA-256.
    public static let sha256 = HashFunction(function: .sha256, byteCount: 32)
    /// SHA-384.
    public static let sha384 = HashFunction(function: .sha384, byteCount: 48)
    /// SHA-512.
    public static let sha512 = HashFunction(function: .sha512, byteCount: 64)

    enum Function: Hashable { case sha1, sha224, sha256, sha384, sha512 }
}
