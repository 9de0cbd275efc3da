public import FoundationEssentials
public import SecureStore

extension Certificate {
    /// Makes a certificate that its own key signs: for tests, and for an authority of one's own.
    ///
    /// An authority's may sign others and nothing else. Without a serial number it gets a random one. Throws
    /// `StoreStatus.param` for contents that cannot be stated, such as a DNS name that is not ASCII, and for
    /// a key that does not sign.
    public static func selfSigned(
        subject: DistinguishedName, as contents: CertificateContents = CertificateContents(), key: PrivateKey,
        validity: ClosedRange<Date>, serialNumber: Data? = nil
    ) throws(StoreError) -> Certificate {
        let publicKey = try key.publicKey.der
        var form = CertificateForm(
            subject: subject, issuer: subject, validity: validity, subjectPublicKeyInfo: publicKey)
        try form.state(contents, serialNumber)
        return try form.signed(with: key)
    }

    /// Makes the certificate that a request asks for, signed with the private key of this one.
    ///
    /// Without contents it states the names that were asked for, and of the uses and purposes those of
    /// servers, clients and mail: no request becomes an authority by itself. With contents it states these
    /// and nothing else. `notGranted` has all that was asked for and is not in the certificate.
    ///
    /// Apple's systems take a server's certificate below an authority of one's own for at most 825 days.
    ///
    /// Throws `StoreStatus.param` if this certificate is no authority's or may have none below it, if the key
    /// is not its own, if the validity ends after its own, and for contents that cannot be stated; and
    /// `StoreStatus.decode` if the request was not signed with its own key.
    public func issue(
        _ request: CertificateRequest, as contents: CertificateContents? = nil, key: PrivateKey,
        validity: ClosedRange<Date>, serialNumber: Data? = nil
    ) throws(StoreError) -> (certificate: Certificate, notGranted: CertificateContents) {
        try requireOwn(key)
        guard request.isSignatureValid else {
            throw StoreError(
                .decode, "the request was not signed with the key in it; ask for another request")
        }
        guard validity.upperBound.timeIntervalSince1970.rounded(.down) <= notAfter.timeIntervalSince1970
        else {
            throw StoreError(
                .param, "the validity ends after the authority's own; end it by then, or renew the authority")
        }
        let asked = request.contents
        let granted = contents ?? asked.grantable
        try requirePath(for: granted)
        var form = CertificateForm(
            subject: request.subject, issuer: subject, validity: validity,
            subjectPublicKeyInfo: request.subjectPublicKeyInfo)
        try form.state(granted, serialNumber)
        form.authorityKeyID = subjectKeyID ?? Self.identifier(ofKey: subjectPublicKeyInfo)
        let certificate = try form.signed(with: key)
        return (certificate, asked.missing(from: certificate))
    }

    func requireOwn(_ key: PrivateKey) throws(StoreError) {
        guard isCertificateAuthority, try publicKey == key.publicKey else {
            throw StoreError(
                .param,
                "the certificate is no authority's, or the key belongs to another one; give the authority and its own key"
            )
        }
    }

    /// An authority says how many may follow below it, and one of these cannot say more.
    private func requirePath(for contents: CertificateContents) throws(StoreError) {
        guard contents.isAuthority, let limit = self.contents.pathLength else { return }
        guard limit > 0, contents.pathLength ?? 0 < limit else {
            throw StoreError(
                .param, "the authority's path length is \(limit); give the one below it a smaller one")
        }
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
    /// That is one step of a chain and no more: ``validate(for:intermediates:anchors:at:revocation:)`` also
    /// checks dates, purposes and whether the end of the chain is trusted.
    public func isIssued(by issuer: Certificate) -> Bool {
        handle.namesIssuer(issuer.handle) && handle.isSigned(by: issuer.handle)
    }
}
