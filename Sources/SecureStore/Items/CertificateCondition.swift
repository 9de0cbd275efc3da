package import FoundationEssentials

/// Conditions on certificates beyond equal attributes.
package struct CertificateCondition: Hashable, Sendable {
    /// Normalized names, one of which must be met on the way up from the certificate.
    package var issuers: [Data] = []
    package var emailAddress: String?
    /// The instant, or nil inside for the time of the query.
    package var validOn: Date??

    /// No conditions.
    package init() {}

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
