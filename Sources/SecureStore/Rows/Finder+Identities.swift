/// A certificate with its private key; found by a join, and not stored as a row.
struct FoundIdentity: Sendable {
    let certificate: Found
    let key: Found
    let attributes: ItemAttributes
}

extension Finder {
    /// Finds every pair that matches, oldest certificate first.
    func findIdentities(_ selection: Selection, secrets: Bool) throws(StoreError) -> [FoundIdentity] {
        try checkGroup(of: selection)
        var certificates = Selection(.certificate)
        certificates.synchronizable = .any
        certificates.certificates = selection.certificates
        for entry in selection.conditions where ClassTable.row(entry.name).classes.contains(.certificate) {
            certificates.require(entry.name, entry.value)
        }
        if let label = selection.condition(.applicationLabel) { certificates.require(.publicKeyHash, label) }
        if let reference = selection.reference {
            certificates.reference = ItemReference(.certificate, reference.id)
        }
        if let among = selection.among {
            // An identity has the same id as its certificate.
            let named = among.filter { $0.itemClass == .identity }
            certificates.among = Set(named.map { ItemReference(.certificate, $0.id) })
        }
        let candidates = try find(certificates, .read(secrets: secrets, digest: true))
        var identities: [FoundIdentity] = []
        for certificate in candidates {
            identities += try keys(of: certificate, selection, secrets)
            if identities.count >= selection.limit { break }
        }
        return Array(identities.prefix(selection.limit))
    }

    private func keys(
        of certificate: Found, _ selection: Selection, _ secrets: Bool
    ) throws(StoreError) -> [FoundIdentity] {
        guard let own = certificate.attributes, let hash = own.given(.publicKeyHash) else { return [] }
        var keys = Selection(.key)
        keys.synchronizable = selection.synchronizable
        keys.require(.applicationLabel, hash)
        keys.require(.isPrivate, .number(1))
        keys.require(.keyClass, .number(Int64(KeyClass.private.rawValue)))
        let found = try find(keys, .read(secrets: secrets))
        var conditions = Selection(.identity)
        conditions.synchronizable = .any
        (conditions.conditions, conditions.opened) = (selection.conditions, selection.opened)
        return found.compactMap { key in
            guard let attributes = key.attributes else { return nil }
            var both = IdentityItem.overlay(own, over: attributes)
            // The access control belongs to the accessibility, which is the certificate's.
            if own.given(.accessControl) == nil { both.remove(.accessControl) }
            return conditions.matches(both)
                ? FoundIdentity(certificate: certificate, key: key, attributes: both) : nil
        }
    }
}
