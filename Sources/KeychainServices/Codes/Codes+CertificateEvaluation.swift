#if !canImport(Darwin)

// Codes about the evaluation of certificates, which nothing here does.

/// Apple add app ACL subject.
public let errSecAppleAddAppACLSubject: OSStatus = -67589

/// Apple SSLv2 rollback.
public let errSecAppleSSLv2Rollback: OSStatus = -67595

/// Unknown critical extension flag.
public let errSecUnknownCriticalExtensionFlag: OSStatus = -67603

/// No basic constraints.
public let errSecNoBasicConstraints: OSStatus = -67604

/// No basic constraints CA.
public let errSecNoBasicConstraintsCA: OSStatus = -67605

/// Invalid authority key ID.
public let errSecInvalidAuthorityKeyID: OSStatus = -67606

/// Invalid subject key ID.
public let errSecInvalidSubjectKeyID: OSStatus = -67607

/// Invalid ID linkage.
public let errSecInvalidIDLinkage: OSStatus = -67610

/// Path length constraint exceeded.
public let errSecPathLengthConstraintExceeded: OSStatus = -67611

/// CRL expired.
public let errSecCRLExpired: OSStatus = -67613

/// CRL not valid yet.
public let errSecCRLNotValidYet: OSStatus = -67614

/// CRL not found.
public let errSecCRLNotFound: OSStatus = -67615

/// CRL server down.
public let errSecCRLServerDown: OSStatus = -67616

/// CRL bad URI.
public let errSecCRLBadURI: OSStatus = -67617

/// Unknown certificate extension.
public let errSecUnknownCertExtension: OSStatus = -67618

/// Unknown CRL extension.
public let errSecUnknownCRLExtension: OSStatus = -67619

/// CRL not trusted.
public let errSecCRLNotTrusted: OSStatus = -67620

/// CRL policy failed.
public let errSecCRLPolicyFailed: OSStatus = -67621

/// IDP failure.
public let errSecIDPFailure: OSStatus = -67622

/// S/MIME bad extended key usage.
public let errSecSMIMEBadExtendedKeyUsage: OSStatus = -67624

/// S/MIME bad key usage.
public let errSecSMIMEBadKeyUsage: OSStatus = -67625

/// S/MIME key usage not critical.
public let errSecSMIMEKeyUsageNotCritical: OSStatus = -67626

/// S/MIME subject alt name not critical.
public let errSecSMIMESubjAltNameNotCritical: OSStatus = -67628

/// SSL bad extended key usage.
public let errSecSSLBadExtendedKeyUsage: OSStatus = -67629

/// Extended key usage not critical.
public let errSecExtendedKeyUsageNotCritical: OSStatus = -67881

/// Timestamp missing.
public let errSecTimestampMissing: OSStatus = -67882

/// Timestamp invalid.
public let errSecTimestampInvalid: OSStatus = -67883

/// Timestamp not trusted.
public let errSecTimestampNotTrusted: OSStatus = -67884

/// Timestamp service not available.
public let errSecTimestampServiceNotAvailable: OSStatus = -67885

/// Timestamp bad algorithm.
public let errSecTimestampBadAlg: OSStatus = -67886

/// Timestamp bad request.
public let errSecTimestampBadRequest: OSStatus = -67887

/// Timestamp bad data format.
public let errSecTimestampBadDataFormat: OSStatus = -67888

/// Timestamp time not available.
public let errSecTimestampTimeNotAvailable: OSStatus = -67889

/// Timestamp unaccepted policy.
public let errSecTimestampUnacceptedPolicy: OSStatus = -67890

/// Timestamp unaccepted extension.
public let errSecTimestampUnacceptedExtension: OSStatus = -67891

/// Timestamp add info not available.
public let errSecTimestampAddInfoNotAvailable: OSStatus = -67892

/// Timestamp system failure.
public let errSecTimestampSystemFailure: OSStatus = -67893

/// Signing time missing.
public let errSecSigningTimeMissing: OSStatus = -67894

/// Timestamp rejection.
public let errSecTimestampRejection: OSStatus = -67895

/// Timestamp waiting.
public let errSecTimestampWaiting: OSStatus = -67896

/// Timestamp revocation warning.
public let errSecTimestampRevocationWarning: OSStatus = -67897

/// Timestamp revocation notification.
public let errSecTimestampRevocationNotification: OSStatus = -67898

/// Certificate policy not allowed.
public let errSecCertificatePolicyNotAllowed: OSStatus = -67899

/// Certificate name not allowed.
public let errSecCertificateNameNotAllowed: OSStatus = -67900

/// Certificate validity period too long.
public let errSecCertificateValidityPeriodTooLong: OSStatus = -67901

/// Certificate is CA.
public let errSecCertificateIsCA: OSStatus = -67902

/// Certificate duplicate extension.
public let errSecCertificateDuplicateExtension: OSStatus = -67903

/// Missing qualified certificateificate statement.
public let errSecMissingQualifiedCertStatement: OSStatus = -67904

#endif
