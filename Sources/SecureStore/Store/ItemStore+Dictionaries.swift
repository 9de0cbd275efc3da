extension ItemStore {
    // MARK: - By attribute

    /// Adds what the dictionary describes; returns what its return keys ask for, nil when they ask for nothing.
    ///
    /// A certificate and key together (`v_Ref`) are added both, or neither.
    @discardableResult
    public func add(_ dictionary: ItemDictionary) throws(StoreError) -> ItemDictionary.Value? {
        try check(.add)
        let request = try DictionaryRequest(dictionary, for: .add)
        try engine.settings.groups.check(request.group, writing: true)
        if case .identity(let certificate, let key) = request.subject {
            return try addIdentity(request, certificate, key)
        }
        guard request.itemClass != .identity else {
            throw StoreError(.param, "an identity has no row; add it by reference (v_Ref)")
        }
        let attributes = try request.itemAttributes(of: request.itemClass)
        let found = try engine.write { session throws(StoreError) in
            try session.add(attributes, request.secret)
        }
        return try ResultShape(request, isAdd: true).value(of: found)
    }

    private func addIdentity(
        _ request: DictionaryRequest, _ certificate: StoredItem, _ key: StoredItem
    ) throws(StoreError) -> ItemDictionary.Value? {
        let parts = [try request.part(certificate), try request.part(key)]
        let (first, added) = try engine.write { session throws(StoreError) in
            var (references, added): ([ItemReference], Int) = ([], 0)
            for (part, item) in zip(parts, [certificate, key]) {
                do throws(StoreError) {
                    references.append(try session.add(part, item.secret).named)
                    added += 1
                } catch {
                    // One half may be there already, as the certificate of a renewed key is; not both.
                    guard error.status == .duplicateItem else { throw error }
                }
            }
            guard added > 0 else {
                throw StoreError(
                    .duplicateItem, "certificate and key of the identity are both stored already")
            }
            return (references.first, added)
        }
        guard request.kinds.contains(.persistentReference) else { return nil }
        // Named after the certificate; where only the key was new, the stored certificate is looked up.
        if added == 2 || first?.itemClass == .certificate, let first {
            return .data(ItemReference(.identity, first.id).persistent)
        }
        let query = Query(identityOf: try Certificate(attributes: parts[0]))
        return try self.first(query, returning: .attributes).map {
            .data(ItemReference(.identity, $0.reference.id).persistent)
        }
    }

    /// Finds what the dictionary describes, in the shape its return keys and its limit ask for.
    ///
    /// Nil with success when nothing is asked for or there is nothing to give; `itemNotFound` without a match.
    public func copyMatching(_ dictionary: ItemDictionary) throws(StoreError) -> ItemDictionary.Value? {
        try check(.copyMatching)
        let request = try DictionaryRequest(dictionary, for: .copyMatching)
        try engine.settings.groups.check(request.group)
        let shape = ResultShape(request, isAdd: false)
        if request.itemClass == .identity {
            let found = try engine.findIdentities(request.identitySelection, secrets: shape.needsSecret)
            guard !found.isEmpty else { throw Engine.notFound(request.selection) }
            return try shape.value(of: found)
        }
        let found = try engine.find(
            request.selection, secrets: shape.needsSecret, wantsDigest: shape.showsAttributes)
        guard !found.isEmpty else { throw Engine.notFound(request.selection) }
        return try shape.value(of: found)
    }

    /// Changes every item that the query describes; returns how many.
    @discardableResult
    public func update(_ query: ItemDictionary, _ changes: ItemDictionary) throws(StoreError) -> Int {
        try check(.update)
        try checkGroupFirst(query)
        try checkGroupFirst(changes)
        let request = try DictionaryRequest(query, for: .update)
        guard request.kinds.isEmpty else { throw StoreError(.param, "an update returns nothing") }
        let change = try DictionaryChange(changes, of: request.itemClass)
        return try engine.write { session throws(StoreError) in
            guard request.itemClass == .identity else {
                return try session.update(request.selection, change.entries, change.secret)
            }
            var count = 0
            for part in try session.parts(of: request.identitySelection, isDelete: false) {
                count += try session.update(part, try change.entries(for: part.itemClass), change.secret)
            }
            return count
        }
    }

    /// Deletes every item that the query describes; returns how many.
    @discardableResult
    public func delete(_ query: ItemDictionary) throws(StoreError) -> Int {
        try check(.delete)
        try checkGroupFirst(query)
        let request = try DictionaryRequest(query, for: .delete)
        return try engine.write { session throws(StoreError) in
            guard request.itemClass == .identity else { return try session.delete(request.selection) }
            var count = 0
            for part in try session.parts(of: request.identitySelection, isDelete: true) {
                count += try session.delete(part)
            }
            return count
        }
    }

    /// Updates and deletes refuse a foreign group before they look at anything else.
    private func checkGroupFirst(_ dictionary: ItemDictionary) throws(StoreError) {
        guard case .string(let group) = dictionary["agrp"] else {
            return try engine.settings.groups.check(nil)
        }
        try engine.settings.groups.check(group, writing: true)
    }
}

extension WriteSession {
    /// The certificates, and the keys, that make up the identities which match.
    ///
    /// A key stays when it is to be deleted and another stored certificate still carries its hash.
    func parts(of selection: Selection, isDelete: Bool) throws(StoreError) -> [Selection] {
        var all = selection
        all.limit = .all
        let pairs = try finder().findIdentities(all, secrets: false) ?? []
        guard !pairs.isEmpty else { throw Engine.notFound(selection) }
        var parts: [Selection] = []
        let certificates = Set(pairs.map(\.certificate.head.id))
        for id in certificates { parts.append(.one(.certificate, id)) }
        for id in Set(pairs.map(\.key.head.id)) {
            guard let pair = pairs.first(where: { $0.key.head.id == id }) else { continue }
            if isDelete, try isNeeded(pair.key, besides: certificates) { continue }
            parts.append(.one(.key, id))
        }
        return parts
    }

    private func isNeeded(_ key: Found, besides certificates: Set<Bytes16>) throws(StoreError) -> Bool {
        guard let label = key.attributes?[.applicationLabel] else { return false }
        var others = Selection(.certificate)
        others.require(.publicKeyHash, label)
        others.synchronizable = .any
        others.limit = .all
        return try find(others, .read(secrets: false)).contains { !certificates.contains($0.head.id) }
    }
}

extension Selection {
    /// The item with this id, and no other.
    static func one(_ itemClass: ItemClass, _ id: Bytes16) -> Selection {
        var selection = Selection(itemClass)
        selection.reference = ItemReference(itemClass, id)
        selection.synchronizable = .any
        selection.limit = .all
        return selection
    }
}
