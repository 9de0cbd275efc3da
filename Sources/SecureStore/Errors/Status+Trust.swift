extension Status {
    /// No policy goes by that name.
    public static let policyNotFound = Status(rawValue: -25241)
    /// One of the trust settings is malformed.
    public static let invalidTrustSetting = Status(rawValue: -25242)
    /// Trust has not been evaluated yet.
    public static let trustNotAvailable = Status(rawValue: -25245)
    /// The record that holds the trust settings is damaged.
    public static let invalidTrustSettings = Status(rawValue: -25262)
    /// No trust settings are stored for the certificate.
    public static let noTrustSettings = Status(rawValue: -25263)
    /// The component that applies policies is missing.
    public static let noPolicyModule = Status(rawValue: -25314)
    /// A policy rejects the certificate chain.
    public static let policyDenied = Status(rawValue: -26270)
    /// The certificate was issued for another host.
    public static let hostNameMismatch = Status(rawValue: -67602)
    /// The policy does not accept the key usage in the certificate.
    public static let invalidKeyUsageForPolicy = Status(rawValue: -67608)
    /// The extended key usage in the certificate does not fit.
    public static let invalidExtendedKeyUsage = Status(rawValue: -67609)
    /// The certificate at the top of the chain is not acceptable as an anchor.
    public static let invalidRoot = Status(rawValue: -67612)
    /// The certificate names other e-mail addresses than the one expected.
    public static let smimeEmailAddressesNotFound = Status(rawValue: -67623)
    /// The certificate names no e-mail address.
    public static let smimeNoEmailAddress = Status(rawValue: -67627)
    /// The certificate is not trusted.
    public static let notTrusted = Status(rawValue: -67843)
}
