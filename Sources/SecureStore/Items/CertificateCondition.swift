package import FoundationEssentials

/// Conditions on certificates other than on equal attributes.
package struct CertificateCondition: Hashable, Sendable {
    /// Lists of normalized names; one of each must be found among the issuers on the way up from the
    /// certificate.
    package var issuers: [[Data]] = []
    package var emailAddresses: [String] = []
    /// Dates on which the certificate must be valid; nil means the time of the query.
    package var validOn: [Date?] = []

    package init() {}

    var isEmpty: Bool { issuers.allSatisfy { $0.isEmpty } && !needsFacts }
    /// True if the conditions can only be checked in the certificate's bytes.
    var needsFacts: Bool { !emailAddresses.isEmpty || !validOn.isEmpty }

    func matches(_ facts: CertificateFacts, now: Date) -> Bool {
        for email in emailAddresses {
            guard facts.emailAddresses.contains(where: { Self.folded($0) == Self.folded(email) }) else {
                return false
            }
        }
        if validOn.isEmpty { return true }
        guard let first = facts.notBefore?.timeIntervalSinceReferenceDate,
            let last = facts.notAfter?.timeIntervalSinceReferenceDate
        else { return false }
        return validOn.allSatisfy {
            // Numbers, because a date that is none is at or after every date, and at or before it.
            let seconds = ($0 ?? now).timeIntervalSinceReferenceDate
            return first <= seconds && seconds <= last
        }
    }

    /// The letters of ASCII in lower case and no others: the sign of the kelvin is not a k.
    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    }
}
