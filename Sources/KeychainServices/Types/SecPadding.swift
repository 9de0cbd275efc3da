/// The padding of the older calls for signing and encrypting; nothing for none.
///
/// The newer calls take a ``SecKeyAlgorithm`` instead.
public struct SecPadding: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Any bits; those without a name are kept.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As in PKCS#1 version 1.5.
    public static let PKCS1 = Self(rawValue: 1)
    /// OAEP with SHA-1.
    public static let OAEP = Self(rawValue: 2)
    /// ECDSA, as two numbers one after the other.
    public static let sigRaw = Self(rawValue: 0x4000)
    /// Over a hash of MD2; not supported.
    public static let PKCS1MD2 = Self(rawValue: 0x8000)
    /// Over a hash of MD5; not supported.
    public static let PKCS1MD5 = Self(rawValue: 0x8001)
    /// Over a hash of SHA-1.
    public static let PKCS1SHA1 = Self(rawValue: 0x8002)
    /// Over a hash of SHA-224.
    public static let PKCS1SHA224 = Self(rawValue: 0x8003)
    /// Over a hash of SHA-256.
    public static let PKCS1SHA256 = Self(rawValue: 0x8004)
    /// Over a hash of SHA-384.
    public static let PKCS1SHA384 = Self(rawValue: 0x8005)
    /// Over a hash of SHA-512.
    public static let PKCS1SHA512 = Self(rawValue: 0x8006)
}
