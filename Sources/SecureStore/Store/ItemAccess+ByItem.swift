/// Calls that take an item instead of a query.
///
/// They mean the item with the same identity in the access group of an add. Other attributes do not count.
extension ItemAccess where Self: ~Copyable {
    /// The secret of an item; nil if there is no such item, or if it has no secret.
    public func secret(of item: some StorableItem) throws(StoreError) -> SecretBytes? {
        try first(query(for: item), returning: .secrets)?.secret
    }

    /// The secrets that an item had before, the latest first; see ``StoreOptions/earlierSecrets``.
    ///
    /// Throws ``Status/itemNotFound`` if it does not exist.
    public func earlierSecrets(of item: some StorableItem) throws(StoreError) -> [EarlierSecret] {
        try earlierSecrets(query(for: item))
    }

    /// The item as it is stored, or nil when there is no such item.
    public func match<Item: StorableItem>(
        of item: Item, returning: Returned = .secrets
    ) throws(StoreError) -> Match<Item>? {
        try first(query(for: item), returning: returning)
    }

    /// Asks whether there is such an item; its secret is not opened.
    public func contains(_ item: some StorableItem) throws(StoreError) -> Bool {
        try match(of: item, returning: .attributes) != nil
    }

    /// Changes an item.
    ///
    /// Throws ``Status/itemNotFound`` if it does not exist.
    public func update<Item>(_ item: Item, _ changes: Changes<Item>) throws(StoreError) {
        try update(query(for: item), changes)
    }

    /// Deletes an item.
    ///
    /// Throws ``Status/itemNotFound`` if it does not exist.
    public func delete(_ item: some StorableItem) throws(StoreError) {
        try delete(query(for: item))
    }

    /// Deletes an item if it exists, and returns whether it did.
    @discardableResult
    public func deleteIfPresent(_ item: some StorableItem) throws(StoreError) -> Bool {
        try deleteIfPresent(query(for: item)) > 0
    }

    /// The query that means exactly the item that setting `item` would change.
    func query<Item: StorableItem>(for item: Item) -> Query<Item> {
        let query = Query(identityOf: item)
        guard item.accessGroup == nil, let group = defaultAccessGroup else { return query }
        return query.where(.accessGroup, equals: group)
    }
}
