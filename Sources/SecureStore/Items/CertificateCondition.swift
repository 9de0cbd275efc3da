package import FoundationEssentials

/// Conditions on certificates other than on equal attributes.
package struct CertificateCondition: Hashable, Sendable {
    /// Normalized names, one of which must be found among the issuers on the way up from the certificate.
    package var issuers: [Data] = []
    package var emailAddress: String?
    /// A date on which the certificate must be valid; the inner nil means the time of the query.
    package var validOn: Date??

    package init() {}

    var isEmpty: Bool { issuers.isEmpty && !needsFacts }
    /// True if the conditions can only be checked in the certificate's bytes.
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
