public import FoundationEssentials

/// The facts that a program found when it parsed an X.509 certificate.
///
/// ``StoreOptions/inspectCertificate`` returns them, for queries about e-mail addresses and dates.
public struct CertificateFacts: Hashable, Sendable {
    /// The e-mail addresses in the certificate.
    public let emailAddresses: [String]
    /// The first instant at which the certificate is valid.
    public let notBefore: Date?
    /// The last instant at which the certificate is valid.
    public let notAfter: Date?

    /// Creates the facts about one certificate.
    public init(emailAddresses: [String] = [], notBefore: Date? = nil, notAfter: Date? = nil) {
        (self.emailAddresses, self.notBefore, self.notAfter) = (emailAddresses, notBefore, notAfter)
    }
}

/// Parses an encoded certificate; nil if the bytes are not a certificate.
public typealias CertificateInspector = @Sendable (SecretBytes) -> CertificateFacts?
