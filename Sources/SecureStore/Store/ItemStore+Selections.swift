/// The four operations by selection, for programs of this package that check attributes by name themselves.
///
/// Unlike the calls by type they know identities as a class: a pair is added, changed and deleted as one.
extension ItemStore {
    /// A certificate with its private key, and the attributes of both.
    package struct StoredIdentity: Sendable {
        package let certificate: StoredItem
        package let key: StoredItem
        package let attributes: ItemAttributes
        /// The id of the certificate, under the class of identities.
        package let reference: ItemReference
    }

    /// Checks an access group: throws `missingEntitlement` for one that this store may not use, or not write.
    package func checkAccessGroup(_ group: String?, writing: Bool) throws(StoreError) {
        try engine.settings.groups.check(group, writing: writing)
    }

    /// Adds an item and returns it as it is stored; with its digest, which costs a read of the row, on
    /// demand.
    package func add(
        _ attributes: ItemAttributes, _ secret: SecretBytes?, wantsDigest: Bool
    ) throws(StoreError) -> StoredItem {
        try commit { session throws(StoreError) in
            let added = try session.add(attributes, secret)
            return try StoredItem(wantsDigest ? session.withDigest(added) : added)
        }
    }

    /// Adds a certificate and its key, both or neither; returns the identity that they make.
    ///
    /// One of them may be stored already; `duplicateItem` when both are.
    package func addIdentity(
        _ certificate: StoredItem, _ key: StoredItem
    ) throws(StoreError) -> ItemReference {
        try commit { session throws(StoreError) in try session.addIdentity(certificate, key) }
    }

    /// The items that match, oldest first; `itemNotFound` when none does.
    ///
    /// `inspect` reads certificates where the store's options have nothing that does.
    package func find(
        _ selection: Selection, secrets: Bool, wantsDigest: Bool,
        inspecting inspect: CertificateInspector? = nil
    ) throws(StoreError) -> [StoredItem] {
        let found = try read(selection.itemClass, selection.reference) { snapshot throws(StoreError) in
            try snapshot.finder(engine.settings, inspecting: inspect).find(
                selection, .read(secrets: secrets, digest: wantsDigest))
        }
        return try selection.stored(found)
    }

    /// Changes every item, or both halves of every identity, that matches; returns how many items.
    package func update(_ selection: Selection, _ change: NewValues) throws(StoreError) -> Int {
        try commit { session throws(StoreError) in
            guard selection.itemClass == .identity else { return try session.update(selection, change) }
            return try session.updateIdentities(selection, change)
        }
    }

    /// Deletes every item, or every identity, that matches; returns how many items.
    ///
    /// With bytes, only items whose secret they are.
    package func delete(
        _ selection: Selection, having bytes: SecretBytes? = nil
    ) throws(StoreError) -> Int {
        try commit { session throws(StoreError) in
            guard selection.itemClass == .identity else {
                return try session.delete(selection, having: bytes)
            }
            return try session.deleteIdentities(selection)
        }
    }

    /// Deletes a certificate, and its key unless another certificate needs it; returns how many items.
    package func deleteIdentity(_ certificate: Selection, _ key: Selection) throws(StoreError) -> Int {
        try commit { session throws(StoreError) in
            try session.deleteIdentity(certificate, key)
        }
    }
}

extension Selection {
    /// The items that were found for it; `itemNotFound` when there is none.
    func stored(_ found: [Found]) throws(StoreError) -> [StoredItem] {
        guard !found.isEmpty else { throw notFound }
        return try found.map { item throws(StoreError) in try StoredItem(item) }
    }

    /// The identities that were found for it; `itemNotFound` when there is none.
    func stored(_ found: [FoundIdentity]) throws(StoreError) -> [ItemStore.StoredIdentity] {
        guard !found.isEmpty else { throw notFound }
        return try found.map { pair throws(StoreError) in
            let certificate = try StoredItem(pair.certificate)
            return ItemStore.StoredIdentity(
                certificate: certificate, key: try StoredItem(pair.key), attributes: pair.attributes,
                reference: pair.certificate.row.reference.under(.identity))
        }
    }
}

extension StoredItem {
    fileprivate init(_ found: Found) throws(StoreError) {
        guard let attributes = found.attributes else {
            throw StoreError.mistake("an item was not opened")
        }
        self.init(reference: found.row.reference, attributes: attributes, secret: found.secret)
    }
}
