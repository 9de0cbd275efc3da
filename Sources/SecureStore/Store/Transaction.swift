/// Several changes that are one: all of them are on disk when the transaction returns, or none ever was.
///
/// Lent for the length of the closure; it sees its own changes. A change that throws has no effect, and the
/// transaction goes on if the caller catches the error.
public struct Transaction: ~Copyable {
    let session: WriteSession
    let store: ItemStore

    init(_ session: WriteSession, _ store: ItemStore) { (self.session, self.store) = (session, store) }

    /// Adds an item; `duplicateItem` when there is one with its identity.
    @discardableResult
    public func add(_ item: some StorableItem, secret: SecretBytes? = nil) throws(StoreError) -> ItemReference
    {
        try store.check(.add)
        return try session.add(item.attributes, secret).named
    }

    /// Adds an item, or changes the one with its identity.
    ///
    /// An item that was there keeps its reference, its creation date and whatever `item` does not mention: attributes
    /// that are nil, an accessibility that was not set, and without `secret` its secret. ``Changes`` takes attributes away.
    @discardableResult
    public func set(_ item: some StorableItem, secret: SecretBytes? = nil) throws(StoreError) -> ItemReference
    {
        try store.check(.add)
        return try session.set(item.attributes, secret).named
    }

    /// Finds items; `itemNotFound` when none matches.
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, returning: Returned = .secrets
    ) throws(StoreError) -> [Match<Item>] {
        try store.check(.copyMatching)
        try store.engine.checkGroups(query.selection)
        let found = try session.matches(query.selection, secrets: returning == .secrets, as: Item.self)
        guard !found.isEmpty else { throw Engine.notFound(query.selection) }
        return found
    }

    /// The oldest item that matches, or nil.
    public func first<Item: StoreItem>(
        _ query: Query<Item>, returning: Returned = .secrets
    ) throws(StoreError) -> Match<Item>? {
        try store.check(.copyMatching)
        try store.engine.checkGroups(query.selection)
        return try session.matches(
            query.limit(.one).selection, secrets: returning == .secrets, as: Item.self
        ).first
    }

    /// Changes every item that matches, and returns how many; `itemNotFound` when none does.
    @discardableResult
    public func update<Item>(_ query: Query<Item>, _ changes: Changes<Item>) throws(StoreError) -> Int {
        try store.check(.update)
        try store.engine.checkGroups(query.selection)
        return try session.update(try query.everyMatch, changes.change)
    }

    /// Changes an item as ``set(_:secret:)`` does, unless it has changed since the generation that was read.
    ///
    /// `recordModified` when it has, `itemNotFound` when it is gone. Returns the new generation.
    @discardableResult
    public func replace(
        _ item: some StorableItem, secret: SecretBytes?, ifGeneration generation: Int
    ) throws(StoreError) -> Int {
        try store.check(.update)
        let new = try session.replace(item.attributes, secret, ifGeneration: Int64(generation))
        return Int(new.head.generation)
    }

    /// Deletes every item that matches, and returns how many; `itemNotFound` when none does.
    ///
    /// The query needs a condition or a reference; ``deleteAll(of:)`` is for a whole class.
    @discardableResult
    public func delete<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        try store.check(.delete)
        try store.engine.checkGroups(query.selection)
        let selection = try query.everyMatch
        guard !selection.isWholeClass else {
            throw StoreError(.param, "a delete without a condition is deleteAll(of:)")
        }
        return try session.delete(selection)
    }

    /// Deletes every item of a class that the store's access groups reach and that is not synchronizable.
    @discardableResult
    public func deleteAll<Item: StorableItem>(of itemClass: Item.Type) throws(StoreError) -> Int {
        try store.check(.delete)
        try store.engine.checkGroups(Selection(Item.itemClass))
        var selection = Selection(Item.itemClass)
        selection.limit = .all
        return try session.delete(selection)
    }
}

extension Found {
    /// The reference of an item of ours, whose class is always known.
    var named: ItemReference {
        get throws(StoreError) {
            guard let reference else { throw StoreError(.internalError, "an item has no class") }
            return reference
        }
    }

    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    func match<Item: StoreItem>(as type: Item.Type) throws(StoreError) -> Match<Item> {
        guard let attributes else { throw StoreError(.internalError, "an item was not opened") }
        return Match(
            item: try Item(attributes: attributes), secret: secret, reference: try named,
            generation: Int(head.generation))
    }
}

extension Query {
    /// Updates and deletes take every match: a smaller number would touch items by chance.
    var everyMatch: Selection {
        get throws(StoreError) {
            guard !selection.isLimitGiven || selection.limit == .all else {
                throw StoreError(.param, "an update or delete touches every match and takes no limit")
            }
            var selection = selection
            selection.limit = .all
            return selection
        }
    }
}

extension WriteSession {
    func matches<Item: StoreItem>(
        _ selection: Selection, secrets: Bool, as type: Item.Type
    ) throws(StoreError) -> [Match<Item>] {
        guard selection.itemClass == .identity else {
            return try find(selection, .read(secrets: secrets)).matches(as: type)
        }
        return try finder().findIdentities(selection, secrets: secrets).matches(as: type)
    }
}

extension [Found] {
    func matches<Item: StoreItem>(as type: Item.Type) throws(StoreError) -> [Match<Item>] {
        var matches: [Match<Item>] = []
        matches.reserveCapacity(count)
        for item in self { matches.append(try item.match(as: type)) }
        return matches
    }
}

extension [FoundIdentity] {
    func matches<Item: StoreItem>(as type: Item.Type) throws(StoreError) -> [Match<Item>] {
        var matches: [Match<Item>] = []
        for pair in self { if let match = try pair.match() as? Match<Item> { matches.append(match) } }
        return matches
    }
}

extension FoundIdentity {
    /// The pair as one match: the reference is the certificate's under the class of identities, the secret the key's.
    func match() throws(StoreError) -> Match<Identity> {
        Match(
            item: Identity(
                certificate: try certificate.match(as: Certificate.self).item,
                key: try key.match(as: Key.self).item),
            secret: key.secret, reference: ItemReference(.identity, certificate.head.id),
            generation: Int(certificate.head.generation))
    }
}
