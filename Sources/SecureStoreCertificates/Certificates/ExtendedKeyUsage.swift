/// A purpose that a certificate may be used for.
///
/// Purposes without a constant here are kept, and compared by their identifier.
public struct ExtendedKeyUsage: Hashable, Sendable {
    /// The object identifier, as numbers with dots.
    public let identifier: String

    /// A purpose by its object identifier.
    public init(identifier: String) { self.identifier = identifier }

    /// Any purpose.
    public static let any = ExtendedKeyUsage(identifier: "2.5.29.37.0")
    /// Answering as a server in TLS.
    public static let serverAuthentication = ExtendedKeyUsage(identifier: "1.3.6.1.5.5.7.3.1")
    /// Calling as a client in TLS.
    public static let clientAuthentication = ExtendedKeyUsage(identifier: "1.3.6.1.5.5.7.3.2")
    /// Signing programs.
    public static let codeSigning = ExtendedKeyUsage(identifier: "1.3.6.1.5.5.7.3.3")
    /// Signed and encrypted mail.
    public static let emailProtection = ExtendedKeyUsage(identifier: "1.3.6.1.5.5.7.3.4")
    /// Saying when something existed.
    public static let timeStamping = ExtendedKeyUsage(identifier: "1.3.6.1.5.5.7.3.8")
    /// Answering whether certificates are revoked.
    public static let ocspSigning = ExtendedKeyUsage(identifier: "1.3.6.1.5.5.7.3.9")
}
