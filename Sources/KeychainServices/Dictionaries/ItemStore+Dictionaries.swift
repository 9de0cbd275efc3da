internal import SecureStoreCertificates
internal import SecureStore

/// The four calls with dictionaries: each is checked here, and becomes one operation of the store.
extension ItemStore {
    /// Adds what the dictionary describes; returns what its return keys ask for, or nil for nothing.
    ///
    /// If a certificate and a key are given together (`v_Ref`), both are added, or neither is.
    @discardableResult
    func add(_ dictionary: ItemDictionary) throws(StoreError) -> ItemDictionary.Value? {
        let request = try DictionaryRequest(dictionary, for: .add)
        try checkAccessGroup(request.group, writing: true)
        let shape = ResultShape(request, isAdd: true)
        if case .identity(let certificate, let key) = request.subject {
            return shape.value(of: try addIdentity(request.part(certificate), request.part(key)))
        }
        guard request.itemClass != .identity else {
            throw StoreError(.param, "an identity has no row; add it by reference (v_Ref)")
        }
        let attributes = try request.itemAttributes()
        try shape.check(attributes)
        return shape.value(of: try add(attributes, request.secret, wantsDigest: shape.showsAttributes))
    }

    /// Finds what the dictionary describes, in the form that its return keys and its limit ask for.
    ///
    /// Returns nil when nothing is asked for, or when there is nothing to return; throws `itemNotFound` when
    /// nothing matches.
    func copyMatching(_ dictionary: ItemDictionary) throws(StoreError) -> ItemDictionary.Value? {
        let request = try DictionaryRequest(dictionary, for: .copyMatching)
        let shape = ResultShape(request, isAdd: false)
        guard request.itemClass == .identity else {
            guard request.trust.isEmpty else {
                return try shape.value(
                    of: searching { items throws(StoreError) in try Self.trusted(request, shape, items) })
            }
            return try shape.value(
                of: find(
                    request.selection, secrets: shape.needsSecret, wantsDigest: shape.showsAttributes,
                    inspecting: Certificate.inspector))
        }
        let found = try searching { items throws(StoreError) in try Self.identities(request, shape, items) }
        if case .identity = request.subject, let first = found.first {
            // The caller already has the identity, so the only news is its reference in this store.
            return shape.value(of: first.reference)
        }
        return try shape.value(of: found)
    }

    /// Runs a search of several look-ups on one state of the store.
    private func searching<Found>(
        _ body: (borrowing ReadTransaction) throws(StoreError) -> [Found]
    ) throws(StoreError) -> [Found] { try reading(inspecting: Certificate.inspector, body) }

    /// The certificates that match and are trusted, which only their bytes tell.
    private static func trusted(
        _ request: DictionaryRequest, _ shape: ResultShape, _ items: borrowing ReadTransaction
    ) throws(StoreError) -> [StoredItem] {
        var all = request.selection
        all.limit = .max
        let found = try items.find(all, secrets: true, wantsDigest: shape.showsAttributes)
        let condition = request.trust.forMany()
        return try first(request.match.limit, of: found) { item throws(StoreError) in
            try condition.holds(for: SecCertificate(item), in: items)
        }
    }

    /// The matching identities; where bytes are read, without those whose key only has the same hash.
    private static func identities(
        _ request: DictionaryRequest, _ shape: ResultShape, _ items: borrowing ReadTransaction
    ) throws(StoreError) -> [StoredIdentity] {
        let trust = request.trust
        var selection = request.identitySelection
        if trust.isEmpty {
            let found = try items.findIdentities(selection, secrets: shape.needsSecret)
            guard shape.needsSecret, found.contains(where: \.isMismatched) else { return found }
        }
        selection.limit = .max
        let all = try items.findIdentities(selection, secrets: true)
        let condition = trust.forMany()
        return try first(request.match.limit, of: all) { identity throws(StoreError) in
            if identity.isMismatched { return false }
            return try condition.holds(for: SecCertificate(identity.certificate), in: items)
        }
    }

    /// The first ones for which more holds than the store can tell; `itemNotFound` if it holds for none.
    private static func first<Found>(
        _ limit: Int, of found: [Found], where holds: (Found) throws(StoreError) -> Bool
    ) throws(StoreError) -> [Found] {
        var kept: [Found] = []
        for one in found where kept.count < limit {
            if try holds(one) { kept.append(one) }
        }
        guard !kept.isEmpty else {
            throw StoreError(
                .itemNotFound,
                "what matches is not trusted, breaks the policy, or has the key of another; SecTrust "
                    + "tells which")
        }
        return kept
    }

    /// Changes every item that the query describes; returns the number of items.
    @discardableResult
    func update(_ query: ItemDictionary, _ changes: ItemDictionary) throws(StoreError) -> Int {
        try checkGroupFirst(query)
        try checkGroupFirst(changes)
        let request = try DictionaryRequest(query, for: .update)
        guard request.kinds.isEmpty else {
            throw StoreError(.param, "an update returns nothing; leave the return keys out")
        }
        return try update(request.identitySelection, NewValues(changes, of: request.itemClass))
    }

    /// Deletes every item that the query describes; returns the number of items.
    @discardableResult
    func delete(_ query: ItemDictionary) throws(StoreError) -> Int {
        try checkGroupFirst(query)
        let request = try DictionaryRequest(query, for: .delete)
        if case .identity(let certificate, let key) = request.subject {
            return try deleteIdentity(request.partSelection(certificate), request.partSelection(key))
        }
        let bytes = request.otherBytes
        do throws(StoreError) { return try delete(request.selection, having: bytes) } catch {
            guard bytes != nil, error.status == .itemNotFound else { throw error }
            throw StoreError(
                .decode, "the bytes are no certificate, and none was added with them; give others")
        }
    }

    /// Updates and deletes refuse another program's group before anything else is checked.
    private func checkGroupFirst(_ dictionary: ItemDictionary) throws(StoreError) {
        let group = dictionary["agrp"].flatMap { DictionaryRequest.attributeValue($0, .string)?.text }
        try checkAccessGroup(group, writing: true)
    }
}

extension ItemStore.StoredIdentity {
    /// True if both halves can be read and do not belong together; unread ones count by their hash.
    fileprivate var isMismatched: Bool {
        let (certificate, key) = (SecCertificate(certificate), SecKey(key))
        guard let expected = try? certificate.certificate.publicKey, let own = try? key.half.publicKey else {
            return false
        }
        return own != expected
    }
}
