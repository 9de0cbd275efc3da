/// Calls that name their item: the one with the identity of the given item, in the group where an add would put it.
///
/// Its other attributes do not count.
extension ItemStore {
    /// The secret of an item; nil when there is no such item, or when it has none.
    public func secret(of item: some StorableItem) throws(StoreError) -> SecretBytes? {
        try first(Query(identityOf: try settled(item)))?.secret
    }

    /// Changes an item; `itemNotFound` when it is not there.
    public func update<Item>(_ item: Item, _ changes: Changes<Item>) throws(StoreError) {
        try update(Query(identityOf: try settled(item)), changes)
    }

    /// Deletes an item; `itemNotFound` when it is not there.
    public func delete(_ item: some StorableItem) throws(StoreError) {
        try delete(Query(identityOf: try settled(item)))
    }

    /// Deletes an item if it is there, and returns whether it was.
    @discardableResult
    public func deleteIfPresent(_ item: some StorableItem) throws(StoreError) -> Bool {
        try removeAll(Query(identityOf: try settled(item))) > 0
    }
}

extension Transaction {
    /// The secret of an item; nil when there is no such item, or when it has none.
    public func secret(of item: some StorableItem) throws(StoreError) -> SecretBytes? {
        try first(Query(identityOf: try store.settled(item)))?.secret
    }

    /// Changes an item; `itemNotFound` when it is not there.
    public func update<Item>(_ item: Item, _ changes: Changes<Item>) throws(StoreError) {
        try update(Query(identityOf: try store.settled(item)), changes)
    }

    /// Deletes an item; `itemNotFound` when it is not there.
    public func delete(_ item: some StorableItem) throws(StoreError) {
        try delete(Query(identityOf: try store.settled(item)))
    }
}
