#if !canImport(Darwin)

// Codes about revocation, signing and services, which nothing here uses.

/// OCSP bad response.
public let errSecOCSPBadResponse: OSStatus = -67630

/// OCSP bad request.
public let errSecOCSPBadRequest: OSStatus = -67631

/// OCSP unavailable.
public let errSecOCSPUnavailable: OSStatus = -67632

/// OCSP status unrecognized.
public let errSecOCSPStatusUnrecognized: OSStatus = -67633

/// Incomplete certificate revocation check.
public let errSecIncompleteCertRevocationCheck: OSStatus = -67635

/// Network failure.
public let errSecNetworkFailure: OSStatus = -67636

/// OCSP not trusted to anchor.
public let errSecOCSPNotTrustedToAnchor: OSStatus = -67637

/// OCSP signature error.
public let errSecOCSPSignatureError: OSStatus = -67639

/// OCSP no signer.
public let errSecOCSPNoSigner: OSStatus = -67640

/// OCSP responder malformed request.
public let errSecOCSPResponderMalformedReq: OSStatus = -67641

/// OCSP responder internal error.
public let errSecOCSPResponderInternalError: OSStatus = -67642

/// OCSP responder try later.
public let errSecOCSPResponderTryLater: OSStatus = -67643

/// OCSP responder signature required.
public let errSecOCSPResponderSignatureRequired: OSStatus = -67644

/// OCSP responder unauthorized.
public let errSecOCSPResponderUnauthorized: OSStatus = -67645

/// OCSP response nonce mismatch.
public let errSecOCSPResponseNonceMismatch: OSStatus = -67646

/// Code signing bad certificate chain length.
public let errSecCodeSigningBadCertChainLength: OSStatus = -67647

/// Code signing no basic constraints.
public let errSecCodeSigningNoBasicConstraints: OSStatus = -67648

/// Code signing bad path length constraint.
public let errSecCodeSigningBadPathLengthConstraint: OSStatus = -67649

/// Code signing no extended key usage.
public let errSecCodeSigningNoExtendedKeyUsage: OSStatus = -67650

/// Code signing development.
public let errSecCodeSigningDevelopment: OSStatus = -67651

/// Resource sign bad certificate chain length.
public let errSecResourceSignBadCertChainLength: OSStatus = -67652

/// Resource sign bad ext key usage.
public let errSecResourceSignBadExtKeyUsage: OSStatus = -67653

/// Trust setting deny.
public let errSecTrustSettingDeny: OSStatus = -67654

/// Unknown qualified certificateificate statement.
public let errSecUnknownQualifiedCertStatement: OSStatus = -67656

/// MobileMe request queued.
public let errSecMobileMeRequestQueued: OSStatus = -67657

/// MobileMe request redirected.
public let errSecMobileMeRequestRedirected: OSStatus = -67658

/// MobileMe server error.
public let errSecMobileMeServerError: OSStatus = -67659

/// MobileMe server not available.
public let errSecMobileMeServerNotAvailable: OSStatus = -67660

/// MobileMe server already exists.
public let errSecMobileMeServerAlreadyExists: OSStatus = -67661

/// MobileMe server service error.
public let errSecMobileMeServerServiceErr: OSStatus = -67662

/// MobileMe request already pending.
public let errSecMobileMeRequestAlreadyPending: OSStatus = -67663

/// MobileMe no request pending.
public let errSecMobileMeNoRequestPending: OSStatus = -67664

/// MobileMe CSR verify failure.
public let errSecMobileMeCSRVerifyFailure: OSStatus = -67665

/// MobileMe failed consistency check.
public let errSecMobileMeFailedConsistencyCheck: OSStatus = -67666

#endif
