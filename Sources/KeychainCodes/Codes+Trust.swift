// Codes about trust and policies.

/// No policy goes by that name.
public let errSecPolicyNotFound: OSStatus = -25_241

/// One of the trust settings is malformed.
public let errSecInvalidTrustSetting: OSStatus = -25_242

/// Trust has not been evaluated yet.
public let errSecTrustNotAvailable: OSStatus = -25_245

/// The record that holds the trust settings is damaged.
public let errSecInvalidTrustSettings: OSStatus = -25_262

/// No trust settings are stored for the certificate.
public let errSecNoTrustSettings: OSStatus = -25_263

/// The component that applies policies is missing.
public let errSecNoPolicyModule: OSStatus = -25_314

/// A policy rejects the certificate chain.
public let errSecPolicyDenied: OSStatus = -26_270

/// The certificate was issued for another host.
public let errSecHostNameMismatch: OSStatus = -67_602

/// The policy does not accept the key usage in the certificate.
public let errSecInvalidKeyUsageForPolicy: OSStatus = -67_608

/// The extended key usage in the certificate does not fit.
public let errSecInvalidExtendedKeyUsage: OSStatus = -67_609

/// The certificate at the top of the chain is not acceptable as an anchor.
public let errSecInvalidRoot: OSStatus = -67_612

/// The certificate names other e-mail addresses than the one expected.
public let errSecSMIMEEmailAddressesNotFound: OSStatus = -67_623

/// The certificate names no e-mail address.
public let errSecSMIMENoEmailAddress: OSStatus = -67_627

/// The certificate is not trusted.
public let errSecNotTrusted: OSStatus = -67_843

// MARK: - What they say

extension CodeMessages {
    static let trust: [OSStatus: String] = [
        errSecPolicyNotFound: "the policy is unknown",
        errSecInvalidTrustSetting: "the trust setting is not valid",
        errSecTrustNotAvailable: "trust was not evaluated",
        errSecInvalidTrustSettings: "the trust settings are damaged",
        errSecNoTrustSettings: "no trust settings are stored",
        errSecNoPolicyModule: "the policy component is missing",
        errSecPolicyDenied: "a policy rejected the certificate chain",
        errSecHostNameMismatch: "the certificate is for another host",
        errSecInvalidKeyUsageForPolicy: "the key usage does not fit the policy",
        errSecInvalidExtendedKeyUsage: "the extended key usage does not fit",
        errSecInvalidRoot: "the root certificate is not acceptable",
        errSecSMIMEEmailAddressesNotFound: "the e-mail address does not match",
        errSecSMIMENoEmailAddress: "the certificate has no e-mail address",
        errSecNotTrusted: "the certificate is not trusted",
    ]
}
