public import FoundationEssentials
public import SecureStore

/// A request for a certificate (PKCS#10): a name and a public key, signed with the private one.
public struct CertificateRequest: EncodedObject, Hashable, Sendable {
    /// The encoded request.
    public let der: Data
    /// The name of the one who asks.
    public let subject: DistinguishedName
    /// Algorithm and key of the subject, as DER.
    let subjectPublicKeyInfo: Data
    private let handle: RequestHandle

    /// Reads a request in DER.
    ///
    /// Throws `StoreStatus.decode` for anything else, and `StoreStatus.dataTooLarge` for more than a
    /// mebibyte.
    public init(der bytes: some Collection<UInt8>) throws(StoreError) {
        try InputLimits.check(bytes.count, "a request")
        let bytes = [UInt8](bytes)
        der = Data(bytes)
        guard DER.isSequence(bytes), let handle = RequestHandle(der: der), let subject = handle.subject,
            let key = handle.subjectPublicKeyInfo, handle.extensions != nil
        else {
            throw StoreError(
                .decode, "the bytes are not a certificate request in DER; \(InputLimits.anotherCopy)")
        }
        (self.handle, self.subject, subjectPublicKeyInfo) = (handle, DistinguishedName(read: subject), key)
    }

    /// Reads the one request in a PEM text.
    ///
    /// Throws `StoreStatus.unknownFormat` for a text with none or several, and what ``init(der:)`` throws.
    public init(pem text: some Collection<UInt8>) throws(StoreError) {
        let blocks = try PEM.blocks(in: text, labelled: ["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"])
        guard blocks.count == 1 else {
            throw StoreError(
                .unknownFormat, "the text has \(blocks.count) certificate requests instead of one; give one")
        }
        try self.init(der: blocks[0])
    }

    /// Makes a request and signs it.
    ///
    /// Throws `StoreStatus.param` for contents that cannot be stated, such as a DNS name that is not ASCII,
    /// and for a key that does not sign.
    public init(
        subject: DistinguishedName, as contents: CertificateContents = CertificateContents(), key: PrivateKey
    ) throws(StoreError) {
        let der = RequestHandle.encoded(
            subject: subject.der, extensions: try contents.extensions(isOnlyName: subject.isEmpty),
            signedWith: key.handle)
        guard let der else {
            throw StoreError(
                .param,
                "the request cannot be made: the key does not sign; take one of RSA, a curve or Ed25519")
        }
        try self.init(der: der)
    }

    /// The request as a PEM text.
    public var pem: String { PEM.encode(der, label: "CERTIFICATE REQUEST") }

    /// The names, uses and purposes that are asked for, with every further extension.
    public var contents: CertificateContents { CertificateContents(handle.extensions ?? []) }

    /// True if who made the request has the private key: checks the signature, with each call.
    public var isSignatureValid: Bool { handle.isSignatureValid }
}
