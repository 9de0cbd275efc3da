public import FoundationEssentials

/// What a program that can parse X.509 found in a certificate.
public struct CertificateFacts: Hashable, Sendable {
    /// The e-mail addresses in it.
    public let emailAddresses: [String]
    /// The first instant at which it is valid.
    public let notBefore: Date?
    /// The last instant at which it is valid.
    public let notAfter: Date?

    /// The facts about one certificate.
    public init(emailAddresses: [String] = [], notBefore: Date? = nil, notAfter: Date? = nil) {
        (self.emailAddresses, self.notBefore, self.notAfter) = (emailAddresses, notBefore, notAfter)
    }
}

/// Parses an encoded certificate; nil if the bytes are not a certificate.
public typealias CertificateInspector = @Sendable (SecretBytes) -> CertificateFacts?
