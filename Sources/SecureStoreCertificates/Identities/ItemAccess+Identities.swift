public import SecureStore

extension ItemStore {
    /// Adds the certificate and the private key of an identity, both or neither; its chain is not added.
    ///
    /// One of the two may be there already. Throws `StoreStatus.duplicateItem` if both are. Without a label,
    /// both get the identity's own, or else the certificate's summary.
    public func add(
        _ identity: Identity, label: String? = nil, isExtractable: Bool = true
    ) throws(StoreError) {
        try transaction { changes throws(StoreError) in
            try changes.add(identity, label: label, isExtractable: isExtractable)
        }
    }
}

extension Transaction {
    /// Adds certificate and private key of an identity in the transaction; its chain is not added.
    ///
    /// After any other error than `StoreStatus.duplicateItem`, end the transaction: it may hold one of the
    /// two. Throws what ``SecureStore/ItemStore/add(_:label:isExtractable:)`` throws.
    public func add(
        _ identity: Identity, label: String? = nil, isExtractable: Bool = true
    ) throws(StoreError) {
        let label = label ?? identity.label ?? identity.certificate.summary
        let certificate = identity.certificate.item(label: label)
        var key = try identity.key.item(label: label)
        if !isExtractable { key.isExtractable = false }
        let (hasCertificate, hasKey) = (try contains(certificate), try contains(key))
        guard !hasCertificate || !hasKey else {
            throw StoreError(
                .duplicateItem, "certificate and key are both stored already; delete one of them first")
        }
        if !hasCertificate { try add(certificate, secret: SecretBytes(copying: identity.certificate.der)) }
        if !hasKey { try add(key, secret: identity.key.bytesForStore()) }
    }
}

extension ItemAccess where Self: ~Copyable {
    /// The oldest identity that matches and can be read; nil if none matches.
    ///
    /// Its chain is empty. Throws `StoreStatus.decode` if none can be read: the bytes of the certificate or
    /// of the key are none, or the two do not belong together although their hashes say so.
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
            throw StoreError(
                .decode,
                "the stored key is not that of the certificate, although its hash is; delete it, and "
                    + "add the right one")
        }
        return try Identity(certificate: certificate, key: key, label: item.certificate.label)
    }
}
