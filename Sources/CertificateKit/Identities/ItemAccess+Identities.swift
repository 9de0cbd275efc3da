public import SecureStore

extension ItemStore {
    /// Adds the certificate and the private key of an identity, both or neither; its chain is not added.
    ///
    /// One of the two may be there already. Throws `Status.duplicateItem` if both are. Without a label, both get
    /// the identity's own, or else the certificate's summary.
    public func add(
        _ identity: Identity, label: String? = nil, isExtractable: Bool = true
    ) throws(StoreError) {
        let parts = try identity.parts(label, isExtractable: isExtractable)
        try transaction { changes throws(StoreError) in try parts.add(to: changes) }
    }
}

extension Transaction {
    /// Adds the certificate and the private key of an identity as part of the transaction; its chain is not added.
    ///
    /// If this throws anything but `Status.duplicateItem`, do not go on with the transaction: one of the two may be in it.
    public func add(
        _ identity: Identity, label: String? = nil, isExtractable: Bool = true
    ) throws(StoreError) {
        try identity.parts(label, isExtractable: isExtractable).add(to: self)
    }
}

extension ItemAccess where Self: ~Copyable {
    /// The oldest identity that matches and can be read; nil if none matches.
    ///
    /// Its chain is empty. Throws `Status.decode` if none can be read: the bytes of the certificate or of the key are none, or
    /// the two do not belong together although their hashes say so.
    public func identity(_ query: Query<IdentityItem> = Query()) throws(StoreError) -> Identity? {
        guard let oldest = try first(query, returning: .attributes)?.item else { return nil }
        do throws(StoreError) { return try identity(of: oldest) } catch {
            guard error.status == .decode else { throw error }
            // Whoever may add a key may give it the hash of another's; that must not hide an identity.
            for other in try copyMatching(query, returning: .attributes) {
                do throws(StoreError) {
                    if let identity = try identity(of: other.item) { return identity }
                } catch { guard error.status == .decode else { throw error } }
            }
            throw error
        }
    }

    private func identity(of item: IdentityItem) throws(StoreError) -> Identity? {
        guard let certificate = try match(of: item.certificate)?.certificate(),
            let key = try match(of: item.key)?.privateKey()
        else { return nil }
        guard try certificate.publicKey == key.publicKey else {
            throw StoreError(.decode, "the stored key is not that of the certificate, although its hash is")
        }
        return try Identity(certificate: certificate, key: key, label: item.certificate.label)
    }
}

/// The two items of an identity, with their bytes.
private struct IdentityParts {
    let certificate: CertificateItem
    let certificateBytes: SecretBytes
    let key: KeyItem
    let keyBytes: SecretBytes

    func add(to changes: borrowing Transaction) throws(StoreError) {
        let (hasCertificate, hasKey) = (try changes.contains(certificate), try changes.contains(key))
        guard !hasCertificate || !hasKey else {
            throw StoreError(.duplicateItem, "certificate and key are both stored already")
        }
        if !hasCertificate { try changes.add(certificate, secret: certificateBytes) }
        if !hasKey { try changes.add(key, secret: keyBytes) }
    }
}

extension Identity {
    fileprivate func parts(_ label: String?, isExtractable: Bool) throws(StoreError) -> IdentityParts {
        let label = label ?? self.label ?? certificate.summary
        var item = try key.item(label: label)
        if !isExtractable { item.isExtractable = false }
        return IdentityParts(
            certificate: certificate.item(label: label),
            certificateBytes: try SecretBytes(copying: certificate.der),
            key: item, keyBytes: try key.bytesForStore())
    }
}
