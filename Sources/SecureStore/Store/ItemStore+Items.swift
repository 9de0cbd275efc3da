extension ItemStore {
    // MARK: - Apple's four

    /// Adds an item; `duplicateItem` when there is one with its identity in its access group.
    @discardableResult
    public func add(_ item: some StorableItem, secret: SecretBytes? = nil) throws(StoreError) -> ItemReference
    {
        try check(.add)
        return try engine.write { session throws(StoreError) in try session.add(item.attributes, secret).named
        }
    }

    /// Finds items, oldest first; `itemNotFound` when none matches.
    ///
    /// Without a limit in the query, the one oldest item.
    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    public func copyMatching<Item: StoreItem>(
        _ query: Query<Item>, returning: Returned = .secrets
    ) throws(StoreError) -> [Match<Item>] {
        try matches(query, returning, orThrowNotFound: true)
    }

    /// Changes every item that matches, and returns how many; `itemNotFound` when none does.
    ///
    /// A change that is refused for one of them, such as an identity that is taken, changes none.
    @discardableResult
    public func update<Item>(_ query: Query<Item>, _ changes: Changes<Item>) throws(StoreError) -> Int {
        try check(.update)
        try engine.checkGroups(query.selection)
        let selection = try query.everyMatch
        return try engine.write { session throws(StoreError) in
            try session.update(selection, changes.change)
        }
    }

    /// Deletes every item that matches, and returns how many; `itemNotFound` when none does.
    ///
    /// The query needs a condition or a reference; ``deleteAll(of:)`` is for a whole class.
    @discardableResult
    public func delete<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        try single { changes throws(StoreError) in try changes.delete(query) }
    }

    /// Deletes every item of a class that the store's access groups reach and that is not synchronizable.
    ///
    /// Returns how many; `itemNotFound` when there is none.
    @discardableResult
    public func deleteAll<Item: StorableItem>(of itemClass: Item.Type) throws(StoreError) -> Int {
        try single { changes throws(StoreError) in try changes.deleteAll(of: itemClass) }
    }

    // MARK: - Beyond the four

    /// Adds an item, or changes the one with its identity.
    ///
    /// An item that was there keeps its reference, its creation date and whatever `item` does not mention: attributes
    /// that are nil, an accessibility that was not set, and without `secret` its secret. ``Changes`` takes attributes away.
    @discardableResult
    public func set(_ item: some StorableItem, secret: SecretBytes? = nil) throws(StoreError) -> ItemReference
    {
        try check(.add)
        return try engine.write { session throws(StoreError) in try session.set(item.attributes, secret).named
        }
    }

    /// The oldest item that matches, or nil.
    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    public func first<Item: StoreItem>(
        _ query: Query<Item>, returning: Returned = .secrets
    ) throws(StoreError) -> Match<Item>? {
        try matches(query.limit(.one), returning).first
    }

    /// The one item that matches.
    ///
    /// `itemNotFound` when there is none, `multipleValuesUnsupported` when there are several.
    public func requireUnique<Item: StoreItem>(
        _ query: Query<Item>, returning: Returned = .secrets
    ) throws(StoreError) -> Match<Item> {
        let found = try matches(query.limit(.atMost(2)), returning)
        guard let match = found.first else { throw Engine.notFound(query.selection) }
        guard found.count == 1 else {
            throw StoreError(
                .multipleValuesUnsupported, "several items of class \(Item.itemClass.code) match")
        }
        return match
    }

    /// The item with this identity; if there is none, one is added with the secret that `make` produces.
    ///
    /// Among all threads and processes, `make` runs once. The store's other writers wait for it, so it must be
    /// quick, and must not call the store.
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, _ make: () throws(StoreError) -> SecretBytes
    ) throws(StoreError) -> Match<Item> {
        try check(.add)
        if let found = try matches(Query(identityOf: try settled(item)), .secrets).first { return found }
        return try engine.write { session throws(StoreError) in
            try session.getOrCreate(item.attributes, orThrow: { $0 }, make).match(as: Item.self)
        }
    }

    /// The item with this identity, or one whose secret comes from a closure that may throw errors of its own.
    public func getOrCreate<Item: StorableItem>(
        _ item: Item, _ make: () throws -> SecretBytes
    ) throws -> Match<Item> {
        try check(.add)
        if let found = try matches(Query(identityOf: try settled(item)), .secrets).first { return found }
        return try engine.write(orThrow: { $0 as any Error }) { session throws in
            try session.getOrCreate(item.attributes, orThrow: { $0 as any Error }, make).match(as: Item.self)
        }
    }

    /// Names the group that a new item without one would get, so that a look-up finds that item and no other.
    func settled<Item: StorableItem>(_ item: Item) throws(StoreError) -> Item {
        guard item.attributes.given(.accessGroup) == nil else { return item }
        try engine.settings.groups.check(nil)
        var attributes = item.attributes
        attributes.set(.accessGroup, text: engine.settings.groups.first)
        return try Item(attributes: attributes)
    }

    /// Changes an item as ``set(_:secret:)`` does, unless it has changed since the generation that was read.
    ///
    /// `recordModified` when it has, `itemNotFound` when it is gone. Returns the new generation.
    @discardableResult
    public func replace(
        _ item: some StorableItem, secret: SecretBytes?, ifGeneration generation: Int
    ) throws(StoreError) -> Int {
        try single { changes throws(StoreError) in
            try changes.replace(item, secret: secret, ifGeneration: generation)
        }
    }

    /// Deletes what matches and returns how many there were, which may be none.
    ///
    /// The query needs a condition or a reference: an empty scope is ``Status/param``, never everything.
    @discardableResult
    public func removeAll<Item: StorableItem>(_ query: Query<Item>) throws(StoreError) -> Int {
        do throws(StoreError) { return try delete(query) } catch {
            guard error.status == .itemNotFound else { throw error }
            return 0
        }
    }

    /// Runs several changes as one durable commit.
    ///
    /// Whatever `body` throws undoes them all. Other writers wait meanwhile. Calling the store itself inside is a
    /// programming error and stops with a message where it would otherwise wait for ever.
    ///
    /// Swift takes a closure of several statements for one that may throw anything. Begin it with
    /// `changes throws(StoreError) in`, and the error you catch is a ``StoreError``.
    @discardableResult
    public func transaction<R>(
        _ body: (borrowing Transaction) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        try check(.transaction)
        return try single(body)
    }

    /// Runs several changes as one durable commit, in a closure that may throw errors of its own.
    @discardableResult
    public func transaction<R>(_ body: (borrowing Transaction) throws -> R) throws -> R {
        try check(.transaction)
        return try engine.write(orThrow: { $0 as any Error }) { session throws in
            let changes = Transaction(session, self)
            return try body(changes)
        }
    }

    /// One change as a transaction of its own.
    private func single<R>(
        _ body: (borrowing Transaction) throws(StoreError) -> R
    ) throws(StoreError) -> R {
        try engine.write { session throws(StoreError) in
            let changes = Transaction(session, self)
            return try body(changes)
        }
    }

    // MARK: - Finding

    @specialized(where Item == GenericPassword)
    @specialized(where Item == InternetPassword)
    private func matches<Item: StoreItem>(
        _ query: Query<Item>, _ returning: Returned, orThrowNotFound: Bool = false
    ) throws(StoreError) -> [Match<Item>] {
        try check(.copyMatching)
        if query.selection.itemClass == .identity {
            let pairs = try engine.findIdentities(query.selection, secrets: returning == .secrets)
            if pairs.isEmpty, orThrowNotFound { throw Engine.notFound(query.selection) }
            return try pairs.matches(as: Item.self)
        }
        let found = try engine.find(query.selection, secrets: returning == .secrets)
        // The usual case first, and without the cost of an array that grows.
        if found.count == 1 { return [try found[0].match(as: Item.self)] }
        if found.isEmpty, orThrowNotFound { throw Engine.notFound(query.selection) }
        return try found.matches(as: Item.self)
    }
}
