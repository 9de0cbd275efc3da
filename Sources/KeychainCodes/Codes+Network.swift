// Codes about revocation, signing and services, which nothing here uses.

/// OCSP bad response.
public let errSecOCSPBadResponse: OSStatus = -67_630

/// OCSP bad request.
public let errSecOCSPBadRequest: OSStatus = -67_631

/// OCSP unavailable.
public let errSecOCSPUnavailable: OSStatus = -67_632

/// OCSP status unrecognized.
public let errSecOCSPStatusUnrecognized: OSStatus = -67_633

/// Incomplete certificate revocation check.
public let errSecIncompleteCertRevocationCheck: OSStatus = -67_635

/// Network failure.
public let errSecNetworkFailure: OSStatus = -67_636

/// OCSP not trusted to anchor.
public let errSecOCSPNotTrustedToAnchor: OSStatus = -67_637

/// OCSP signature error.
public let errSecOCSPSignatureError: OSStatus = -67_639

/// OCSP no signer.
public let errSecOCSPNoSigner: OSStatus = -67_640

/// OCSP responder malformed request.
public let errSecOCSPResponderMalformedReq: OSStatus = -67_641

/// OCSP responder internal error.
public let errSecOCSPResponderInternalError: OSStatus = -67_642

/// OCSP responder try later.
public let errSecOCSPResponderTryLater: OSStatus = -67_643

/// OCSP responder signature required.
public let errSecOCSPResponderSignatureRequired: OSStatus = -67_644

/// OCSP responder unauthorized.
public let errSecOCSPResponderUnauthorized: OSStatus = -67_645

/// OCSP response nonce mismatch.
public let errSecOCSPResponseNonceMismatch: OSStatus = -67_646

/// Code signing bad certificate chain length.
public let errSecCodeSigningBadCertChainLength: OSStatus = -67_647

/// Code signing no basic constraints.
public let errSecCodeSigningNoBasicConstraints: OSStatus = -67_648

/// Code signing bad path length constraint.
public let errSecCodeSigningBadPathLengthConstraint: OSStatus = -67_649

/// Code signing no extended key usage.
public let errSecCodeSigningNoExtendedKeyUsage: OSStatus = -67_650

/// Code signing development.
public let errSecCodeSigningDevelopment: OSStatus = -67_651

/// Resource sign bad certificate chain length.
public let errSecResourceSignBadCertChainLength: OSStatus = -67_652

/// Resource sign bad ext key usage.
public let errSecResourceSignBadExtKeyUsage: OSStatus = -67_653

/// Trust setting deny.
public let errSecTrustSettingDeny: OSStatus = -67_654

/// Unknown qualified certificate statement.
public let errSecUnknownQualifiedCertStatement: OSStatus = -67_656

/// MobileMe request queued.
public let errSecMobileMeRequestQueued: OSStatus = -67_657

/// MobileMe request redirected.
public let errSecMobileMeRequestRedirected: OSStatus = -67_658

/// MobileMe server error.
public let errSecMobileMeServerError: OSStatus = -67_659

/// MobileMe server not available.
public let errSecMobileMeServerNotAvailable: OSStatus = -67_660

/// MobileMe server already exists.
public let errSecMobileMeServerAlreadyExists: OSStatus = -67_661

/// MobileMe server service error.
public let errSecMobileMeServerServiceErr: OSStatus = -67_662

/// MobileMe request already pending.
public let errSecMobileMeRequestAlreadyPending: OSStatus = -67_663

/// MobileMe no request pending.
public let errSecMobileMeNoRequestPending: OSStatus = -67_664

/// MobileMe CSR verify failure.
public let errSecMobileMeCSRVerifyFailure: OSStatus = -67_665

/// MobileMe failed consistency check.
public let errSecMobileMeFailedConsistencyCheck: OSStatus = -67_666

// MARK: - What they say

extension CodeMessages {
    static let network: [OSStatus: String] = [
        errSecOCSPBadResponse: "OCSP bad response",
        errSecOCSPBadRequest: "OCSP bad request",
        errSecOCSPUnavailable: "OCSP unavailable",
        errSecOCSPStatusUnrecognized: "OCSP status unrecognized",
        errSecIncompleteCertRevocationCheck: "incomplete certificate revocation check",
        errSecNetworkFailure: "network failure",
        errSecOCSPNotTrustedToAnchor: "OCSP not trusted to anchor",
        errSecOCSPSignatureError: "OCSP signature error",
        errSecOCSPNoSigner: "OCSP no signer",
        errSecOCSPResponderMalformedReq: "OCSP responder malformed request",
        errSecOCSPResponderInternalError: "OCSP responder internal error",
        errSecOCSPResponderTryLater: "OCSP responder try later",
        errSecOCSPResponderSignatureRequired: "OCSP responder signature required",
        errSecOCSPResponderUnauthorized: "OCSP responder unauthorized",
        errSecOCSPResponseNonceMismatch: "OCSP response nonce mismatch",
        errSecCodeSigningBadCertChainLength: "code signing bad certificate chain length",
        errSecCodeSigningNoBasicConstraints: "code signing no basic constraints",
        errSecCodeSigningBadPathLengthConstraint: "code signing bad path length constraint",
        errSecCodeSigningNoExtendedKeyUsage: "code signing no extended key usage",
        errSecCodeSigningDevelopment: "code signing development",
        errSecResourceSignBadCertChainLength: "resource sign bad certificate chain length",
        errSecResourceSignBadExtKeyUsage: "resource sign bad ext key usage",
        errSecTrustSettingDeny: "trust setting deny",
        errSecUnknownQualifiedCertStatement: "unknown qualified certificate statement",
        errSecMobileMeRequestQueued: "MobileMe request queued",
        errSecMobileMeRequestRedirected: "MobileMe request redirected",
        errSecMobileMeServerError: "MobileMe server error",
        errSecMobileMeServerNotAvailable: "MobileMe server not available",
        errSecMobileMeServerAlreadyExists: "MobileMe server already exists",
        errSecMobileMeServerServiceErr: "MobileMe server service error",
        errSecMobileMeRequestAlreadyPending: "MobileMe request already pending",
        errSecMobileMeNoRequestPending: "MobileMe no request pending",
        errSecMobileMeCSRVerifyFailure: "MobileMe CSR verify failure",
        errSecMobileMeFailedConsistencyCheck: "MobileMe failed consistency check",
    ]
}
