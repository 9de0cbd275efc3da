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

/// Conditions on certificates beyond equal attributes.
struct CertificateCondition: Hashable, Sendable {
    /// Normalized names, one of which must be met on the way up from the certificate.
    var issuers: [Data] = []
    var emailAddress: String?
    /// The instant, or nil inside for the time of the query.
    var validOn: Date??

    var isEmpty: Bool { issuers.isEmpty && !needsFacts }
    /// True when only the certificate's bytes can answer.
    var needsFacts: Bool { emailAddress != nil || validOn != nil }

    func matches(_ facts: CertificateFacts, now: Date) -> Bool {
        if let email = emailAddress {
            guard facts.emailAddresses.contains(where: { $0.lowercased() == email.lowercased() }) else {
                return false
            }
        }
        guard let validOn else { return true }
        guard let first = facts.notBefore, let last = facts.notAfter else { return false }
        return (first...max(first, last)).contains(validOn ?? now)
    }
}
