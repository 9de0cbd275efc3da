public import SecureStore

extension ItemAccess where Self: ~Copyable {
    /// Adds a certificate with all its attributes; without a label it gets its ``Certificate/summary``.
    ///
    /// Throws `Status.duplicateItem` if there is one of the same issuer with the same serial number.
    @discardableResult
    public func add(_ certificate: Certificate, label: String? = nil) throws(StoreError) -> ItemReference {
        try add(certificate.item(label: label), secret: SecretBytes(copying: certificate.der))
    }

    /// The certificates that match, oldest first; empty if none does.
    ///
    /// Throws `Status.decode` if one of them has bytes that are no certificate.
    public func certificates(
        _ query: Query<CertificateItem> = Query()
    ) throws(StoreError) -> [Certificate] {
        let found: [Match<CertificateItem>]
        do throws(StoreError) { found = try copyMatching(query) } catch {
            guard error.status == .itemNotFound else { throw error }
            return []
        }
        var certificates: [Certificate] = []
        for match in found { certificates.append(try match.certificate()) }
        return certificates
    }
}

extension Match<CertificateItem> {
    /// The certificate that was found.
    ///
    /// Throws `Status.decode` if its bytes are no certificate, and `Status.param` if the call asked for
    /// attributes alone.
    public func certificate() throws(StoreError) -> Certificate {
        guard let secret else {
            throw StoreError(.param, "the certificate was found without its bytes: ask for secrets")
        }
        return try secret.withBytes { bytes throws(StoreError) in try Certificate(der: bytes) }
    }
}
