/// The algorithm that a key is for.
///
/// The numbers are Apple's; any other is kept as it is.
public struct KeyType: RawRepresentable, Hashable, Sendable {
    /// The number that stands for it.
    public let rawValue: Int
    /// Takes any number, including one that has no name here.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// RSA.
    public static let rsa = KeyType(rawValue: 42)
    /// ECDSA or ECDH on a NIST curve.
    public static let ecSECPrimeRandom = KeyType(rawValue: 73)
    /// Ed25519.
    public static let ed25519 = KeyType(rawValue: 105)
    /// X25519.
    public static let x25519 = KeyType(rawValue: 106)
    /// AES.
    public static let aes = KeyType(rawValue: 2_147_483_649)
}
