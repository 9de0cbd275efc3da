/// What a fingerprint is computed with.
public struct HashAlgorithm: Hashable, Sendable {
    /// The number of bytes of a hash.
    public let byteCount: Int

    /// SHA-1: names a certificate in older tools; two certificates with one such hash can be made.
    public static let sha1 = HashAlgorithm(byteCount: 20)
    /// SHA-256.
    public static let sha256 = HashAlgorithm(byteCount: 32)
}
