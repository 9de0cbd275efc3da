/// A hash function of the SHA family, with its length.
///
/// ``Certificate/fingerprint(_:)`` and the algorithms of keys take one.
public struct HashFunction: Hashable, Sendable {
    /// The name that libcrypto and Apple's algorithms have for it.
    package let name: String
    /// The bytes of a hash.
    public let byteCount: Int

    /// SHA-1, which no longer resists collisions: to read what is old.
    public static let sha1 = HashFunction(name: "SHA1", byteCount: 20)
    /// SHA-224.
    public static let sha224 = HashFunction(name: "SHA224", byteCount: 28)
    /// SHA-256.
    public static let sha256 = HashFunction(name: "SHA256", byteCount: 32)
    /// SHA-384.
    public static let sha384 = HashFunction(name: "SHA384", byteCount: 48)
    /// SHA-512.
    public static let sha512 = HashFunction(name: "SHA512", byteCount: 64)

    /// All functions, from the shortest hash to the longest.
    package static let all = [sha1, sha224, sha256, sha384, sha512]
}
