public import SecureStore

extension ItemAccess where Self: ~Copyable {
    /// Adds a certificate with all its attributes; without a label it gets its ``Certificate/summary``.
    ///
    /// Throws `StoreStatus.duplicateItem` if there is one of the same issuer with the same serial number.
    @discardableResult
    public func add(_ certificate: Certificate, label: String? = nil) throws(StoreError) -> ItemReference {
        try add(certificate.item(label: label), secret: SecretBytes(copying: certificate.der))
    }
}

extension ItemReading where Self: ~Copyable {
    /// The certificates that match, oldest first; empty if none does.
    ///
    /// Throws `StoreStatus.decode` if one of them has bytes that are no certificate, or another one.
    public func certificates(
        _ query: Query<CertificateItem> = Query()
    ) throws(StoreError) -> [Certificate] {
        try all(query).map { match throws(StoreError) in try match.certificate() }
    }
}

extension ItemMatch<CertificateItem> {
    /// The certificate that was found.
    ///
    /// Throws what ``SecureStore/CertificateItem/certificate(_:)`` does, and `StoreStatus.param` if the call
    /// asked for attributes alone.
    public func certificate() throws(StoreError) -> Certificate {
        guard let secret else {
            throw StoreError(.param, "the certificate was found without its bytes: ask for secrets")
        }
        return try item.certificate(secret)
    }
}

extension CertificateItem {
    /// The certificate that has these attributes and bytes.
    ///
    /// Throws `StoreStatus.decode` if the bytes are no certificate, or one of another issuer or serial number
    /// than the attributes say: it was found by what it is not. The other attributes are not compared.
    public func certificate(_ bytes: SecretBytes) throws(StoreError) -> Certificate {
        let certificate: Certificate
        do throws(StoreError) {
            certificate = try Certificate(der: bytes)
        } catch { throw error.ofStoredBytes }
        // Not the hash of the key: of a point in its short form, other programs store another one.
        guard issuer == certificate.issuer.normalized, serialNumber == certificate.serialNumber else {
            throw StoreError(
                .decode,
                "the stored bytes are another certificate than the attributes say; delete it, and "
                    + "add it again")
        }
        return certificate
    }
}

extension Certificate {
    /// The certificate as an item of a store, with every attribute that can be read off it.
    ///
    /// Without a label it gets its ``summary``. Its ``der`` is to be the item's secret.
    public func item(label: String? = nil) -> CertificateItem {
        var item = CertificateItem(
            issuer: issuer.normalized, serialNumber: serialNumber, type: version, label: label ?? summary)
        item.subject = subject.normalized
        item.subjectKeyID = subjectKeyID
        item.publicKeyHash = publicKeyHash
        item.encoding = Self.derEncoding
        return item
    }

    private static let derEncoding = 3

    /// The facts that a store needs for queries about e-mail addresses and dates.
    public var facts: CertificateFacts {
        CertificateFacts(emailAddresses: emailAddresses, notBefore: notBefore, notAfter: notAfter)
    }

    /// Reads certificates for a store: the value for `StoreOptions.inspectCertificate`.
    public static let inspector: CertificateInspector = { (try? Certificate(der: $0))?.facts }
}
