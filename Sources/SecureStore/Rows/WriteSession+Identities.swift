/// The operations on identities, pairs of a certificate and a key, inside a transaction.
extension WriteSession {
    /// Adds a certificate and a key, and returns the identity that they form.
    ///
    /// One of them may be there, such as the key of a renewed certificate. Throws `duplicateItem` if both
    /// are.
    func addIdentity(_ certificateItem: StoredItem, _ keyItem: StoredItem) throws(StoreError) -> ItemReference
    {
        let first = try addIfNew(certificateItem)
        let second = try addIfNew(keyItem)
        guard first != nil || second != nil else {
            throw StoreError(
                .duplicateItem,
                "the identity's certificate and key are both stored already; update them, or delete "
                    + "one first")
        }
        if let first { return ItemReference(.identity, first.columns.id) }
        let certificate = certificateItem.attributes
        var selection = Selection(identityOf: certificate)
        if let group = certificate.text(.accessGroup) ?? settings.groups.first {
            selection.require(.accessGroup, .string(group))
        }
        guard let stored = try find(selection, .read(secrets: false)).first else {
            throw StoreError.mistake("a certificate that is stored cannot be found")
        }
        return ItemReference(.identity, stored.columns.id)
    }

    private func addIfNew(_ item: StoredItem) throws(StoreError) -> Found? {
        try unless(.duplicateItem) { () throws(StoreError) in try add(item.attributes, item.secret) }
    }

    /// Changes the certificates and keys of the identities that match, and returns the number of items.
    ///
    /// Throws `param` for a secret: one for both halves would put the certificate in place of the key.
    func updateIdentities(_ selection: Selection, _ change: NewValues) throws(StoreError) -> Int {
        guard !change.hasSecrets else {
            throw StoreError(
                .param, "an identity has no secret of its own; update its certificate or its key")
        }
        var count = 0
        for part in try parts(of: selection, isDelete: false) { count += try update(part, change) }
        return count
    }

    /// Deletes the certificates of the identities that match, and the keys that no other certificate needs.
    func deleteIdentities(_ selection: Selection) throws(StoreError) -> Int {
        var count = 0
        for part in try parts(of: selection, isDelete: true) { count += try delete(part) }
        return count
    }

    /// The certificates and the keys that make up the matching identities.
    ///
    /// When deleting, a key is left out if another stored certificate still has its hash.
    private func parts(of selection: Selection, isDelete: Bool) throws(StoreError) -> [Selection] {
        let pairs = try finder().findIdentities(selection, secrets: false)
        guard !pairs.isEmpty else { throw selection.notFound }
        var parts: [Selection] = []
        let certificates = Set(pairs.map(\.certificate.columns.id))
        for id in certificates { parts.append(.one(.certificate, id)) }
        for id in Set(pairs.map(\.key.columns.id)) {
            guard let pair = pairs.first(where: { $0.key.columns.id == id }) else { continue }
            if isDelete, try isNeeded(pair.key, besides: certificates) { continue }
            parts.append(.one(.key, id))
        }
        return parts
    }

    /// Deletes a certificate, and its key unless another one has the key's hash; returns the number of items.
    ///
    /// The caller wants both gone, so it is not an error when one of them already is.
    func deleteIdentity(_ certificate: Selection, _ key: Selection) throws(StoreError) -> Int {
        var count = try find(certificate, .read(secrets: false)).isEmpty ? 0 : try delete(certificate)
        for found in try find(key, .read(secrets: false)) where try !isNeeded(found, besides: []) {
            count += try delete(.one(.key, found.columns.id))
        }
        guard count > 0 else { throw key.notFound }
        return count
    }

    private func isNeeded(_ key: Found, besides certificates: Set<Bytes16>) throws(StoreError) -> Bool {
        guard let label = key.attributes?[.applicationLabel] else { return false }
        var others = Selection(.certificate)
        others.require(.publicKeyHash, label)
        others.synchronizable = .any
        return try find(others, .read(secrets: false)).contains { !certificates.contains($0.columns.id) }
    }

    /// The item with the digest that a search would report.
    func withDigest(_ added: Found) throws(StoreError) -> Found {
        let reference = added.row.reference
        let selection = Selection.one(reference.itemClass, reference.id)
        return try find(selection, .read(secrets: true, digest: true)).first ?? added
    }
}

extension Selection {
    static func one(_ itemClass: ItemClass, _ id: Bytes16) -> Selection {
        var selection = Selection(itemClass)
        selection.reference = ItemReference(itemClass, id)
        selection.synchronizable = .any
        return selection
    }
}
