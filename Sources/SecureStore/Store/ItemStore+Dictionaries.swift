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
            let id = try engine.write { session throws(StoreError) in
                try session.addIdentity(request.part(certificate), certificate, request.part(key), key)
            }
            return ResultShape(request, isAdd: true).value(ofIdentity: id)
        }
        guard request.itemClass != .identity else {
            throw StoreError(.param, "an identity has no row; add it by reference (v_Ref)")
        }
        let attributes = try request.itemAttributes(of: request.itemClass)
        let shape = ResultShape(request, isAdd: true)
        let found = try engine.write { session throws(StoreError) in
            let added = try session.add(attributes, request.secret)
            return shape.showsAttributes ? try session.withDigest(added) : added
        }
        return try shape.value(of: found)
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
            guard let first = found.first else { throw Engine.notFound(request.selection) }
            if case .identity = request.subject {
                // The caller has the identity already; all that can be asked is its name in this store.
                return shape.value(ofIdentity: first.certificate.head.id)
            }
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
        try engine.settings.groups.check(request.group, writing: true)
        let change = try DictionaryChange(changes, of: request.itemClass)
        return try engine.write { session throws(StoreError) in
            guard request.itemClass == .identity else {
                return try session.update(request.selection, change.change)
            }
            var count = 0
            for part in try session.parts(of: request.identitySelection, isDelete: false) {
                count += try session.update(part, try change.change(for: part.itemClass))
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
        try engine.settings.groups.check(request.group, writing: true)
        return try engine.write { session throws(StoreError) in
            if case .identity(let certificate, let key) = request.subject {
                return try session.deleteIdentity(
                    request.partSelection(certificate), request.partSelection(key))
            }
            guard request.itemClass == .identity else { return try session.delete(request.selection) }
            var count = 0
            for part in try session.parts(of: request.selection, isDelete: true) {
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
