/// The uses of a certificate's key.
///
/// A certificate without the extension allows all of them: its `keyUsage` is nil then.
public struct KeyUsage: OptionSet, Hashable, Sendable {
    /// The bits of the extension: the first byte is the lowest, in each byte the first bit the highest.
    public let rawValue: UInt32

    /// Takes any bits of the extension; those that have no name here are kept as well.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Signing, other than certificates and revocation lists.
    public static let digitalSignature = KeyUsage(rawValue: 0x80)
    /// Signing what the signer cannot deny later.
    public static let nonRepudiation = KeyUsage(rawValue: 0x40)
    /// Encrypting keys.
    public static let keyEncipherment = KeyUsage(rawValue: 0x20)
    /// Encrypting data directly.
    public static let dataEncipherment = KeyUsage(rawValue: 0x10)
    /// Agreeing on a key.
    public static let keyAgreement = KeyUsage(rawValue: 0x08)
    /// Signing certificates.
    public static let certificateSigning = KeyUsage(rawValue: 0x04)
    /// Signing revocation lists.
    public static let revocationListSigning = KeyUsage(rawValue: 0x02)
    /// Only encrypting, in a key agreement.
    public static let encipherOnly = KeyUsage(rawValue: 0x01)
    /// Only decrypting, in a key agreement.
    public static let decipherOnly = KeyUsage(rawValue: 0x8000)
}
