import FoundationEssentials
public import SecureStore

/// The reason why a certificate was not validated.
///
/// Two errors are equal if reason and certificate are.
public struct TrustError: Error, Sendable {
    /// The kind of failure; compare this.
    public let reason: Reason
    /// The certificate of the chain that it concerns; nil if it concerns none of them.
    public let certificate: Certificate?
    /// The failure in more words, for a log.
    public let text: String

    /// One kind of failure.
    ///
    /// A struct and not an enumeration, so that a later version can add kinds without breaking a `switch`.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The kind in a few words.
        public let rawValue: String

        /// Any words; one that has no name here is kept as it is.
        public init(rawValue: String) { self.rawValue = rawValue }

        init(_ flaw: ChainFlaw) { rawValue = flaw.rawValue }

        /// The certificate's last day has passed.
        public static let expired = Reason(.expired)
        /// The certificate's first day has not come.
        public static let notYetValid = Reason(.notYetValid)
        /// None of the certificate's alternative names is the host.
        public static let hostMismatch = Reason(.hostMismatch)
        /// The certificate does not have the e-mail address.
        public static let emailMismatch = Reason(.emailMismatch)
        /// The host or the e-mail address to look for is none.
        public static let invalidName = Reason(.invalidName)
        /// The chain does not reach an anchor, because the issuer's certificate is missing.
        public static let unknownIssuer = Reason(.unknownIssuer)
        /// The chain ends in a self-signed certificate that is not an anchor.
        public static let selfSignedNotTrusted = Reason(.selfSignedNotTrusted)
        /// The issuer's key did not make the signature.
        public static let badSignature = Reason(.badSignature)
        /// The certificate is for other purposes.
        public static let wrongPurpose = Reason(.wrongPurpose)
        /// A certificate that issued another one may not do so.
        public static let notACertificateAuthority = Reason(.notACertificateAuthority)
        /// A key offers less than 112 bits of security, as RSA below 2048 bits does.
        ///
        /// For ``TrustPolicy/basic`` RSA has to have 1024 bits. DSA is always weak.
        public static let weakKey = Reason(.weakKey)
        /// The hash of a signature offers less than 112 bits of security, as SHA-1 and MD5 do, of which
        /// ``TrustPolicy/basic`` takes the first.
        public static let weakDigest = Reason(.weakDigest)
        /// There are more authorities between certificate and anchor than one of them, or this library,
        /// allows.
        public static let pathTooLong = Reason(.pathTooLong)
        /// An authority may not issue certificates for such a name.
        public static let nameNotPermitted = Reason(.nameNotPermitted)
        /// The chain is not issued under any policy, although one of its certificates requires it to be.
        public static let policyNotFound = Reason(.policyNotFound)
        /// A server's certificate is valid for more days than Apple's systems allow.
        public static let validityTooLong = Reason(rawValue: "valid for too long")
        /// An authority has an empty subject, or a certificate has neither a subject nor critical names.
        public static let noSubject = Reason(rawValue: "no subject")
        /// A critical extension that is not understood.
        public static let unknownCriticalExtension = Reason(.unknownCriticalExtension)
        /// A part of a certificate cannot be read.
        public static let malformed = Reason(.malformed)
        /// The issuer has revoked the certificate.
        public static let revoked = Reason(rawValue: "revoked")
        /// Nothing that was given says whether the issuer has revoked the certificate.
        public static let revocationNotKnown = Reason(rawValue: "revocation not known")
        /// There are no anchors at all, for instance because the system has no certificates of authorities
        /// installed.
        public static let noAnchors = Reason(rawValue: "no anchors")
        /// Something else; the text says what.
        public static let other = Reason(.other)
    }

    init(_ reason: Reason, _ text: String, certificate: Certificate? = nil) {
        (self.reason, self.text, self.certificate) = (reason, text, certificate)
    }
}

extension TrustError {
    private static let reasonsOfOne: Set<Reason> = [
        .expired, .notYetValid, .hostMismatch, .emailMismatch, .invalidName, .weakKey, .weakDigest,
        .unknownCriticalExtension, .malformed, .noAnchors, .revoked, .unknownIssuer, .selfSignedNotTrusted,
    ]

    /// True if the chain does not end in an anchor.
    var isOfAnchor: Bool { [.unknownIssuer, .selfSignedNotTrusted, .noAnchors].contains(reason) }

    /// True if a certificate that failed so could be valid with issuers that were not given.
    package func mayPassWithOthers(than leaf: Certificate) -> Bool {
        reason == .unknownIssuer || dependsOnIssuers(of: leaf)
    }

    /// True if a certificate that failed so could be valid with other issuers.
    func dependsOnIssuers(of leaf: Certificate) -> Bool {
        !Self.reasonsOfOne.contains(reason) || (certificate != nil && certificate != leaf)
    }
}

// MARK: - Hashable

extension TrustError: Hashable {
    /// Compares reason and certificate, because the wording may change.
    public static func == (first: Self, second: Self) -> Bool {
        first.reason == second.reason && first.certificate == second.certificate
    }

    /// Agrees with `==`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(certificate)
    }
}

extension TrustError: DescribedError {
    /// The reason, the text and whose certificate it is.
    public var description: String {
        "\(reason.rawValue): \(text)" + (certificate.map { " (certificate of \($0.subject))" } ?? "")
    }
}
