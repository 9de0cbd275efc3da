public import FoundationEssentials
public import SecureStore

extension Certificate {
    /// Makes a certificate that its own key signs: for tests, and for an authority of one's own.
    ///
    /// An authority's may sign others and nothing else. Throws `StoreStatus.param` for a DNS name that is not
    /// ASCII and for a key that does not sign.
    public static func selfSigned(
        subject: DistinguishedName, key: PrivateKey, validity: ClosedRange<Date>, dnsNames: [String] = [],
        isCertificateAuthority: Bool = false
    ) throws(StoreError) -> Certificate {
        let publicKey = try key.publicKey.der
        var form = CertificateForm(
            subject: subject, issuer: subject, validity: validity, subjectPublicKeyInfo: publicKey)
        form.names = try CertificateForm.names(ofHosts: dnsNames)
        if isCertificateAuthority { form.constraints = CertificateForm.authority }
        if case .rsa = key.kind.algorithm { form.keyUsage.insert(.keyEncipherment) }
        form.subjectKeyID = identifier(ofKey: publicKey)
        return try form.signed(with: key)
    }

    /// Makes the certificate that a request asks for, signed with the private key of this one.
    ///
    /// Throws `StoreStatus.param` if this certificate is no authority's, or if the key is not its own, and
    /// `StoreStatus.decode` if the request was not signed with its own key.
    public func issue(
        _ request: CertificateRequest, key: PrivateKey, validity: ClosedRange<Date>
    ) throws(StoreError) -> Certificate {
        guard isCertificateAuthority, try publicKey == key.publicKey else {
            throw StoreError(
                .param,
                "the certificate is no authority's, or the key belongs to another one; give the authority and its own key"
            )
        }
        guard request.isSignatureValid else {
            throw StoreError(
                .decode, "the request was not signed with the key in it; ask for another request")
        }
        var form = CertificateForm(
            subject: request.subject, issuer: subject, validity: validity,
            subjectPublicKeyInfo: request.subjectPublicKeyInfo)
        form.names = try CertificateForm.names(ofHosts: request.dnsNames)
        form.subjectKeyID = Self.identifier(ofKey: request.subjectPublicKeyInfo)
        form.authorityKeyID = subjectKeyID
        return try form.signed(with: key)
    }

    /// The identifier that most authorities give: the hash of the key's bits.
    static func identifier(ofKey subjectPublicKeyInfo: Data) -> Data? {
        guard var fields = try? ByteReader([UInt8](subjectPublicKeyInfo)).content(),
            (try? fields.next(DER.sequence)) != nil, let bits = try? fields.next(DER.bitString)
        else { return nil }
        return HashFunction.sha1.hash(Data(fields.copy(bits.dropFirst())))
    }

    /// True if the key of another certificate signed this one, and its names and identifiers say so too.
    ///
    /// That is one step of a chain and no more: ``validate(for:intermediates:anchors:at:)`` also checks
    /// dates, purposes and whether the end of the chain is trusted.
    public func isIssued(by issuer: Certificate) -> Bool {
        handle.namesIssuer(issuer.handle) && handle.isSigned(by: issuer.handle)
    }
}
