extension Status {
    /// The format is known but cannot be imported or exported.
    public static let unsupportedFormat = Status(rawValue: -25256)
    /// Nothing tells which format the imported data has.
    public static let unknownFormat = Status(rawValue: -25257)
    /// The import holds several private keys where one was expected.
    public static let multiplePrivKeys = Status(rawValue: -25259)
    /// The import or export needs a passphrase.
    public static let passphraseRequired = Status(rawValue: -25260)
    /// The reference to the password is malformed or stale.
    public static let invalidPasswordRef = Status(rawValue: -25261)
    /// The PKCS#12 data failed its integrity check; the passphrase may be wrong.
    public static let pkcs12VerifyFailure = Status(rawValue: -25264)
    /// The component that reads certificates is missing.
    public static let noCertificateModule = Status(rawValue: -25313)
    /// The certificates of the issuers are not all there.
    public static let createChainFailed = Status(rawValue: -25318)
    /// The certificate was not signed by the issuer it names.
    public static let notSigner = Status(rawValue: -26267)
    /// The public key lacks parameters that it inherits elsewhere.
    public static let applePublicKeyIncomplete = Status(rawValue: -67590)
    /// The signature is not the one expected.
    public static let appleSignatureMismatch = Status(rawValue: -67591)
    /// The key is not valid yet.
    public static let appleInvalidKeyStartDate = Status(rawValue: -67592)
    /// The key is no longer valid.
    public static let appleInvalidKeyEndDate = Status(rawValue: -67593)
    /// The subject name of the certificate is empty or malformed.
    public static let invalidSubjectName = Status(rawValue: -67655)
    /// The certificate object is malformed or gone.
    public static let invalidCertificateRef = Status(rawValue: -67690)
    /// The set of certificates is malformed.
    public static let invalidCertificateGroup = Status(rawValue: -67691)
    /// The validity of the certificate has ended.
    public static let certificateExpired = Status(rawValue: -67818)
    /// The validity of the certificate has not begun.
    public static let certificateNotValidYet = Status(rawValue: -67819)
    /// The issuer has withdrawn the certificate.
    public static let certificateRevoked = Status(rawValue: -67820)
    /// The certificate lacks an extension that it must have.
    public static let missingRequiredExtension = Status(rawValue: -67880)
}
