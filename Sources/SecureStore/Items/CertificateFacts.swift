public import FoundationEssentials

/// What a look into an encoded certificate tells; supplied by a program that can parse X.509.
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

/// Looks into an encoded certificate; nil when it is none.
public typealias CertificateInspector = @Sendable (SecretBytes) -> CertificateFacts?
