#if !canImport(Darwin)

private import SecureStore

// Codes about trust and policies.

/// No policy goes by that name.
public let errSecPolicyNotFound: OSStatus = Status.policyNotFound.rawValue

/// One of the trust settings is malformed.
public let errSecInvalidTrustSetting: OSStatus = Status.invalidTrustSetting.rawValue

/// Trust has not been evaluated yet.
public let errSecTrustNotAvailable: OSStatus = Status.trustNotAvailable.rawValue

/// The record that holds the trust settings is damaged.
public let errSecInvalidTrustSettings: OSStatus = Status.invalidTrustSettings.rawValue

/// No trust settings are stored for the certificate.
public let errSecNoTrustSettings: OSStatus = Status.noTrustSettings.rawValue

/// The component that applies policies is missing.
public let errSecNoPolicyModule: OSStatus = Status.noPolicyModule.rawValue

/// A policy rejects the certificate chain.
public let errSecPolicyDenied: OSStatus = Status.policyDenied.rawValue

/// The certificate was issued for another host.
public let errSecHostNameMismatch: OSStatus = Status.hostNameMismatch.rawValue

/// The policy does not accept the key usage in the certificate.
public let errSecInvalidKeyUsageForPolicy: OSStatus = Status.invalidKeyUsageForPolicy.rawValue

/// The extended key usage in the certificate does not fit.
public let errSecInvalidExtendedKeyUsage: OSStatus = Status.invalidExtendedKeyUsage.rawValue

/// The certificate at the top of the chain is not acceptable as an anchor.
public let errSecInvalidRoot: OSStatus = Status.invalidRoot.rawValue

/// The certificate names other e-mail addresses than the one expected.
public let errSecSMIMEEmailAddressesNotFound: OSStatus = Status.smimeEmailAddressesNotFound.rawValue

/// The certificate names no e-mail address.
public let errSecSMIMENoEmailAddress: OSStatus = Status.smimeNoEmailAddress.rawValue

/// The certificate is not trusted.
public let errSecNotTrusted: OSStatus = Status.notTrusted.rawValue

#endif
