public import SecureStore

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

    /// The number of the encoding DER among the attributes.
    private static let derEncoding = 3

    /// What a store needs to know for queries about e-mail addresses and dates.
    public var facts: CertificateFacts {
        CertificateFacts(emailAddresses: emailAddresses, notBefore: notBefore, notAfter: notAfter)
    }

    /// Reads certificates for a store: the value for `StoreOptions.inspectCertificate`.
    public static let inspector: CertificateInspector = { bytes in
        (try? bytes.withBytes { view throws(StoreError) in try Certificate(der: view) })?.facts
    }
}
