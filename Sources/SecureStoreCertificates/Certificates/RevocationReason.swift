/// The reason why a certificate was revoked, as its issuer states it.
public struct RevocationReason: RawRepresentable, Hashable, Sendable {
    /// The number in a revocation list.
    public let rawValue: UInt8

    /// Takes any number; those without a name here are kept.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No reason in particular.
    public static let unspecified = RevocationReason(rawValue: 0)
    /// Somebody else has, or may have, the private key.
    public static let keyCompromise = RevocationReason(rawValue: 1)
    /// Somebody else has, or may have, the private key of an authority.
    public static let authorityCompromise = RevocationReason(rawValue: 2)
    /// The holder has another name, or belongs to another organization.
    public static let affiliationChanged = RevocationReason(rawValue: 3)
    /// Another certificate has taken its place.
    public static let superseded = RevocationReason(rawValue: 4)
    /// The certificate is no longer needed.
    public static let cessationOfOperation = RevocationReason(rawValue: 5)
    /// The certificate is not valid for now; a later list may leave it out again.
    public static let hold = RevocationReason(rawValue: 6)
    /// The holder may no longer do what the certificate says.
    public static let privilegeWithdrawn = RevocationReason(rawValue: 9)
}
