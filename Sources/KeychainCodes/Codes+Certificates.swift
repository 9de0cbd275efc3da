private import SecureStore

// Codes about certificates, import and export.

/// The format is known but cannot be imported or exported.
public let errSecUnsupportedFormat: OSStatus = -25_256

/// Nothing tells which format the imported data has.
public let errSecUnknownFormat: OSStatus = Status.unknownFormat.rawValue

/// The import holds several private keys where one was expected.
public let errSecMultiplePrivKeys: OSStatus = -25_259

/// The import or export needs a passphrase.
public let errSecPassphraseRequired: OSStatus = Status.passphraseRequired.rawValue

/// The reference to the password is malformed or stale.
public let errSecInvalidPasswordRef: OSStatus = -25_261

/// The PKCS#12 data failed its integrity check; the passphrase may be wrong.
public let errSecPkcs12VerifyFailure: OSStatus = -25_264

/// The component that reads certificates is missing.
public let errSecNoCertificateModule: OSStatus = -25_313

/// The certificates of the issuers are not all there.
public let errSecCreateChainFailed: OSStatus = -25_318

/// The certificate was not signed by the issuer it names.
public let errSecNotSigner: OSStatus = -26_267

/// The public key lacks parameters that it inherits elsewhere.
public let errSecApplePublicKeyIncomplete: OSStatus = -67_590

/// The signature is not the one expected.
public let errSecAppleSignatureMismatch: OSStatus = -67_591

/// The key is not valid yet.
public let errSecAppleInvalidKeyStartDate: OSStatus = -67_592

/// The key is no longer valid.
public let errSecAppleInvalidKeyEndDate: OSStatus = -67_593

/// The subject name of the certificate is empty or malformed.
public let errSecInvalidSubjectName: OSStatus = -67_655

/// The certificate object is malformed or gone.
public let errSecInvalidCertificateRef: OSStatus = -67_690

/// The set of certificates is malformed.
public let errSecInvalidCertificateGroup: OSStatus = -67_691

/// The validity of the certificate has ended.
public let errSecCertificateExpired: OSStatus = -67_818

/// The validity of the certificate has not begun.
public let errSecCertificateNotValidYet: OSStatus = -67_819

/// The issuer has withdrawn the certificate.
public let errSecCertificateRevoked: OSStatus = -67_820

/// The certificate lacks an extension that it must have.
public let errSecMissingRequiredExtension: OSStatus = -67_880

// MARK: - What they say

extension CodeMessages {
    static let certificates: [OSStatus: String] = [
        errSecUnsupportedFormat: "the format is not supported",
        errSecMultiplePrivKeys: "more than one private key was found",
        errSecInvalidPasswordRef: "the password reference is not valid",
        errSecPkcs12VerifyFailure: "the PKCS#12 integrity check failed",
        errSecNoCertificateModule: "the certificate component is missing",
        errSecCreateChainFailed: "the certificate chain cannot be built",
        errSecNotSigner: "the named issuer did not sign this",
        errSecApplePublicKeyIncomplete: "the public key is incomplete",
        errSecAppleSignatureMismatch: "the signature does not match",
        errSecAppleInvalidKeyStartDate: "the key is not valid yet",
        errSecAppleInvalidKeyEndDate: "the key is no longer valid",
        errSecInvalidSubjectName: "the subject name is not valid",
        errSecInvalidCertificateRef: "the certificate reference is not valid",
        errSecInvalidCertificateGroup: "the certificate set is not valid",
        errSecCertificateExpired: "the certificate has expired",
        errSecCertificateNotValidYet: "the certificate is not valid yet",
        errSecCertificateRevoked: "the certificate was revoked",
        errSecMissingRequiredExtension: "a required extension is missing",
    ]
}
