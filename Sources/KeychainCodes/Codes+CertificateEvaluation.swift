// Codes about the evaluation of certificates, which nothing here does.

/// Apple add app ACL subject.
public let errSecAppleAddAppACLSubject: OSStatus = -67_589

/// Apple SSLv2 rollback.
public let errSecAppleSSLv2Rollback: OSStatus = -67_595

/// Unknown critical extension flag.
public let errSecUnknownCriticalExtensionFlag: OSStatus = -67_603

/// No basic constraints.
public let errSecNoBasicConstraints: OSStatus = -67_604

/// No basic constraints CA.
public let errSecNoBasicConstraintsCA: OSStatus = -67_605

/// Invalid authority key ID.
public let errSecInvalidAuthorityKeyID: OSStatus = -67_606

/// Invalid subject key ID.
public let errSecInvalidSubjectKeyID: OSStatus = -67_607

/// Invalid ID linkage.
public let errSecInvalidIDLinkage: OSStatus = -67_610

/// Path length constraint exceeded.
public let errSecPathLengthConstraintExceeded: OSStatus = -67_611

/// CRL expired.
public let errSecCRLExpired: OSStatus = -67_613

/// CRL not valid yet.
public let errSecCRLNotValidYet: OSStatus = -67_614

/// CRL not found.
public let errSecCRLNotFound: OSStatus = -67_615

/// CRL server down.
public let errSecCRLServerDown: OSStatus = -67_616

/// CRL bad URI.
public let errSecCRLBadURI: OSStatus = -67_617

/// Unknown certificate extension.
public let errSecUnknownCertExtension: OSStatus = -67_618

/// Unknown CRL extension.
public let errSecUnknownCRLExtension: OSStatus = -67_619

/// CRL not trusted.
public let errSecCRLNotTrusted: OSStatus = -67_620

/// CRL policy failed.
public let errSecCRLPolicyFailed: OSStatus = -67_621

/// IDP failure.
public let errSecIDPFailure: OSStatus = -67_622

/// S/MIME bad extended key usage.
public let errSecSMIMEBadExtendedKeyUsage: OSStatus = -67_624

/// S/MIME bad key usage.
public let errSecSMIMEBadKeyUsage: OSStatus = -67_625

/// S/MIME key usage not critical.
public let errSecSMIMEKeyUsageNotCritical: OSStatus = -67_626

/// S/MIME subject alt name not critical.
public let errSecSMIMESubjAltNameNotCritical: OSStatus = -67_628

/// SSL bad extended key usage.
public let errSecSSLBadExtendedKeyUsage: OSStatus = -67_629

/// Extended key usage not critical.
public let errSecExtendedKeyUsageNotCritical: OSStatus = -67_881

/// Timestamp missing.
public let errSecTimestampMissing: OSStatus = -67_882

/// Timestamp invalid.
public let errSecTimestampInvalid: OSStatus = -67_883

/// Timestamp not trusted.
public let errSecTimestampNotTrusted: OSStatus = -67_884

/// Timestamp service not available.
public let errSecTimestampServiceNotAvailable: OSStatus = -67_885

/// Timestamp bad algorithm.
public let errSecTimestampBadAlg: OSStatus = -67_886

/// Timestamp bad request.
public let errSecTimestampBadRequest: OSStatus = -67_887

/// Timestamp bad data format.
public let errSecTimestampBadDataFormat: OSStatus = -67_888

/// Timestamp time not available.
public let errSecTimestampTimeNotAvailable: OSStatus = -67_889

/// Timestamp unaccepted policy.
public let errSecTimestampUnacceptedPolicy: OSStatus = -67_890

/// Timestamp unaccepted extension.
public let errSecTimestampUnacceptedExtension: OSStatus = -67_891

/// Timestamp add info not available.
public let errSecTimestampAddInfoNotAvailable: OSStatus = -67_892

/// Timestamp system failure.
public let errSecTimestampSystemFailure: OSStatus = -67_893

/// Signing time missing.
public let errSecSigningTimeMissing: OSStatus = -67_894

/// Timestamp rejection.
public let errSecTimestampRejection: OSStatus = -67_895

/// Timestamp waiting.
public let errSecTimestampWaiting: OSStatus = -67_896

