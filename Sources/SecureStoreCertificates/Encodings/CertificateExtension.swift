public import FoundationEssentials

/// An extension of a certificate: its identifier and its encoded value.
public struct CertificateExtension: Hashable, Sendable {
    /// The object identifier, as numbers with dots.
    public let identifier: String
    /// True if a program that does not know the extension has to refuse the certificate.
    public let isCritical: Bool
    /// The encoded content, whose form the identifier says.
    public let value: Data

    /// An extension with any value, which is not checked.
    public init(identifier: String, isCritical: Bool = false, value: some Collection<UInt8>) {
        (self.identifier, self.isCritical, self.value) = (identifier, isCritical, Data(value))
    }
}

extension CertificateExtension {
    static let alternativeNames = "2.5.29.17"
    static let basicConstraints = "2.5.29.19"
    static let keyUsage = "2.5.29.15"
    static let extendedKeyUsage = "2.5.29.37"
    static let subjectKeyID = "2.5.29.14"
    static let authorityKeyID = "2.5.29.35"
    static let revocationLists = "2.5.29.31"
    static let authorityAccess = "1.3.6.1.5.5.7.1.1"
}
