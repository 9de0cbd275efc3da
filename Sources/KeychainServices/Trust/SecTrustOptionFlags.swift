internal import SecureStoreCertificates

/// Options of an evaluation of trust: see ``SecTrustSetOptions(_:_:)``.
public struct SecTrustOptionFlags: OptionSet, Sendable {
    /// The bits, as Apple's headers number them.
    public let rawValue: UInt32

    /// Takes any bits; those without a name here change nothing.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Certificates outside of their validity pass.
    public static let allowExpired = SecTrustOptionFlags(rawValue: 0x01)
    /// Changes nothing: an authority's certificate may be the first of a chain.
    public static let leafIsCA = SecTrustOptionFlags(rawValue: 0x02)
    /// Changes nothing: nothing is fetched.
    public static let fetchIssuerFromNet = SecTrustOptionFlags(rawValue: 0x04)
    /// Self-signed certificates outside of their validity pass.
    public static let allowExpiredRoot = SecTrustOptionFlags(rawValue: 0x08)
    /// An answer is required whether a certificate was revoked: see ``SecTrustSetOCSPResponse(_:_:)``.
    public static let requireRevPerCert = SecTrustOptionFlags(rawValue: 0x10)
    /// Changes nothing: there are no such settings.
    public static let useTrustSettings = SecTrustOptionFlags(rawValue: 0x20)
    /// Every self-signed certificate is an anchor.
    public static let implicitAnchors = SecTrustOptionFlags(rawValue: 0x40)

    func excuse(_ failure: TrustFailure) -> Bool {
        switch failure.reason {
        case .expired, .notYetValid:
            contains(.allowExpired)
                || contains(.allowExpiredRoot) && failure.certificate?.isSelfSigned == true
        case .selfSignedNotTrusted, .noAnchors: contains(.implicitAnchors)
        default: false
        }
    }
}