/// Timestamp revocation warning.
public let errSecTimestampRevocationWarning: OSStatus = -67_897

/// Timestamp revocation notification.
public let errSecTimestampRevocationNotification: OSStatus = -67_898

/// Certificate policy not allowed.
public let errSecCertificatePolicyNotAllowed: OSStatus = -67_899

/// Certificate name not allowed.
public let errSecCertificateNameNotAllowed: OSStatus = -67_900

/// Certificate validity period too long.
public let errSecCertificateValidityPeriodTooLong: OSStatus = -67_901

/// Certificate is CA.
public let errSecCertificateIsCA: OSStatus = -67_902

/// Certificate duplicate extension.
public let errSecCertificateDuplicateExtension: OSStatus = -67_903

/// Missing qualified certificate statement.
public let errSecMissingQualifiedCertStatement: OSStatus = -67_904

// MARK: - What they say

extension CodeMessages {
    static let certificateEvaluation: [OSStatus: String] = [
        errSecAppleAddAppACLSubject: "Apple add app ACL subject",
        errSecAppleSSLv2Rollback: "Apple SSLv2 rollback",
        errSecUnknownCriticalExtensionFlag: "unknown critical extension flag",
        errSecNoBasicConstraints: "no basic constraints",
        errSecNoBasicConstraintsCA: "no basic constraints CA",
        errSecInvalidAuthorityKeyID: "invalid authority key ID",
        errSecInvalidSubjectKeyID: "invalid subject key ID",
        errSecInvalidIDLinkage: "invalid ID linkage",
        errSecPathLengthConstraintExceeded: "path length constraint exceeded",
        errSecCRLExpired: "CRL expired",
        errSecCRLNotValidYet: "CRL not valid yet",
        errSecCRLNotFound: "CRL not found",
        errSecCRLServerDown: "CRL server down",
        errSecCRLBadURI: "CRL bad URI",
        errSecUnknownCertExtension: "unknown certificate extension",
        errSecUnknownCRLExtension: "unknown CRL extension",
        errSecCRLNotTrusted: "CRL not trusted",
        errSecCRLPolicyFailed: "CRL policy failed",
        errSecIDPFailure: "IDP failure",
        errSecSMIMEBadExtendedKeyUsage: "S/MIME bad extended key usage",
        errSecSMIMEBadKeyUsage: "S/MIME bad key usage",
        errSecSMIMEKeyUsageNotCritical: "S/MIME key usage not critical",
        errSecSMIMESubjAltNameNotCritical: "S/MIME subject alt name not critical",
        errSecSSLBadExtendedKeyUsage: "SSL bad extended key usage",
        errSecExtendedKeyUsageNotCritical: "extended key usage not critical",
        errSecTimestampMissing: "timestamp missing",
        errSecTimestampInvalid: "timestamp invalid",
        errSecTimestampNotTrusted: "timestamp not trusted",
        errSecTimestampServiceNotAvailable: "timestamp service not available",
        errSecTimestampBadAlg: "timestamp bad algorithm",
        errSecTimestampBadRequest: "timestamp bad request",
        errSecTimestampBadDataFormat: "timestamp bad data format",
        errSecTimestampTimeNotAvailable: "timestamp time not available",
        errSecTimestampUnacceptedPolicy: "timestamp unaccepted policy",
        errSecTimestampUnacceptedExtension: "timestamp unaccepted extension",
        errSecTimestampAddInfoNotAvailable: "timestamp add info not available",
        errSecTimestampSystemFailure: "timestamp system failure",
        errSecSigningTimeMissing: "signing time missing",
        errSecTimestampRejection: "timestamp rejection",
        errSecTimestampWaiting: "timestamp waiting",
        errSecTimestampRevocationWarning: "timestamp revocation warning",
        errSecTimestampRevocationNotification: "timestamp revocation notification",
        errSecCertificatePolicyNotAllowed: "certificate policy not allowed",
        errSecCertificateNameNotAllowed: "certificate name not allowed",
        errSecCertificateValidityPeriodTooLong: "certificate validity period too long",
        errSecCertificateIsCA: "certificate is CA",
        errSecCertificateDuplicateExtension: "certificate duplicate extension",
        errSecMissingQualifiedCertStatement: "missing qualified certificate statement",
    ]
}
