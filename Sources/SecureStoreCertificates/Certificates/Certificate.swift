public import FoundationEssentials
public import SecureStore

/// An X.509 certificate.
///
/// Reading it checks its form alone: ``validate(for:intermediates:anchors:at:revocation:)`` checks the rest.
/// An extension that cannot be read is left out; if validation uses it, the certificate never validates.
public struct Certificate: EncodedObject, Hashable, Sendable {
    /// The encoded certificate, as it was given.
    public let der: Data
    /// The number of the format, 1 to 3; nearly all have 3.
    public let version: Int
    /// The serial number as it is encoded, with a leading zero where it would be negative without.
    public let serialNumber: Data
    /// The name of the holder of the key.
    public let subject: DistinguishedName
    /// The name of the signer.
    public let issuer: DistinguishedName
    /// The first instant at which the certificate is valid.
    public let notBefore: Date
    /// The last instant at which the certificate is valid.
    public let notAfter: Date
    /// Algorithm and key of the subject, as DER.
    package let subjectPublicKeyInfo: Data
    /// The SHA-1 hash of the public key without its algorithm, and of a point in its long form.
    ///
    /// A private key whose application label it is makes an identity with the certificate.
    public let publicKeyHash: Data
    let handle: CertificateHandle

    /// Reads a certificate in DER.
    ///
    /// Throws `StoreStatus.decode` for anything else, also for further bytes behind it, and
    /// `StoreStatus.dataTooLarge` for more than a mebibyte.
    public init(der bytes: some Collection<UInt8>) throws(StoreError) {
        try InputLimits.check(bytes.count, "a certificate")
        let bytes = [UInt8](bytes)
        let der = Data(bytes)
        guard DER.isSequence(bytes), let handle = CertificateHandle(der: der),
            1...3 ~= handle.version, let serialNumber = handle.serialNumber,
            let subject = handle.subject, let issuer = handle.issuer, let key = handle.subjectPublicKeyInfo,
            let bits = handle.publicKeyBits
        else {
            throw StoreError(
                .decode, "the bytes are not an X.509 certificate in DER; \(InputLimits.anotherCopy)")
        }
        guard let (notBefore, notAfter) = handle.validity else {
            throw StoreError(
                .decode,
                "the certificate's validity has a date that cannot be read; ask its issuer for another")
        }
        // Certificates may have one coordinate and a sign, and the private key has both coordinates.
        let isShort = bits.first == 2 || bits.first == 3
        let point = isShort ? try? PublicKey(der: key).externalRepresentation : nil
        guard let hash = HashFunction.sha1.hash(point ?? bits) else {
            throw StoreError(
                .notAvailable,
                "libcrypto is set up to do without SHA-1, by which keys are found; allow it in OPENSSL_CONF")
        }
        (self.der, self.handle, version, self.serialNumber) = (der, handle, handle.version, serialNumber)
        (self.subject, self.issuer) = (DistinguishedName(read: subject), DistinguishedName(read: issuer))
        (self.notBefore, self.notAfter) = (notBefore, notAfter)
        (subjectPublicKeyInfo, publicKeyHash) = (key, hash)
    }

    /// Reads the certificate that the bytes begin with.
    package init(atBeginningOf bytes: [UInt8]) throws(StoreError) {
        var reader = ByteReader(bytes)
        _ = reader.element()
        try self.init(der: bytes.dropLast(reader.rest.count))
    }

    /// Reads a certificate in memory of secrets.
    package init(der bytes: SecretBytes) throws(StoreError) {
        self = try bytes.withBytes { view throws(StoreError) in try Certificate(der: view) }
    }

    /// True if a date lies within the certificate's validity, with the whole of its last second.
    public func isValid(at date: Date) -> Bool { notBefore <= date && date < notAfter + 1 }

    /// The hash of the encoded certificate; nil if libcrypto is set up to do without the function.
    public func fingerprint(_ function: HashFunction) -> Data? { function.hash(der) }

    /// True if the certificate's own key made its signature, which is checked with each call.
    public var isSelfSigned: Bool { handle.isSelfSigned }

    /// The public key, with which what its holder signed is verified.
    ///
    /// Throws `StoreStatus.unimplemented` for other algorithms, and `StoreStatus.decode` for a key that makes
    /// no sense.
    public var publicKey: PublicKey {
        get throws(StoreError) { try PublicKey(der: subjectPublicKeyInfo) }
    }

    // MARK: - Extensions

    /// The uses of the key: nil if the certificate names none, empty if they cannot be read.
    public var keyUsage: KeyUsage? { handle.keyUsage.map { KeyUsage(rawValue: $0) } }

    /// The purposes of the certificate; nil if it names none.
    public var extendedKeyUsage: [ExtendedKeyUsage]? {
        handle.extendedKeyUsage?.map { ExtendedKeyUsage(identifier: $0) }
    }

    /// True if the basic constraints, and the key usage if there is one, let the certificate sign others.
    public var isCertificateAuthority: Bool { handle.isCertificateAuthority }

    /// True if the certificate says at all whether it may sign others.
    package var hasBasicConstraints: Bool { handle.hasBasicConstraints }

    /// The names, uses and purposes that the certificate states, with all further extensions but the
    /// identifiers of keys.
    public var contents: CertificateContents {
        CertificateContents(
            handle.extensions.filter {
                ![CertificateExtension.subjectKeyID, CertificateExtension.authorityKeyID].contains(
                    $0.identifier)
            })
    }

    /// The alternative names as they are written, of whichever kind.
    package var writtenNames: [CertificateExtension] {
        handle.extensions.filter { $0.identifier == CertificateExtension.alternativeNames }
    }

    /// The subject key identifier; nil if the certificate has none.
    public var subjectKeyID: Data? { handle.subjectKeyID }
}

// MARK: - CustomStringConvertible

extension Certificate: CustomStringConvertible {
    /// The subject and the issuer.
    public var description: String { "certificate of \(subject), issued by \(issuer)" }
}
