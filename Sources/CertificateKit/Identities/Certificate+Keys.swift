public import FoundationEssentials
public import SecureStore

extension Certificate {
    /// The public key, with which what its holder signed is verified.
    ///
    /// Throws ``Status/unimplemented`` for keys of other algorithms, and ``Status/decode`` for one that makes no sense.
    public var publicKey: PublicKey {
        get throws(StoreError) { try PublicKey(der: subjectPublicKeyInfo) }
    }

    /// Makes a certificate that its own key signs: for tests, and for an authority of one's own.
    ///
    /// An authority's may sign others and nothing else. Throws ``Status/param`` for a DNS name that is not ASCII and for
    /// a key that does not sign.
    public static func selfSigned(
        subject: DistinguishedName, key: PrivateKey, validity: ClosedRange<Date>, dnsNames: [String] = [],
        isCertificateAuthority: Bool = false
    ) throws(StoreError) -> Certificate {
        try selfSigned(
            subject: subject, key: key.handle, validity: validity, dnsNames: dnsNames,
            isCertificateAuthority: isCertificateAuthority)
    }

    /// Makes the certificate that a request asks for, signed with the private key of this one.
    ///
    /// Throws ``Status/param`` if this certificate is no authority's, or if the key is not its own, and ``Status/decode`` if
    /// the request was not signed with its own key.
    public func issue(
        _ request: CertificateRequest, key: PrivateKey, validity: ClosedRange<Date>
    ) throws(StoreError) -> Certificate {
        try issue(request, key: key.handle, validity: validity)
    }
}

extension CertificateRequest {
    /// Makes a request and signs it.
    ///
    /// Throws ``Status/param`` for a DNS name that is not ASCII and for a key that does not sign.
    public init(
        subject: DistinguishedName, dnsNames: [String] = [], key: PrivateKey
    ) throws(StoreError) {
        try self.init(subject: subject, dnsNames: dnsNames, key: key.handle)
    }
}
