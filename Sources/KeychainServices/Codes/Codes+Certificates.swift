#if !canImport(Darwin)

private import SecureStore

// Codes about certificates, import and export.

/// The format is known but cannot be imported or exported.
public let errSecUnsupportedFormat: OSStatus = Status.unsupportedFormat.rawValue

/// Nothing tells which format the imported data has.
public let errSecUnknownFormat: OSStatus = Status.unknownFormat.rawValue

/// The import holds several private keys where one was expected.
public let errSecMultiplePrivKeys: OSStatus = Status.multiplePrivKeys.rawValue

/// The import or export needs a passphrase.
public let errSecPassphraseRequired: OSStatus = Status.passphraseRequired.rawValue

/// The reference to the password is malformed or stale.
public let errSecInvalidPasswordRef: OSStatus = Status.invalidPasswordRef.rawValue

/// The PKCS#12 data failed its integrity check; the passphrase may be wrong.
public let errSecPkcs12VerifyFailure: OSStatus = Status.pkcs12VerifyFailure.rawValue

/// The component that reads certificates is missing.
public let errSecNoCertificateModule: OSStatus = Status.noCertificateModule.rawValue

/// The certificates of the issuers are not all there.
public let errSecCreateChainFailed: OSStatus = Status.createChainFailed.rawValue

/// The certificate was not signed by the issuer it names.
public let errSecNotSigner: OSStatus = Status.notSigner.rawValue

/// The public key lacks parameters that it inherits elsewhere.
public let errSecApplePublicKeyIncomplete: OSStatus = Status.applePublicKeyIncomplete.rawValue

/// The signature is not the one expected.
public let errSecAppleSignatureMismatch: OSStatus = Status.appleSignatureMismatch.rawValue

/// The key is not valid yet.
public let errSecAppleInvalidKeyStartDate: OSStatus = Status.appleInvalidKeyStartDate.rawValue

/// The key is no longer valid.
public let errSecAppleInvalidKeyEndDate: OSStatus = Status.appleInvalidKeyEndDate.rawValue

/// The subject name of the certificate is empty or malformed.
public let errSecInvalidSubjectName: OSStatus = Status.invalidSubjectName.rawValue

/// The certificate object is malformed or gone.
public let errSecInvalidCertificateRef: OSStatus = Status.invalidCertificateRef.rawValue

/// The set of certificates is malformed.
public let errSecInvalidCertificateGroup: OSStatus = Status.invalidCertificateGroup.rawValue

/// The validity of the certificate has ended.
public let errSecCertificateExpired: OSStatus = Status.certificateExpired.rawValue

/// The validity of the certificate has not begun.
public let errSecCertificateNotValidYet: OSStatus = Status.certificateNotValidYet.rawValue

/// The issuer has withdrawn the certificate.
public let errSecCertificateRevoked: OSStatus = Status.certificateRevoked.rawValue

/// The certificate lacks an extension that it must have.
public let errSecMissingRequiredExtension: OSStatus = Status.missingRequiredExtension.rawValue

#endif
